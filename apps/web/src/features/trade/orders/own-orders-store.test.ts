import { expect, test } from 'vitest';
import {
  NOTHING,
  balanceKey,
  isOpen,
  mayAmend,
  openOrders,
  withBalances,
  withOrder,
  withPending,
  withoutConnection,
  withoutPending,
} from './own-orders-store.ts';
import type { Order } from './own-orders-store.ts';

const order = (id: number, changes: Partial<Order> = {}): Order =>
  ({ id, client_id: null, match_id: 1, status: 1, updated_ms: 100, ...changes }) as Order;
const ids = (orders: readonly Order[]): number[] => orders.map(({ id }) => id);

test('live events override the list: new orders appear, ended ones leave', () => {
  const own = withOrder(withOrder(NOTHING, order(3)), order(1, { status: 3, updated_ms: 101 }));
  expect(ids(openOrders([order(2), order(1)], own, undefined))).toEqual([3, 2]);
});

test('a list that is read after an event wins', () => {
  const own = withOrder(NOTHING, order(1, { filled: '0' }));
  const read = order(1, { status: 4, filled: '0.5', updated_ms: 200 });
  expect(openOrders([read], own, undefined)).toEqual([read]);
});

test('of an event and a list of the same moment the event is shown', () => {
  const own = withOrder(NOTHING, order(1, { filled: '0.5' }));
  expect(openOrders([order(1, { filled: '0' })], own, undefined)).toMatchObject([{ filled: '0.5' }]);
  expect(withOrder(own, order(1, { filled: '0.7' })).orders.get(1)?.filled).toBe('0.7');
});

test('an older event of an order is dropped', () => {
  const own = withOrder(NOTHING, order(1, { status: 2, updated_ms: 200 }));
  expect(withOrder(own, order(1, { updated_ms: 150 }))).toBe(own);
});

test('orders of other markets are filtered out', () => {
  expect(ids(openOrders([order(1), order(2, { match_id: 2 })], NOTHING, 2))).toEqual([2]);
});

test('a pending order comes first until the server returns or refuses it', () => {
  const pending = withPending(NOTHING, 'k', order(0, { client_id: 'k' }));
  expect(ids(openOrders([order(1)], pending, 1))).toEqual([0, 1]);
  expect(openOrders([order(1)], pending, 2)).toEqual([]);
  expect(ids(openOrders([order(1)], withOrder(pending, order(7, { client_id: 'k' })), 1))).toEqual([7, 1]);
  expect(ids(openOrders([order(1)], withoutPending(pending, 'k'), 1))).toEqual([1]);
});

test('the latest balance of each account and currency counts', () => {
  const change = (available: string) => ({ type: 2, currency: 3, available, held: '0' });
  const own = withBalances(withBalances(NOTHING, [change('5')]), [
    change('4'),
    { ...change('9'), currency: 1 },
  ]);
  expect(own.balances.get(balanceKey(2, 3))?.available).toBe('4');
  expect(own.balances.get(balanceKey(2, 1))?.available).toBe('9');
});

test('after a disconnection only pending orders remain', () => {
  const own = withPending(withOrder(NOTHING, order(1)), 'k', order(0, { client_id: 'k' }));
  const after = withoutConnection(own);
  expect(after.orders.size).toBe(0);
  expect(after.pending.size).toBe(1);
});

test('the number of stored orders is limited', () => {
  let own = NOTHING;
  for (let id = 1; id <= 700; id += 1) own = withOrder(own, order(id));
  expect(own.orders.size).toBe(500);
  expect(own.orders.has(700)).toBe(true);
});

test('an order is open until it is filled or ended', () => {
  expect([1, 2, 3, 4, 5].map((status) => isOpen(order(1, { status } as Partial<Order>)))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

test('a limit order in the book can be changed, no other', () => {
  const limit = order(1, { order_type: 'limit', waiting: false, amount: '1' } as Partial<Order>);
  expect(mayAmend(limit)).toBe(true);
  expect(mayAmend({ ...limit, order_type: 'market' })).toBe(false);
  expect(mayAmend({ ...limit, waiting: true } as Order)).toBe(false);
  expect(mayAmend({ ...limit, amount: null })).toBe(false);
  expect(mayAmend({ ...limit, id: 0 })).toBe(false);
});

test('the newest 500 orders are kept; an order that changes again counts as new', () => {
  let own = NOTHING;
  for (let id = 1; id <= 500; id += 1) own = withOrder(own, order(id));
  own = withOrder(own, order(1, { updated_ms: 101 }));
  own = withOrder(own, order(501));
  expect(own.orders.size).toBe(500);
  expect([own.orders.has(1), own.orders.has(2), own.orders.has(3)]).toEqual([true, false, true]);
});
