import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { MAX_QUANTITY, OrderBook, Outcome, Side, TimeInForce } from './index.ts';
import type { RestingOrder } from './index.ts';

const RUNS = runs(400, 15);

const side = fc.constantFrom<Side>(Side.Buy, Side.Sell);
const owner = fc.integer({ min: 1, max: 5 });
const price = fc.integer({ min: 90, max: 110 });
const quantity = fc.integer({ min: 1, max: 50 });
const timeInForce = fc.constantFrom<TimeInForce>(...Object.values(TimeInForce));

/** A book after random commands, with its used ids. */
const someBook = fc
  .array(fc.tuple(owner, side, price, quantity, timeInForce, fc.nat(9)), { maxLength: 60 })
  .map((orders) => {
    const book = new OrderBook({ expectedOrders: 1 });
    let id = 0;
    for (const [byOwner, bySide, atPrice, lots, force, kind] of orders) {
      id++;
      if (kind === 0) book.market(id, byOwner, bySide, lots);
      else if (kind === 1) book.cancel(lots);
      else if (kind === 2) book.reduce(lots, lots);
      else book.limit(id, byOwner, bySide, atPrice, lots, force);
    }
    return { book, nextId: id + 1 };
  });

function lots(orders: readonly RestingOrder[]): number {
  return orders.reduce((sum, order) => sum + order.quantity, 0);
}

test('the book is never crossed', () => {
  fc.assert(
    fc.property(someBook, ({ book }) => {
      expect(book.bestBid ?? 0).toBeLessThan(book.bestAsk ?? Infinity);
    }),
    { numRuns: RUNS },
  );
});

test('a new order is traded, resting or cancelled to the last lot, and makers lose what it gains', () => {
  fc.assert(
    fc.property(someBook, owner, side, price, quantity, timeInForce, ({ book, nextId }, ...order) => {
      const before = lots(book.snapshot());
      const outcome = book.limit(nextId, ...order);
      const { filledQuantity, restingQuantity, cancelledQuantity } = book.result;
      const ordered = outcome === Outcome.Refused ? 0 : order[3];
      expect(filledQuantity + restingQuantity + cancelledQuantity).toBe(ordered);
      expect(lots(book.snapshot())).toBe(before - filledQuantity + restingQuantity);
      expect(book.fills.toArray().reduce((sum, fill) => sum + fill.quantity, 0)).toBe(filledQuantity);
    }),
    { numRuns: RUNS },
  );
});

test('fill-or-kill fills all or changes nothing', () => {
  fc.assert(
    fc.property(
      someBook,
      owner,
      side,
      price,
      quantity,
      ({ book, nextId }, byOwner, bySide, atPrice, wanted) => {
        const before = book.snapshot();
        const outcome = book.limit(nextId, byOwner, bySide, atPrice, wanted, TimeInForce.FillOrKill);
        if (outcome === Outcome.Filled) expect(book.result.filledQuantity).toBe(wanted);
        else expect(book.snapshot()).toEqual(before);
      },
    ),
    { numRuns: RUNS },
  );
});

test('post-only never takes', () => {
  fc.assert(
    fc.property(
      someBook,
      owner,
      side,
      price,
      quantity,
      ({ book, nextId }, byOwner, bySide, atPrice, wanted) => {
        const before = book.snapshot();
        const outcome = book.limit(nextId, byOwner, bySide, atPrice, wanted, TimeInForce.PostOnly);
        expect(book.fills.count).toBe(0);
        expect(book.snapshot().filter(({ id }) => id !== nextId)).toEqual(before);
        expect(book.order(nextId) !== null).toBe(outcome === Outcome.Resting);
      },
    ),
    { numRuns: RUNS },
  );
});

test('a quote amount is never exceeded, and one more lot at the last price would exceed it', () => {
  const budget = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(someBook, owner, side, budget, ({ book, nextId }, byOwner, bySide, amount) => {
      const outcome = book.marketByQuote(nextId, byOwner, bySide, amount, MAX_QUANTITY);
      const { filledNotional } = book.result;
      const fills = book.fills.toArray();
      expect(filledNotional).toBe(fills.reduce((sum, fill) => sum + fill.quantity * fill.price, 0));
      expect(filledNotional).toBeLessThanOrEqual(amount);
      if (outcome !== Outcome.Filled) return;
      const nextPrice = bySide === Side.Buy ? book.bestAsk : book.bestBid;
      if (filledNotional < amount) expect(filledNotional + (nextPrice ?? 0)).toBeGreaterThan(amount);
    }),
    { numRuns: RUNS },
  );
});

test('a restored book equals the original of the snapshot, also in its next results', () => {
  fc.assert(
    fc.property(someBook, owner, side, quantity, ({ book, nextId }, byOwner, bySide, wanted) => {
      const restored = OrderBook.restore(book.snapshot(), { expectedOrders: 1 });
      expect(restored.snapshot()).toEqual(book.snapshot());
      book.market(nextId, byOwner, bySide, wanted);
      restored.market(nextId, byOwner, bySide, wanted);
      expect(restored.fills.toArray()).toEqual(book.fills.toArray());
      expect(restored.snapshot()).toEqual(book.snapshot());
    }),
    { numRuns: RUNS },
  );
});
