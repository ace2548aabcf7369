import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { go } from '../../../lib/navigation.ts';
import {
  MONEY_READS,
  factOf,
  fillIn,
  keepReads,
  openApp,
  push,
  select,
  server,
  statusText,
} from '../../../testing/app.tsx';
import { MARKET, SPOT_ORDER, emptyPage } from '../../../testing/fixtures.ts';
import { answerMarket } from '../../../testing/trade-screen.ts';
import { useOwnOrders } from '../orders/use-own-orders.ts';
import { setTrade } from '../settings.ts';

/** Two levels a side, none of them round. */
const BOOK = {
  match_id: 7,
  snapshot: true,
  bids: [
    ['49990', '0.4'],
    ['49980', '2'],
  ],
  asks: [
    ['50010', '0.005'],
    ['50020', '2'],
  ],
} as const;

beforeEach(() => setTrade({ confirm: false, chartOpen: false }));

async function openTicket(market = MARKET, side: 'Buy' | 'Sell' = 'Buy'): Promise<UserEvent> {
  answerMarket(market).reply('coin/list', emptyPage()).reply('coin/fills', emptyPage());
  const user = await openApp('/pages/transaction/index');
  await screen.findByRole('radiogroup', { name: 'Side' });
  await push('depth:7', BOOK);
  await screen.findAllByText('1,234.567891');
  if (side === 'Sell') await user.click(screen.getByRole('radio', { name: 'Sell' }));
  return user;
}

const ticket = (): HTMLElement => screen.getByRole('region', { name: /^(Buy|Sell) BTC$/ });
const submit = (): HTMLElement => within(ticket()).getByRole('button', { name: /^(Buy|Sell) BTC$/ });
const field = (name: string): HTMLInputElement => within(ticket()).getByLabelText(name);
const choose = (user: UserEvent, name: string, option: string | RegExp): Promise<void> =>
  select(user, ticket(), name, option);

test('sends a limit order exactly as shown', async () => {
  const user = await openTicket();
  server.reply('coin/trade', ({ fields }) => ({ ...SPOT_ORDER, client_id: String(fields['client_id']) }));
  const current = keepReads('coin/list', 'coin/fills', ...MONEY_READS);
  await fillIn(user, 'Price', '49000.01');
  await fillIn(user, 'Amount', '0.01001');
  expect(field('Total').value).toBe('490.4901001');
  expect(factOf(ticket(), 'Max total')).toBe('490.4901001USDT');
  expect(factOf(ticket(), 'Est. fee')).toBe('0.00000801BTC');
  expect(factOf(ticket(), 'You receive')).toBe('0.01000199BTC');
  await user.click(submit());
  await waitFor(() => expect(statusText()).toBe('Order placed'));
  const [sent] = server.sent('coin/trade');
  expect(sent).toEqual({
    type: '1',
    currency_id: '1',
    legal_id: '3',
    order_type: 'limit',
    amount: '0.01001',
    target_price: '49000.01',
    time_in_force: 'GTC',
    client_id: sent?.['client_id'],
  });
  expect(sent?.['client_id']).toMatch(/^[0-9a-f]{32}$/);
  expect(current()).toEqual([]);
  expect(field('Amount').value).toBe('');
  expect(field('Price').value).toBe('49000.01');
});

test('a limit that meets the book is shown with the fee of a taker, and a sale with its quote', async () => {
  const user = await openTicket(MARKET, 'Sell');
  await fillIn(user, 'Price', '49990');
  await fillIn(user, 'Amount', '0.1');
  expect(factOf(ticket(), 'You sell')).toBe('0.1BTC');
  expect(factOf(ticket(), 'Est. fee')).toBe('7.4985USDT');
  await fillIn(user, 'Price', '49990.01');
  expect(factOf(ticket(), 'Est. fee')).toBe('3.999201USDT');
});

test('what is typed is there again after another screen', async () => {
  const user = await openTicket();
  await user.click(screen.getByRole('radio', { name: 'Sell' }));
  await fillIn(user, 'Price', '51000');
  await fillIn(user, 'Amount', '0.5');
  server.otherwise('empty');
  act(() => go.push('/pages/common/faq'));
  await waitFor(() => expect(screen.queryByRole('radiogroup', { name: 'Side' })).toBeNull());
  act(() => go.back());
  expect(await screen.findByRole('region', { name: 'Sell BTC' })).toBeTruthy();
  expect([field('Price').value, field('Amount').value, field('Total').value]).toEqual([
    '51000',
    '0.5',
    '25500',
  ]);
});

test('a sale sends the base amount as type 2', async () => {
  const user = await openTicket(MARKET, 'Sell');
  server.reply('coin/trade', { ...SPOT_ORDER, type: 2 });
  await fillIn(user, 'Amount', '0.12345');
  await user.click(submit());
  await waitFor(() => expect(server.sent('coin/trade')).toHaveLength(1));
  expect(server.sent('coin/trade')[0]).toMatchObject({ type: '2', amount: '0.12345' });
});

test('a market purchase is given in quote and shows the worst price of the book', async () => {
  const user = await openTicket();
  server.reply('coin/trade', {
    ...SPOT_ORDER,
    order_type: 'market',
    status: 2,
    filled: '0.00999',
    avg_price: '50015.004995',
    target_price: null,
    amount: null,
    quote_amount: '500',
  });
  await choose(user, 'Order type', 'Market');
  await fillIn(user, 'Total', '500');
  // 0.005 at 50010 and 0.00499 at 50020.
  expect(factOf(ticket(), 'Est. total')).toBe('499.6498USDT');
  expect(factOf(ticket(), 'Worst price')).toBe('50,020.00USDT');
  expect(factOf(ticket(), 'Est. fee')).toBe('0.00001499BTC');
  const { release } = server.hold('coin/trade');
  await user.click(submit());
  await waitFor(() => expect(server.sent('coin/trade')).toHaveLength(1));
  // It is never an open order.
  expect(useOwnOrders.getState().pending.size).toBe(0);
  release();
  await waitFor(() => expect(statusText()).toBe('Filled: 0.00999 BTC at 50,015.00 USDT'));
  expect(server.sent('coin/trade')[0]).toMatchObject({ order_type: 'market', quote_amount: '500' });
  expect(server.sent('coin/trade')[0]).not.toHaveProperty('amount');
  expect(server.sent('coin/trade')[0]).not.toHaveProperty('target_price');
});

test('the slider at 100 % spends the whole balance and never more', async () => {
  const user = await openTicket(MARKET, 'Sell');
  server.reply('coin/trade', { ...SPOT_ORDER, type: 2 });
  const slider = within(ticket()).getByRole('slider', { name: 'Part of the balance' });
  fireEvent.change(slider, { target: { value: '100' } });
  // 0.12345678 in whole lots of 0.00001.
  expect(field('Amount').value).toBe('0.12345');
  fireEvent.change(slider, { target: { value: '25' } });
  expect(field('Amount').value).toBe('0.03086');
  await user.click(screen.getByRole('radio', { name: 'Buy' }));
  await choose(user, 'Order type', 'Market');
  fireEvent.change(slider, { target: { value: '100' } });
  expect(field('Total').value).toBe('1234.567891');
  await user.click(submit());
  await waitFor(() => expect(server.sent('coin/trade')).toHaveLength(1));
  expect(server.sent('coin/trade')[0]).toMatchObject({ quote_amount: '1234.567891' });
});

test.each([
  ['49000', '', 'Enter an amount'],
  ['', '0.01', 'Enter a price'],
  ['49000', '0.0001', 'At least 5 USDT'],
  ['49000', '0.0252', 'Insufficient USDTTransfer'],
])('at price "%s" and amount "%s" says "%s" and sends nothing', async (price, amount, error) => {
  const user = await openTicket();
  await user.clear(field('Price'));
  if (price !== '') await fillIn(user, 'Price', price);
  if (amount !== '') await fillIn(user, 'Amount', amount);
  await user.click(submit());
  expect(within(ticket()).getByRole('alert').textContent).toBe(error);
  expect(server.sent('coin/trade')).toEqual([]);
});

test('maker-only orders that would trade at once are refused before they are sent', async () => {
  const user = await openTicket();
  await user.click(within(ticket()).getByRole('checkbox', { name: 'Post only' }));
  await fillIn(user, 'Price', '50010');
  await fillIn(user, 'Amount', '0.001');
  await user.click(submit());
  expect(within(ticket()).getByRole('alert').textContent).toMatch(/^Would trade at once/);
  await fillIn(user, 'Price', '50009.99');
  server.reply('coin/trade', { ...SPOT_ORDER, post_only: true });
  await user.click(submit());
  await waitFor(() => expect(server.sent('coin/trade')).toHaveLength(1));
  expect(server.sent('coin/trade')[0]).toMatchObject({ post_only: '1', target_price: '50009.99' });
});

test('stop orders send their trigger, OCO both prices', async () => {
  const user = await openTicket(MARKET, 'Sell');
  server.reply('coin/trade', { ...SPOT_ORDER, type: 2, order_type: 'oco' });
  await choose(user, 'Order type', 'OCO');
  await fillIn(user, 'Trigger', '48000');
  await fillIn(user, 'Price', '52000');
  await fillIn(user, 'Amount', '0.1');
  await user.click(submit());
  await waitFor(() => expect(server.sent('coin/trade')).toHaveLength(1));
  expect(server.sent('coin/trade')[0]).toMatchObject({
    order_type: 'oco',
    stop_price: '48000',
    target_price: '52000',
  });
  expect(server.sent('coin/trade')[0]).not.toHaveProperty('time_in_force');
});

test('a trigger is compared with the live price, not with that of the list', async () => {
  const user = await openTicket();
  await choose(user, 'Order type', 'Stop market');
  await fillIn(user, 'Trigger', '51000');
  await fillIn(user, 'Amount', '0.01');
  expect(field('Trigger').getAttribute('aria-invalid')).not.toBe('true');
  await push('ticker', [{ match_id: 7, now_price: '52000', change: '+4.00', volume: '12' }]);
  await waitFor(() => expect(field('Trigger').getAttribute('aria-invalid')).toBe('true'));
  await user.click(submit());
  expect(server.sent('coin/trade')).toEqual([]);
});

test('IOC is sent as chosen', async () => {
  const user = await openTicket();
  server.reply('coin/trade', { ...SPOT_ORDER, time_in_force: 'IOC', status: 5 });
  await choose(user, 'Time in force', /^IOC/);
  await fillIn(user, 'Amount', '0.01');
  await user.click(submit());
  await waitFor(() => expect(statusText()).toBe('Not filled'));
  expect(server.sent('coin/trade')[0]).toMatchObject({ time_in_force: 'IOC' });
});

test('a double tap places one order', async () => {
  const user = await openTicket();
  server.reply('coin/trade', SPOT_ORDER);
  const { release } = server.hold('coin/trade');
  await fillIn(user, 'Amount', '0.01');
  await user.dblClick(submit());
  release();
  await waitFor(() => expect(statusText()).toBe('Order placed'));
  expect(server.sent('coin/trade')).toHaveLength(1);
});

test('an unanswered order is sent again under its client id and key; the next order has others', async () => {
  const user = await openTicket();
  server.loseAnswer('coin/trade');
  await fillIn(user, 'Amount', '0.01');
  await user.click(submit());
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No connection/);
  server.reply('coin/trade', SPOT_ORDER);
  await user.click(submit());
  await waitFor(() => expect(statusText()).toBe('Order placed'));
  await fillIn(user, 'Amount', '0.01');
  await user.click(submit());
  await waitFor(() => expect(server.received('coin/trade')).toHaveLength(3));
  const [first, second, third] = server.received('coin/trade');
  expect(second).toEqual(first);
  expect(third?.fields['client_id']).not.toBe(first?.fields['client_id']);
  expect(third?.idempotencyKey).not.toBe(first?.idempotencyKey);
  // Without an answer too, another order is not sent as the first.
  server.loseAnswer('coin/trade');
  for (const amount of ['0.02', '0.021']) {
    await fillIn(user, 'Amount', amount);
    await user.click(submit());
    expect((await within(ticket()).findByRole('alert')).textContent).toMatch(/^No connection/);
  }
  const [fourth, fifth] = server.received('coin/trade').slice(3);
  expect(fifth?.fields).toMatchObject({ amount: '0.021' });
  expect(fifth?.fields['client_id']).not.toBe(fourth?.fields['client_id']);
});

test('a refusal is shown, the ticket stays, and the expected order is gone', async () => {
  const user = await openTicket();
  server.refuse('coin/trade', 'price_outside_band', 'Too far from the index.');
  await fillIn(user, 'Amount', '0.01');
  await user.click(submit());
  await waitFor(() =>
    expect(within(ticket()).getByRole('alert').textContent).toBe('Too far from the index.'),
  );
  expect(field('Price').getAttribute('aria-invalid')).toBe('true');
  expect(field('Amount').value).toBe('0.01');
  expect(screen.getByText('No open orders.')).toBeTruthy();
});

test('asks before it sends where that is switched on, and "do not ask again" switches it off', async () => {
  setTrade({ confirm: true });
  const user = await openTicket();
  server.reply('coin/trade', SPOT_ORDER);
  await fillIn(user, 'Price', '49000');
  await fillIn(user, 'Amount', '0.01');
  await user.click(submit());
  const dialog = await screen.findByRole('dialog', { name: 'Confirm purchase' });
  expect(factOf(dialog, 'Amount')).toBe('0.01BTC');
  expect(factOf(dialog, 'Price')).toBe('49,000.00USDT');
  expect(factOf(dialog, 'Max total')).toBe('490.00USDT');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(server.sent('coin/trade')).toEqual([]);
  await user.click(submit());
  await user.click(within(dialog).getByRole('checkbox', { name: 'Do not ask again' }));
  await user.click(within(dialog).getByRole('button', { name: 'Buy' }));
  await waitFor(() => expect(statusText()).toBe('Order placed'));
  await fillIn(user, 'Amount', '0.01');
  await user.click(submit());
  await waitFor(() => expect(server.sent('coin/trade')).toHaveLength(2));
});

test.each([
  [{ filled: '0.01', avg_price: '48999.995', status: 2 as const }, 'Filled: 0.01 BTC at 49,000.00 USDT'],
  [{ filled: '0.004', avg_price: '48999', status: 4 as const }, 'Partly filled: 0.004 BTC at 48,999.00 USDT'],
  [{ filled: '0.004', avg_price: '48999', status: 3 as const }, 'Partly filled: 0.004 BTC at 48,999.00 USDT'],
  [{ filled: '0', status: 3 as const }, 'Not filled'],
])('the answer %o is said as it is', async (answer, said) => {
  const user = await openTicket();
  server.reply('coin/trade', { ...SPOT_ORDER, ...answer });
  await fillIn(user, 'Amount', '0.01');
  await user.click(submit());
  await waitFor(() => expect(statusText()).toBe(said));
});

test('a confirmed market purchase and sale show what is given, in its currency and side', async () => {
  setTrade({ confirm: true });
  const user = await openTicket();
  await choose(user, 'Order type', 'Market');
  await fillIn(user, 'Total', '500');
  await user.click(submit());
  const buy = await screen.findByRole('dialog', { name: 'Confirm purchase' });
  expect(factOf(buy, 'Total')).toBe('500USDT');
  await user.click(within(buy).getByRole('button', { name: 'Cancel' }));
  await user.click(within(ticket()).getByRole('radio', { name: 'Sell' }));
  await fillIn(user, 'Amount', '0.02');
  await user.click(submit());
  const sell = await screen.findByRole('dialog', { name: 'Confirm sale' });
  expect(factOf(sell, 'Amount')).toBe('0.02BTC');
  within(sell).getByRole('button', { name: 'Sell' });
});

test.each(['halted', 'cancel_only'] as const)('nothing is sent to a market that is %s', async (state) => {
  const user = await openTicket({ ...MARKET, state });
  await fillIn(user, 'Amount', '0.01');
  await user.click(submit());
  expect(server.sent('coin/trade')).toEqual([]);
});

test('a balance that the server pushes counts at once', async () => {
  const user = await openTicket();
  // What is missing comes from a transfer of what the side pays with.
  const topUp = within(ticket()).getByRole('link', { name: 'Transfer funds to this account' });
  expect(topUp.getAttribute('href')).toBe('#/pages/fund/transfer?to=change&currency=3');
  await fillIn(user, 'Price', '49000');
  await fillIn(user, 'Amount', '0.01');
  await push('balances', [{ type: 2, currency: 3, available: '489.99', held: '0' }]);
  await within(ticket()).findByText('489.99');
  await user.click(submit());
  const missing = within(within(ticket()).getByRole('alert'));
  missing.getByText('Insufficient USDT');
  expect(missing.getByRole('link', { name: 'Transfer' }).getAttribute('href')).toBe(
    '#/pages/fund/transfer?to=change&currency=3',
  );
  // Balances of other accounts do not count.
  await push('balances', [{ type: 3, currency: 3, available: '5000', held: '0' }]);
  await push('balances', [{ type: 2, currency: 3, available: '490', held: '0' }]);
  await waitFor(() => expect(within(ticket()).queryByRole('alert')).toBeNull());
});

test('accepts groups of thousands and takes a misplaced comma for no amount', async () => {
  const user = await openTicket();
  server.reply('coin/trade', SPOT_ORDER);
  await fillIn(user, 'Price', '49,000.01');
  await fillIn(user, 'Amount', '0,01');
  expect(field('Price').value).toBe('49,000.01');
  expect(field('Total').value).toBe('');
  await fillIn(user, 'Amount', '0.01');
  await user.click(submit());
  await waitFor(() =>
    expect(server.sent('coin/trade')).toMatchObject([{ amount: '0.01', target_price: '49000.01' }]),
  );
});
