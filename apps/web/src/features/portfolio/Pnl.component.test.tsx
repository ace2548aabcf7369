import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { factOf, openApp, server, tap } from '../../testing/app.tsx';
import { emptyPage } from '../../testing/fixtures.ts';

afterEach(() => vi.useRealTimers());

const progress = { complete: true, counted_ms: 1, counted: 3 };

/** Every figure differs from the others. */
const DAY: AllReplies['portfolio/days']['total'] = {
  profit: '12.34',
  percent: '5.67',
  realised: '3.21',
  income: '1.11',
  fees: '0.22',
  transfers: '100',
  value: '212.34',
};

beforeEach(() => {
  // Also where a test opens another screen: the one before is shown until that one is loaded.
  server.reply('portfolio/days', ({ fields }) => ({
    ...progress,
    month: String(fields['month']),
    first_month: '2026-10',
    total: { ...DAY, profit: fields['month'] === '2026-10' ? '-7' : '9' },
    data: [{ date: `${String(fields['month'])}-03`, ...DAY }],
  }));
});

test('the calendar goes from the month of the first movement to the present one, and a day opens its figures', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') });
  const user = await openApp('/pages/portfolio/pnl');
  const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });
  await screen.findByText('November 2026');
  await screen.findByText('+9.00');
  expect([button('Previous month').disabled, button('Next month').disabled]).toEqual([false, true]);
  await tap(user, 'Previous month');
  await screen.findByText('-7.00');
  expect([button('Previous month').disabled, button('Next month').disabled]).toEqual([true, false]);
  await user.click(screen.getByRole('button', { name: /^October 3, 2026\s*\+12$/ }));
  const sheet = await screen.findByRole('dialog', { name: 'October 3, 2026' });
  expect(factOf(sheet, 'Realised PnL')).toContain('+3.21');
  await user.click(screen.getByRole('tab', { name: 'FIFO' }));
  await waitFor(() =>
    expect(server.sent('portfolio/days').at(-1)).toEqual({ month: '2026-10', method: 'fifo' }),
  );
});

test('an asset shows what is realised apart from what is not', async () => {
  server.reply('portfolio/lots', emptyPage()).reply('portfolio/asset', {
    ...progress,
    currency_id: 1,
    currency_name: 'BTC',
    title: 'Bitcoin',
    kind: 'coin',
    logo: '',
    decimals: 8,
    quantity: '2',
    held: '0.5',
    owed: '0',
    average_cost: '40000',
    cost: '80000',
    price: '50000',
    value: '100000',
    change_24h: '1',
    unrealised: '20000',
    unrealised_percent: '25',
    realised: '-300',
    income: '4',
    fees: '5',
    estimated_quantity: '0',
  });
  await openApp('/pages/portfolio/asset?id=1');
  await screen.findByText('Unrealised PnL');
  expect(factOf(document.body, 'Unrealised PnL')).toContain('+20,000.00');
  expect(factOf(document.body, 'Realised PnL')).toContain('-300.00');
});
