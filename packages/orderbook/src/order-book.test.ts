import { expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import {
  MAX_OWNER,
  MAX_PRICE,
  MAX_QUANTITY,
  OrderBook,
  Outcome,
  Reason,
  Side,
  TimeInForce,
} from './index.ts';

const ALICE = 1;
const BOB = 2;
const CAROL = 3;

test('a trade prints at the resting price and leaves the rest of the maker in the book', () => {
  const book = new OrderBook();
  book.limit(1, ALICE, Side.Sell, 30_000, 50);
  expect(book.limit(2, BOB, Side.Buy, 30_010, 30)).toBe(Outcome.Filled);
  expect(book.fills.toArray()).toEqual([
    {
      makerId: 1,
      makerOwner: ALICE,
      takerId: 2,
      takerSide: Side.Buy,
      price: 30_000,
      quantity: 30,
      makerRemaining: 20,
    },
  ]);
  expect(book.result.filledNotional).toBe(900_000);
  expect(book.order(1)).toEqual({ id: 1, owner: ALICE, side: Side.Sell, price: 30_000, quantity: 20 });
  expect(book.bestAsk).toBe(30_000);
  expect(book.bestBid).toBeNull();
});

test('the quantity at a price counts one side only, and nothing where nothing rests', () => {
  const book = new OrderBook();
  book.limit(1, ALICE, Side.Buy, 100, 10);
  book.limit(2, BOB, Side.Buy, 100, 5);
  book.limit(3, CAROL, Side.Sell, 110, 7);
  expect(book.quantityAt(Side.Buy, 100)).toBe(15);
  expect(book.quantityAt(Side.Sell, 100)).toBe(0);
  expect(book.quantityAt(Side.Sell, 110)).toBe(7);
  expect(book.quantityAt(Side.Buy, 110)).toBe(0);
  expect(book.quantityAt(Side.Buy, 99)).toBe(0);
  expect(book.quantityAt(Side.Sell, 5_000_000)).toBe(0);
  book.cancel(3);
  expect(book.quantityAt(Side.Sell, 110)).toBe(0);
});

test('the best prices are those of the nearest orders, and null on a side without orders', () => {
  const book = new OrderBook();
  expect([book.bestBid, book.bestAsk]).toEqual([null, null]);
  for (const [at, price] of [100, 101, 99].entries()) book.limit(at + 1, ALICE, Side.Buy, price, 1);
  expect([book.bestBid, book.bestAsk]).toEqual([101, null]);
  for (const [at, price] of [110, 109, 111].entries()) book.limit(at + 4, BOB, Side.Sell, price, 1);
  expect([book.bestBid, book.bestAsk]).toEqual([101, 109]);
  book.cancel(2);
  book.cancel(5);
  expect([book.bestBid, book.bestAsk]).toEqual([100, 110]);
});

test('a reduced order keeps its place in the queue', () => {
  const book = new OrderBook();
  book.limit(1, ALICE, Side.Buy, 100, 10);
  book.limit(2, BOB, Side.Buy, 100, 10);
  expect(book.reduce(1, 4)).toBe(Outcome.Reduced);
  expect(book.depth(Side.Buy, 1)).toEqual([{ price: 100, quantity: 14 }]);
  book.market(3, CAROL, Side.Sell, 5);
  expect(book.fills.toArray().map(({ makerId, quantity }) => [makerId, quantity])).toEqual([
    [1, 4],
    [2, 1],
  ]);
});

test('a taker is cancelled where it meets its own owner and keeps its earlier trades', () => {
  const book = new OrderBook();
  book.limit(1, BOB, Side.Sell, 100, 5);
  book.limit(2, ALICE, Side.Sell, 101, 5);
  book.limit(3, BOB, Side.Sell, 102, 5);
  expect(book.limit(4, ALICE, Side.Buy, 102, 12)).toBe(Outcome.PartlyFilledCancelled);
  expect(book.result.reason).toBe(Reason.SelfTrade);
  expect(book.result.filledQuantity).toBe(5);
  expect(book.result.cancelledQuantity).toBe(7);
  expect(book.snapshot().map(({ id }) => id)).toEqual([2, 3]);
});

test('a taker that is filled by whole makers meets no further one of the same price', () => {
  const book = new OrderBook();
  book.limit(1, BOB, Side.Sell, 100, 2);
  book.limit(2, CAROL, Side.Sell, 100, 3);
  book.limit(3, BOB, Side.Sell, 100, 5);
  expect(book.limit(4, ALICE, Side.Buy, 100, 5)).toBe(Outcome.Filled);
  expect(book.fills.toArray().map(({ makerId, quantity }) => [makerId, quantity])).toEqual([
    [1, 2],
    [2, 3],
  ]);
  expect(book.limit(5, CAROL, Side.Buy, 100, 5)).toBe(Outcome.Filled);
  expect(book.snapshot()).toEqual([]);
});

test('an order for a quote amount never trades over it, and ends where no lot fits', () => {
  const book = new OrderBook();
  book.limit(1, ALICE, Side.Sell, 7, 2);
  book.limit(2, ALICE, Side.Sell, 10, 9);
  expect(book.marketByQuote(3, BOB, Side.Buy, 40)).toBe(Outcome.Filled);
  expect([book.result.filledQuantity, book.result.filledNotional]).toEqual([4, 34]);
  expect(book.marketByQuote(4, BOB, Side.Buy, 9)).toBe(Outcome.Cancelled);
  expect(book.result.reason).toBe(Reason.BudgetSpent);
});

test('a quote amount with one unit unspent in an empty book is filled in part, exactly spent it is filled', () => {
  const book = new OrderBook();
  book.limit(1, ALICE, Side.Sell, 9, 1);
  expect(book.marketByQuote(2, BOB, Side.Buy, 10)).toBe(Outcome.PartlyFilledCancelled);
  expect([book.result.reason, book.result.filledNotional]).toEqual([Reason.NoLiquidity, 9]);
  book.limit(3, ALICE, Side.Sell, 10, 1);
  expect(book.marketByQuote(4, BOB, Side.Buy, 10)).toBe(Outcome.Filled);
});

test('all or nothing trades nothing where its notional would leave the safe integers', () => {
  const book = new OrderBook();
  const lots = Math.floor(MAX_QUANTITY / MAX_PRICE);
  book.limit(1, ALICE, Side.Sell, MAX_PRICE - 1, lots);
  book.limit(2, ALICE, Side.Sell, MAX_PRICE, lots);
  const before = book.snapshot();
  expect(book.market(3, BOB, Side.Buy, 2 * lots, true)).toBe(Outcome.Cancelled);
  expect([book.result.reason, book.fills.count]).toEqual([Reason.OutOfBounds, 0]);
  expect(book.snapshot()).toEqual(before);
  expect(book.market(4, BOB, Side.Buy, lots, true)).toBe(Outcome.Filled);
});

test('all or nothing trades where its notional is exactly the highest safe integer', () => {
  const book = new OrderBook();
  const price = 6_361;
  const lots = MAX_QUANTITY / price;
  book.limit(1, ALICE, Side.Sell, price, lots);
  expect(book.market(2, BOB, Side.Buy, lots, true)).toBe(Outcome.Filled);
  expect(book.result.filledNotional).toBe(MAX_QUANTITY);
});

test('a sale for a quote amount stops at the holding given with it', () => {
  const book = new OrderBook();
  book.limit(1, ALICE, Side.Buy, 100, 10);
  expect(book.marketByQuote(2, BOB, Side.Sell, 750, 3)).toBe(Outcome.PartlyFilledCancelled);
  expect(book.result.reason).toBe(Reason.QuantityLimit);
  expect(book.marketByQuote(3, BOB, Side.Sell, 450, 5)).toBe(Outcome.Filled);
  expect(book.result.filledQuantity).toBe(4);
});

test('invalid ids, owners, prices, quantities and budgets are refused and change nothing', () => {
  const book = new OrderBook();
  const buy = (id: number, owner: number, price: number, quantity: number): [Outcome, Reason] => [
    book.limit(id, owner, Side.Buy, price, quantity),
    book.result.reason,
  ];
  for (const id of [0, -1, 1.5, Number.NaN, 2 ** 53]) expect(buy(id, 1, 1, 1)).toEqual([0, Reason.InvalidId]);
  for (const owner of [-1, 0.5, MAX_OWNER + 1]) expect(buy(1, owner, 1, 1)).toEqual([0, Reason.InvalidOwner]);
  for (const price of [0, -5, 1.5, MAX_PRICE + 1])
    expect(buy(1, 1, price, 1)).toEqual([0, Reason.InvalidPrice]);
  for (const lots of [0, -1, 0.1, Infinity, 2 ** 53])
    expect(buy(1, 1, 1, lots)).toEqual([0, Reason.InvalidQuantity]);
  for (const budget of [0, 1.5]) {
    expect(book.marketByQuote(1, 1, Side.Buy, budget)).toBe(Outcome.Refused);
    expect(book.marketByQuote(1, 1, Side.Buy, 5, budget)).toBe(Outcome.Refused);
  }
  expect(book.market(1, 1, Side.Buy, Number.NaN)).toBe(Outcome.Refused);
  expect(book.snapshot()).toEqual([]);
});

test('an invalid id names no order', () => {
  const book = new OrderBook();
  book.limit(1, ALICE, Side.Buy, 100, 10);
  for (const id of [0, -0, -1, 0.5, 1.5, Number.NaN, Infinity, 2 ** 53]) {
    expect(book.cancel(id)).toBe(Outcome.Refused);
    expect(book.result.reason).toBe(Reason.UnknownOrder);
    expect(book.reduce(id, 1)).toBe(Outcome.Refused);
    expect(book.order(id)).toBeNull();
  }
  expect(book.orderCount).toBe(1);
});

test('the highest owner, price and quantity pass through unchanged', () => {
  const book = new OrderBook();
  book.limit(Number.MAX_SAFE_INTEGER, MAX_OWNER, Side.Sell, MAX_PRICE, 3);
  book.limit(1, 0, Side.Buy, 1, MAX_QUANTITY);
  expect(book.snapshot()).toEqual([
    { id: 1, owner: 0, side: Side.Buy, price: 1, quantity: MAX_QUANTITY },
    { id: Number.MAX_SAFE_INTEGER, owner: MAX_OWNER, side: Side.Sell, price: MAX_PRICE, quantity: 3 },
  ]);
  book.market(2, 7, Side.Buy, 1);
  expect(book.fills.makerOwner(0)).toBe(MAX_OWNER);
  expect(book.fills.makerId(0)).toBe(Number.MAX_SAFE_INTEGER);
});

test('an order whose notional would leave the safe integers is refused, by the price that it may meet', () => {
  const book = new OrderBook();
  expect(book.limit(1, ALICE, Side.Buy, 2 ** 30, 2 ** 23)).toBe(Outcome.Refused);
  expect(book.result.reason).toBe(Reason.OutOfBounds);
  book.limit(2, ALICE, Side.Buy, 2 ** 30, 1);
  expect(book.limit(3, BOB, Side.Sell, 1, 2 ** 23)).toBe(Outcome.Refused);
  expect(book.result.reason).toBe(Reason.OutOfBounds);
  // A buyer below the best bid meets no price above the limit.
  expect(book.limit(4, BOB, Side.Buy, 1, 2 ** 23)).toBe(Outcome.Resting);
});

test('the quantity of one side stays within the safe integers', () => {
  const book = new OrderBook();
  book.limit(1, ALICE, Side.Buy, 1, MAX_QUANTITY - 5);
  expect(book.limit(2, ALICE, Side.Buy, 1, 6)).toBe(Outcome.Refused);
  expect(book.result.reason).toBe(Reason.OutOfBounds);
  expect(book.limit(2, ALICE, Side.Buy, 1, 5)).toBe(Outcome.Resting);
  expect(book.totalQuantity(Side.Buy)).toBe(MAX_QUANTITY);
});

test('a market order stops before its notional leaves the safe integers', () => {
  const book = new OrderBook();
  for (let id = 1; id <= 3; id++) book.limit(id, ALICE, Side.Sell, 2 ** 30, 2 ** 22);
  expect(book.market(4, BOB, Side.Buy, 3 * 2 ** 22)).toBe(Outcome.PartlyFilledCancelled);
  expect(book.result.reason).toBe(Reason.OutOfBounds);
  expect(book.result.filledQuantity).toBe(2 ** 23 - 1);
  expect(book.market(5, BOB, Side.Buy, 2 ** 22, true)).toBe(Outcome.Filled);
});

test('a full book refuses another resting order but still trades', () => {
  const book = new OrderBook({ ordersMax: 2 });
  book.limit(1, ALICE, Side.Buy, 10, 1);
  book.limit(2, ALICE, Side.Buy, 9, 1);
  expect(book.limit(3, ALICE, Side.Buy, 8, 1)).toBe(Outcome.Refused);
  expect(book.result.reason).toBe(Reason.BookFull);
  expect(book.limit(4, BOB, Side.Sell, 10, 1, TimeInForce.ImmediateOrCancel)).toBe(Outcome.Filled);
  book.limit(6, ALICE, Side.Buy, 10, 1);
  expect(book.limit(7, BOB, Side.Sell, 10, 1, TimeInForce.FillOrKill)).toBe(Outcome.Filled);
  expect(book.limit(5, ALICE, Side.Buy, 8, 1)).toBe(Outcome.Resting);
});

test('a damaged snapshot is not restored', () => {
  const bid = { id: 1, owner: ALICE, side: Side.Buy, price: 10, quantity: 1 };
  expect(() => OrderBook.restore([bid, bid])).toThrow('order 1');
  expect(() => OrderBook.restore([bid, { ...bid, id: 2, side: Side.Sell }])).toThrow('order 2');
});

test('a long-lived book reuses the memory of removed orders', () => {
  const book = new OrderBook({ expectedOrders: 64 });
  const rounds = runs(200_000, 20_000);
  for (let id = 1; id <= rounds; id++) {
    book.limit(id, ALICE, Side.Buy, 1_000 + (id % 5_000), 1);
    if (id > 50) book.cancel(id - 50);
    if (id === 10_000) expect(book.orderCount).toBe(50);
  }
  expect(book.orderCount).toBe(50);
  expect(book.bytes).toBeLessThan(2 ** 20);
});
