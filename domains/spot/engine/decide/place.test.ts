import type { OrderBook } from '@karat/orderbook';
import { Side } from '@karat/orderbook';
import { expect, test } from 'vitest';
import type { MarketBook } from './market-book.ts';
import { stateOf } from './place.ts';
import type { PlacingContext } from './place.ts';
import { sweepDepth } from './sweep-depth.ts';

test('a market that opens is closed for new orders until its queue has entered the book', () => {
  const state = (is: string, waiting: number) =>
    stateOf(
      { state: () => is } as unknown as PlacingContext,
      { opening: { size: waiting } } as unknown as MarketBook,
    );
  expect([state('open', 1), state('open', 0)]).toEqual(['closed', 'open']);
  expect([state('halted', 1), state('closed', 0)]).toEqual(['halted', 'closed']);
});

test('a walk over the book is exhausted by its end or its limit, not by a budget that is too small for another lot', () => {
  const levels = [
    { price: 100, quantity: 2 },
    { price: 110, quantity: 5 },
  ];
  const book = { depth: () => levels } as unknown as OrderBook;
  const sweep = (cap: number, more: { lots?: number; budget?: number }) => {
    const { lots, notional, worstTicks, exhausted } = sweepDepth(book, Side.Buy, { cap, ...more });
    return [lots, notional, worstTicks, exhausted];
  };
  expect(sweep(110, { budget: 309 })).toEqual([2, 200, 100, false]);
  expect(sweep(110, { budget: 310 })).toEqual([3, 310, 110, false]);
  expect(sweep(109, { budget: 1_000 })).toEqual([2, 200, 100, true]);
  expect(sweep(110, { lots: 7 })).toEqual([7, 750, 110, false]);
  expect(sweep(110, { lots: 8 })).toEqual([7, 750, 110, true]);
});
