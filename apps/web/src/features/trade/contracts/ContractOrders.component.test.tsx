import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { factOf, openApp, tap } from '../../../testing/app.tsx';
import { POSITION } from '../../../testing/contract-fixtures.ts';
import { emptyPage } from '../../../testing/fixtures.ts';
import { FUTURES_MARKET, answerMarket } from '../../../testing/trade-screen.ts';
import type { Position } from './use-positions.ts';

/** Opens the history with these positions. */
function openHistory(...rows: readonly Position[]) {
  answerMarket(FUTURES_MARKET).reply('lever/my_trade', {
    rate_profits_total: { hazard_rate: '0', profits_total: '0' },
    message: { ...emptyPage(), data: rows.map((row) => ({ ...row, receipt: null })) },
  });
  return openApp('/pages/transaction/contract_order');
}

/** A long of 0.002 BTC that gained 0.08 by its prices, at costs of 0.24. */
const CLOSED: Position = {
  ...POSITION,
  status: 3,
  close_price: '50040.2',
  close_reason: 'user',
  closed_ms: 2,
  fact_profits: '0.08',
  trade_fee: '0.12',
  fee_rate: '0.0006',
  overnight_money: '0.12',
};

test('a closed position has its result after fees, as the picture to share', async () => {
  const user = await openHistory(CLOSED);
  const card = await screen.findByRole('article');
  expect(factOf(card, 'PnL after fees')).toBe('-0.16USDT');
  expect(factOf(card, 'ROI')).toBe('-1.60%');
  await tap(user, 'Share');
  const sheet = await screen.findByRole('dialog', { name: 'Share' });
  expect(within(sheet).getByRole('img').getAttribute('aria-label')).toBe('BTC/USDT Long · 10× -1.60%');
});

test('a loss that the insurance fund covered in part is counted without that part', async () => {
  await openHistory({ ...CLOSED, fact_profits: '-12', insurance_money: '2.24' });
  expect(factOf(await screen.findByRole('article'), 'PnL after fees')).toBe('-10.00USDT');
});

test('a cancelled order has its price and size, and no result', async () => {
  await openHistory({ ...POSITION, status: 4, target_price: '48000', price: '0' });
  const card = await screen.findByRole('article');
  await waitFor(() => expect(factOf(card, 'Price')).toBe('48,000.00USDT'));
  expect(within(card).queryByText('PnL after fees')).toBeNull();
});

test('each of the two lists says what it has none of', async () => {
  const user = await openHistory();
  await screen.findByText('No closed positions yet.');
  await user.click(screen.getByRole('tab', { name: 'Cancelled' }));
  await screen.findByText('No cancelled orders yet.');
});
