import type { Depth } from '@karat/contract';
import { amount, format, price } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_BOOK, applyDepth } from './book.ts';
import type { Book } from './book.ts';
import { depthCurve } from './depth-curve.ts';
import { grouped, ladder, spreadOf } from './ladder.ts';

const frame = (changes: Partial<Depth>): Depth => ({
  match_id: 1,
  snapshot: false,
  bids: [],
  asks: [],
  ...changes,
});
const shown = (book: Book) => ({
  bids: book.bids.map(({ price: at, quantity }) => [format(at), format(quantity)]),
  asks: book.asks.map(({ price: at, quantity }) => [format(at), format(quantity)]),
});
const start = applyDepth(
  EMPTY_BOOK,
  frame({
    snapshot: true,
    bids: [
      ['99', '1'],
      ['98', '2'],
    ],
    asks: [
      ['101', '1'],
      ['102', '3'],
    ],
  }),
  true,
);

test('updates set, add and remove levels in place', () => {
  const next = applyDepth(
    start,
    frame({
      bids: [
        ['98.5', '5'],
        ['99', '0'],
      ],
      asks: [
        ['102', '4'],
        ['100.5', '1'],
      ],
    }),
    false,
  );
  expect(shown(next)).toEqual({
    bids: [
      ['98.5', '5'],
      ['98', '2'],
    ],
    asks: [
      ['100.5', '1'],
      ['101', '1'],
      ['102', '4'],
    ],
  });
});

test('a frame does not mutate the previous book', () => {
  applyDepth(start, frame({ bids: [['99', '0']] }), false);
  expect(shown(start).bids).toEqual([
    ['99', '1'],
    ['98', '2'],
  ]);
});

test('removing an absent level changes nothing', () => {
  expect(shown(applyDepth(start, frame({ asks: [['150', '0']] }), false))).toEqual(shown(start));
});

test('a later snapshot replaces the book', () => {
  expect(shown(applyDepth(start, frame({ snapshot: true, bids: [['50', '1']] }), false))).toEqual({
    bids: [['50', '1']],
    asks: [],
  });
});

const levels = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 60 }).map(String), fc.integer({ min: 0, max: 3 }).map(String)),
);

test('after any frames the book equals a plain map of levels, best first', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ bids: levels, asks: levels }), { maxLength: 20 }), (frames) => {
      let book = EMPTY_BOOK;
      const plain = { bids: new Map<string, string>(), asks: new Map<string, string>() };
      for (const one of frames) {
        book = applyDepth(book, frame(one), false);
        for (const side of ['bids', 'asks'] as const) {
          for (const [at, left] of one[side]) {
            if (left === '0') plain[side].delete(at);
            else plain[side].set(at, left);
          }
        }
      }
      expect(shown(book)).toEqual({
        bids: [...plain.bids].toSorted(([a], [b]) => Number(b) - Number(a)),
        asks: [...plain.asks].toSorted(([a], [b]) => Number(a) - Number(b)),
      });
    }),
  );
});

test('grouping rounds bids down and asks up', () => {
  const book = applyDepth(
    EMPTY_BOOK,
    frame({
      bids: [
        ['99.9', '1'],
        ['99.1', '2'],
        ['98', '4'],
      ],
      asks: [
        ['100.1', '1'],
        ['101', '2'],
        ['101.5', '4'],
      ],
    }),
    true,
  );
  const rows = (side: 'bids' | 'asks') =>
    grouped(book[side], side, price('1'), 9).map(({ price: at, quantity }) => [format(at), format(quantity)]);
  expect(rows('bids')).toEqual([
    ['99', '3'],
    ['98', '4'],
  ]);
  expect(rows('asks')).toEqual([
    ['101', '3'],
    ['102', '4'],
  ]);
});

test('bars are cumulated on one scale, the longest is full', () => {
  const { bids, asks } = ladder(start, price('0.1'), 9);
  expect(bids.map(({ total, share }) => [total, share])).toEqual([
    ['1', 0.25],
    ['3', 0.75],
  ]);
  expect(asks.map(({ total, share }) => [total, share])).toEqual([
    ['1', 0.25],
    ['4', 1],
  ]);
});

test('rows never exceed the limit, and no quantity is lost in them', () => {
  expect(grouped(start.asks, 'asks', price('0.1'), 1)).toHaveLength(1);
  const all = grouped(start.asks, 'asks', price('100'), 9);
  expect(all).toEqual([{ price: price('200'), quantity: amount('4') }]);
});

test('the spread is ask less bid, in percent of the ask', () => {
  expect(spreadOf(start)).toEqual({ spread: '2', percent: '1.9801980198' });
  expect(spreadOf(EMPTY_BOOK)).toBeUndefined();
});

test('the depth curve reaches equally far on both sides and rises outwards', () => {
  const curve = depthCurve(start);
  expect(curve).toMatchObject({ low: 98, high: 102, middle: 100, top: 4 });
  expect(curve?.asks.at(-1)).toEqual({ x: 1, y: 1 });
  expect(curve?.bids.at(-1)).toEqual({ x: 0, y: 0.75 });
  expect(depthCurve(EMPTY_BOOK)).toBeUndefined();
});

test('the first frame after a gap replaces the book although it is no snapshot', () => {
  expect(shown(applyDepth(start, frame({ asks: [['120', '1']] }), true))).toEqual({
    bids: [],
    asks: [['120', '1']],
  });
});

test('500 levels of a side are kept, the best ones', () => {
  const many = (from: number, count: number): [string, string][] =>
    Array.from({ length: count }, (_, at) => [String(from + at), '1']);
  const full = applyDepth(
    EMPTY_BOOK,
    frame({ snapshot: true, asks: many(1_001, 500), bids: many(1, 501) }),
    true,
  );
  expect([full.asks.length, full.bids.length]).toEqual([500, 500]);
  expect(format(full.bids.at(-1)?.price ?? price('0'))).toBe('2');
  const more = applyDepth(full, frame({ asks: [['1000.5', '1']] }), false);
  expect(more.asks).toHaveLength(500);
  expect(shown(more).asks[0]).toEqual(['1000.5', '1']);
  expect(shown(more).asks.at(-1)).toEqual(['1499', '1']);
});
