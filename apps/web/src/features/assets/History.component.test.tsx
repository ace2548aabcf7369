import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openApp, server, tap } from '../../testing/app.tsx';
import { CURRENCIES } from '../../testing/fixtures.ts';

afterEach(() => vi.useRealTimers());

const leg = (
  currency_name: string,
  amount: string,
  more: { currency?: number; account?: 'change' | 'lever'; decimals?: number } = {},
) => ({
  account: more.account ?? ('change' as const),
  currency: more.currency ?? 3,
  currency_name,
  decimals: more.decimals ?? 6,
  amount,
  available_after: '9900',
  held_after: '0',
});
const event = {
  id: 9,
  journal_id: 77,
  group: 'trades' as const,
  kind: 'spot:trade',
  info: 'Spot trade',
  state: 'completed' as const,
  fees: [],
  proof: null,
  created_ms: Date.parse('2026-03-01T12:00:00Z'),
};
const trade = { ...event, legs: [leg('USDT', '-100'), leg('BTC', '0.0015', { currency: 1, decimals: 8 })] };
const transfer = {
  ...event,
  id: 8,
  group: 'transfers' as const,
  kind: 'transfer',
  info: 'Transfer between accounts',
  legs: [leg('USDT', '-40'), leg('USDT', '40', { account: 'lever' })],
};
const withdrawal = {
  ...event,
  id: 7,
  group: 'withdrawals' as const,
  kind: 'withdrawal:hold',
  info: 'Withdrawal',
  state: 'pending' as const,
  legs: [leg('USDT', '-30')],
};

async function openHistory(rows: readonly object[] = [trade, transfer, withdrawal]) {
  server
    .reply('currency/list', CURRENCIES)
    .reply('wallet/activity', { data: rows as (typeof trade)[], next: null });
  const user = await openApp('/pages/setting/bill');
  await screen.findByLabelText('Search history');
  return user;
}

test('names trades, transfers and withdrawals with accounts and state', async () => {
  await openHistory();
  const region = await screen.findByRole('region', { name: 'Mar 1, 2026' });
  const rows = within(region)
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');
  expect(rows[0]).toMatch(/^Bought BTC.*\+0\.0015.*-100\.00/);
  expect(rows[1]).toMatch(/Exchange → Futures.*40\.00/);
  expect(rows[1]).not.toMatch(/-40/);
  expect(rows[2]).toMatch(/Withdrawal.*Pending/);
});

test('opens an event with the balance after it and the movements that belong to it', async () => {
  const user = await openHistory();
  const step = { ...leg('USDT', ''), available_after: '9900', created_ms: event.created_ms };
  const movement = { ...step, id: 1, info: 'Held for an order', available: '-100', held: '100' };
  server.reply('wallet/activity_steps', [movement, { ...movement, id: 2 }, { ...movement, id: 3 }]);
  await tap(user, /^Bought BTC/);
  const sheet = await screen.findByRole('dialog', { name: 'Bought BTC' });
  expect(await within(sheet).findAllByText('Held for an order')).toHaveLength(3);
  expect(within(sheet).getAllByText('Balance after')).toHaveLength(2);
  expect(within(sheet).getByText('77')).toBeTruthy();
});

test('sends group and search, and offers to clear them when nothing matches', async () => {
  const user = await openHistory([]);
  await screen.findByText(/^Nothing here yet/);
  await user.click(screen.getByRole('tab', { name: 'Fees' }));
  await user.type(screen.getByLabelText('Search history'), 'btc');
  await waitFor(() =>
    expect(server.sent('wallet/activity').at(-1)).toMatchObject({ group: 'fees', search: 'btc' }),
  );
  await tap(user, 'Clear filters');
  await screen.findByText(/^Nothing here yet/);
});

test('the group of fees shows the fee of a trade, and the detail too', async () => {
  const paid = { currency: 1, currency_name: 'BTC', decimals: 8, amount: '0.0000015' };
  const user = await openHistory([{ ...trade, fees: [paid] }]);
  server.reply('wallet/activity_steps', []);
  const row = await screen.findByRole('button', { name: /Bought BTC/ });
  expect(row.textContent).not.toContain('0.0000015');
  await user.click(row);
  const detail = within(await screen.findByRole('dialog', { name: 'Bought BTC' }));
  expect(detail.getByText('Fee').parentElement?.textContent).toMatch(/0\.0000015/);
  await user.click(detail.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('tab', { name: 'Fees' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /Bought BTC/ }).textContent).toMatch(/[-−]0\.0000015 ?BTC/),
  );
  expect(screen.getByRole('button', { name: /Bought BTC/ }).textContent).not.toContain('0.0015');
});

test('the last seven days begin six days before today', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 12) });
  const user = await openHistory();
  await tap(user, 'Filters');
  const filters = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.click(filters.getByRole('button', { name: '7 days' }));
  await waitFor(() =>
    expect(server.sent('wallet/activity').at(-1)).toMatchObject({
      from: String(new Date(2026, 10, 17).getTime()),
    }),
  );
  expect(filters.getByRole('button', { name: '7 days' }).getAttribute('aria-pressed')).toBe('true');
});
