import { expect, test } from 'vitest';
import { OrderBook, Outcome, Reason, Side } from './index.ts';

test('an id that rests is refused again, also after orders with lower ids', () => {
  const book = new OrderBook({ expectedOrders: 1 });
  for (const id of [9, 5]) expect(book.limit(id, 1, Side.Buy, 100, 1)).toBe(Outcome.Resting);
  for (const id of [9, 5]) {
    expect(book.limit(id, 1, Side.Buy, 101, 1)).toBe(Outcome.Refused);
    expect(book.result.reason).toBe(Reason.DuplicateId);
  }
});

test('orders that share a home come and go without using up the memory', () => {
  const book = new OrderBook({ expectedOrders: 1, ordersMax: 32 });
  book.limit(1, 1, Side.Buy, 100, 1);
  for (let order = 1; order <= 10_000; order++) {
    const id = 1 + 64 * order;
    book.limit(id, 1, Side.Buy, 100, 1);
    expect(book.cancel(id)).toBe(Outcome.Cancelled);
  }
  expect(book.snapshot().map(({ id }) => id)).toEqual([1]);
});

test('an order can be filled by more makers than any before', () => {
  const book = new OrderBook({ expectedOrders: 1 });
  const makers = Array.from({ length: 3_000 }, (_, at) => at + 1);
  for (const id of makers) book.limit(id, 1, Side.Sell, 100 + (id % 7), 2);
  book.market(9_999, 2, Side.Buy, 6_000);
  const fills = book.fills.toArray();
  expect(fills.map(({ makerId }) => makerId)).toEqual(makers.toSorted((a, b) => (a % 7) - (b % 7) || a - b));
  expect(fills.every(({ quantity, price, makerId }) => quantity === 2 && price === 100 + (makerId % 7))).toBe(
    true,
  );
});
