import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { factOf, openApp, server, tap } from '../../testing/app.tsx';
import { TRADER } from '../../testing/copytrade-fixtures.ts';
import { MARKET, emptyPage, marketsOf } from '../../testing/fixtures.ts';

test('the page of a trader says what is simulated, since when, and what risk and positions mean', async () => {
  server
    .reply('follow/traderDetail', TRADER)
    .reply('follow/equity', [
      { at_ms: 1, profit: '0' },
      { at_ms: 3_600_000, profit: '-30.5' },
    ])
    .reply('follow/positions', { positions: 'delayed', delay_minutes: 60, data: [] })
    .reply('follow/historyTrade', emptyPage())
    .reply('follow/copiers', {
      data: [{ id: 4, nickname: 'a***e', profit: '-12.5', since_ms: 1_000 }],
      next: null,
    });
  const user = await openApp(`/pages/copytrade/trader?id=${TRADER.id}`);
  await screen.findByText(/A demo strategy trades here, not a person/);
  expect(screen.getAllByText(/^Since Nov 17, 2026$/)).toHaveLength(3);
  await screen.findByText('Shown 60 minutes after they open');
  await tap(user, 'Risk score');
  const sheet = await screen.findByRole('dialog', { name: 'Risk score' });
  expect(within(sheet).getByText(/one point for each full 5% of max drawdown/)).toBeTruthy();
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('tab', { name: 'Copiers' }));
  await screen.findByText('a***e');
  await user.click(screen.getByRole('tab', { name: '7D' }));
  await waitFor(() => expect(server.sent('follow/equity').at(-1)).toMatchObject({ days: '7' }));
});

test('figures of a trader are unknown before the first statistics, not zero', async () => {
  server
    .reply('follow/traderDetail', { ...TRADER, figures_ms: null, total_profit: '0', trades: 0 })
    .reply('follow/equity', [])
    .reply('follow/positions', { positions: 'live', delay_minutes: 0, data: [] })
    .reply('follow/historyTrade', emptyPage());
  await openApp(`/pages/copytrade/trader?id=${TRADER.id}`);
  await screen.findByText('The first figures appear at the next full hour.');
  const main = screen.getByRole('main');
  for (const name of ['Profit', 'Drawdown', 'Trades']) expect(factOf(main, name)).toBe('–');
});

test('positions and trades of a trader have prices in the currency of their market', async () => {
  const position = {
    id: 9,
    symbol: 'ETH/BTC',
    match_id: 4,
    type: 2,
    multiple: 5,
    share: '3',
    opened_ms: 1_000,
  } as const;
  const open = { ...position, price: '0.0512', profits: '1.5' };
  server
    .reply('currency/quotation_new', marketsOf({ ...MARKET, id: 4, tick: '0.00001' }))
    .reply('follow/traderDetail', TRADER)
    .reply('follow/equity', [])
    .reply('follow/positions', { positions: 'live', delay_minutes: 0, data: [open] })
    .reply('follow/historyTrade', {
      ...emptyPage(),
      data: [{ ...open, id: 10, close_price: '0.0498', closed_ms: 2_000 }],
      total: 1,
    });
  const user = await openApp(`/pages/copytrade/trader?id=${TRADER.id}`);
  const shown = (): string => screen.getByRole('main').textContent;
  await waitFor(() => expect(shown()).toContain('Entry price 0.05120BTC'));
  await user.click(screen.getByRole('tab', { name: 'Closed trades' }));
  await waitFor(() => expect(shown()).toContain('0.05120 → 0.04980BTC'));
});
