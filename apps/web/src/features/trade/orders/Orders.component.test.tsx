import { FakeSocket } from '@karat/fake-server';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { factOf, fillIn, openApp, push, server, tap, toastText } from '../../../testing/app.tsx';
import { CURRENCIES, MARKET, SPOT_ORDER, WALLETS, emptyPage, marketsOf } from '../../../testing/fixtures.ts';
import type { Order } from './own-orders-store.ts';

/** A buy of 0.01 BTC at 49,000, of which 0.004 are filled. */
const ORDER: Order = {
  ...SPOT_ORDER,
  filled: '0.004',
  filled_quote: '196',
  avg_price: '49000',
  status: 4,
};

async function openOrders(...orders: readonly Order[]): Promise<UserEvent> {
  server
    .reply('currency/quotation_new', marketsOf(MARKET))
    .reply('currency/list', CURRENCIES)
    .reply('wallet/list', WALLETS)
    .reply('coin/list', { ...emptyPage(), data: [...orders], total: orders.length });
  const user = await openApp('/pages/transaction/currency_order?id=7');
  await screen.findAllByText('BTC/USDT');
  return user;
}

async function edit(user: UserEvent): Promise<HTMLElement> {
  await tap(user, 'Edit Buy order at 49000');
  return screen.findByRole('dialog', { name: 'Edit order' });
}
const save = (sheet: HTMLElement): HTMLButtonElement =>
  within(sheet).getByRole<HTMLButtonElement>('button', { name: 'Save changes' });

test('a smaller order keeps its place and sends no price; another price is sent with the amount', async () => {
  const user = await openOrders(ORDER);
  server.reply('coin/amend', ORDER);
  let sheet = await edit(user);
  expect(save(sheet).disabled).toBe(true);
  await fillIn(user, 'Amount', '0.006');
  // What is left of it: 0.002 x 49,000.
  expect(factOf(sheet, 'Total')).toBe('98USDT');
  expect(within(sheet).getByText(/keeps its place in the queue/u)).toBeTruthy();
  await user.dblClick(save(sheet));
  await waitFor(() => expect(toastText()).toBe('Order changed'));
  sheet = await edit(user);
  await fillIn(user, 'Price', '48000');
  expect(within(sheet).getByText(/goes to the end of the queue/u)).toBeTruthy();
  await user.click(save(sheet));
  await waitFor(() => expect(server.sent('coin/amend')).toHaveLength(2));
  expect(server.sent('coin/amend')).toEqual([
    { id: '900', amount: '0.006' },
    { id: '900', amount: '0.01', target_price: '48000' },
  ]);
});

test('a changed order is more than what is filled, and covered by the balance with what the order holds', async () => {
  const user = await openOrders(ORDER);
  const sheet = await edit(user);
  await fillIn(user, 'Amount', '0.004');
  expect(within(sheet).getByText('Must be more than the 0.004 already filled')).toBeTruthy();
  expect(save(sheet).disabled).toBe(true);
  // The order holds 0.006 x 49,000 = 294, with the balance 1,528.567891: enough for 0.03119, not for 0.0312.
  await fillIn(user, 'Amount', '0.0352');
  expect(within(sheet).getByText('Insufficient USDT')).toBeTruthy();
  await fillIn(user, 'Amount', '0.03519');
  expect(save(sheet).disabled).toBe(false);
  server.refuse('coin/amend', 'price_outside_band', 'Too far from the index');
  await user.click(save(sheet));
  await within(sheet).findByText('Too far from the index');
  expect(within(sheet).getByLabelText('Price').getAttribute('aria-invalid')).toBe('true');
});

test('one order is cancelled by itself, and all of the market after a question', async () => {
  const user = await openOrders(ORDER, { ...ORDER, id: 901, target_price: '48500' });
  server.reply('coin/cancel', { ...ORDER, status: 3, updated_ms: 2 });
  const { release } = server.hold('coin/cancel');
  await tap(user, 'Cancel Buy order at 49000');
  const busyOf = (price: string): string | null =>
    screen.getByRole('button', { name: `Cancel Buy order at ${price}` }).getAttribute('aria-busy');
  await waitFor(() => expect(busyOf('49000')).toBe('true'));
  expect(busyOf('48500')).not.toBe('true');
  release();
  await waitFor(() => expect(toastText()).toBe('Order cancelled'));
  expect(server.sent('coin/cancel')).toEqual([{ id: '900' }]);
  server.reply('coin/cancel_all', { cancelled: [901] });
  await tap(user, 'Cancel all');
  const question = await screen.findByRole('dialog', { name: 'Cancel all open orders?' });
  expect(server.sent('coin/cancel_all')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Cancel all' }));
  await waitFor(() => expect(toastText()).toBe('1 order cancelled'));
  expect(server.sent('coin/cancel_all')).toEqual([{ currency_id: '1', legal_id: '3' }]);
});

test('after a lost connection the orders are read again and win over what was pushed before', async () => {
  await openOrders(ORDER);
  await push('orders', { ...ORDER, amount: '0.02', updated_ms: 5 });
  await screen.findByText('0.02', { exact: false });
  const before = server.sent('coin/list').length;
  // As the server has it after a restore of the order: its time did not change.
  const list = { ...emptyPage(), data: [{ ...ORDER, amount: '0.03', updated_ms: 4 }], total: 1 };
  server.reply('coin/list', list);
  act(() => FakeSocket.connected.at(-1)?.close());
  await screen.findByText('0.03', { exact: false });
  expect(server.sent('coin/list').length).toBeGreaterThan(before);
});

/** The figures of an order's card, by name. */
const figuresOf = (card: Element | undefined): (string | undefined)[] =>
  [...(card?.querySelectorAll('dt') ?? [])].map(
    (name) => `${name.textContent}: ${name.parentElement?.querySelector('dd')?.textContent}`,
  );

test('a card names side, units and the currency of its fee, for purchase and sale', async () => {
  await openOrders(
    { ...ORDER, fee: '0.0001', fee_currency: 'BTC' },
    {
      ...ORDER,
      id: 901,
      type: 2,
      target_price: '51000',
      fee: '0.3',
      fee_currency: 'USDT',
      stop_price: '50500',
    },
    {
      ...ORDER,
      id: 902,
      order_type: 'market',
      target_price: null,
      amount: null,
      quote_amount: '700',
      fee: '0',
    },
  );
  await waitFor(() => expect(document.querySelectorAll('article')).toHaveLength(3));
  const [byValue, sale, purchase] = document.querySelectorAll('article');
  expect(purchase?.textContent).toMatch(/^BuyBTC\/USDTLimit/);
  expect(purchase?.querySelector('.text-up-ink')?.textContent).toBe('Buy');
  expect(figuresOf(purchase)).toEqual([
    ...[
      'Price: 49,000.00USDT',
      'Amount: 0.01BTC',
      'Filled: 0.004BTC',
      'Avg. price: 49,000.00USDT',
      'Fee: 0.0001BTC',
    ],
  ]);
  expect(sale?.textContent).toMatch(/^SellBTC\/USDTLimit/);
  expect(sale?.querySelector('.text-down-ink')?.textContent).toBe('Sell');
  expect(figuresOf(sale)).toContain('Fee: 0.3USDT');
  expect(figuresOf(sale)).toContain('Trigger: 50,500.00USDT');
  expect(figuresOf(byValue).slice(0, 3)).toEqual(['Price: Market', 'Total: 700USDT', 'Filled: 0.004BTC']);
});

test('the history reads what is closed, of the market of the screen', async () => {
  const user = await openOrders(ORDER);
  server.reply('coin/list', { ...emptyPage(), data: [{ ...ORDER, id: 880, status: 3 }], total: 1 });
  await user.click(screen.getByRole('tab', { name: 'History' }));
  await waitFor(() => expect(server.sent('coin/list').at(-1)).toMatchObject({ open: '0' }));
  expect(server.sent('coin/list')[0]).toMatchObject({ open: '1' });
});

test('a fill names its role, value and the currency of its fee', async () => {
  const user = await openOrders(ORDER);
  const fill = {
    ...{
      id: 1,
      order_id: 900,
      match_id: 7,
      symbol: 'BTC/USDT',
      type: 2 as const,
      price: '51000',
      amount: '0.2',
    },
    ...{ quote_amount: '10200', fee: '8.16', fee_currency: 'USDT', maker: true },
    ...{ created_at: '2026-01-01 00:00:00', created_ms: 1 },
  };
  const data = [fill, { ...fill, id: 2, type: 1 as const, maker: false, fee: '0.0003', fee_currency: 'BTC' }];
  server.reply('coin/fills', { ...emptyPage(), data, total: 2 });
  await user.click(screen.getByRole('tab', { name: 'Fills' }));
  await screen.findByText('maker');
  const [sale, purchase] = document.querySelectorAll('article');
  expect(sale?.textContent).toMatch(/^SellBTC\/USDTmaker/);
  expect(figuresOf(sale)).toEqual([
    'Price: 51,000.00USDT',
    'Amount: 0.2BTC',
    'Value: 10,200USDT',
    'Fee: 8.16USDT',
  ]);
  expect(purchase?.textContent).toMatch(/^BuyBTC\/USDTtaker/);
  expect(figuresOf(purchase)).toContain('Fee: 0.0003BTC');
});
