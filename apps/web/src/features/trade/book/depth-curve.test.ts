import { amount, price } from '@karat/money';
import { expect, test } from 'vitest';
import type { Book, Level } from './book.ts';
import { depthCurve } from './depth-curve.ts';

const levels = (...rows: readonly (readonly [at: string, quantity: string])[]): Level[] =>
  rows.map(([at, quantity]) => ({ price: price(at), quantity: amount(quantity) }));
const BIDS = levels(['99', '1'], ['98', '2']);
const book = (bids: readonly Level[], asks: readonly Level[]): Book => ({ bids, asks });

test('each side is a stair that holds its sum until the next price, and ends at the edge', () => {
  const curve = depthCurve(book(BIDS, levels(['101', '1'], ['102', '3'])));
  expect(curve).toEqual({
    ...{ low: 98, high: 102, middle: 100, top: 4 },
    bids: [
      { x: 0.25, y: 0 },
      { x: 0.25, y: 0.25 },
      { x: 0, y: 0.25 },
      { x: 0, y: 0.75 },
      { x: 0, y: 0.75 },
    ],
    asks: [
      { x: 0.75, y: 0 },
      { x: 0.75, y: 0.25 },
      { x: 1, y: 0.25 },
      { x: 1, y: 1 },
      { x: 1, y: 1 },
    ],
  });
});

test('the side that reaches less far decides, and the other one is cut there', () => {
  const far = depthCurve(book(BIDS, levels(['101', '2'], ['103', '9'])));
  expect(far).toMatchObject({ low: 98, high: 102, top: 3 });
  expect(far?.asks.map(({ x }) => x)).toEqual([0.75, 0.75, 1]);
  const near = depthCurve(book(BIDS, levels(['100', '5'])));
  expect(near).toMatchObject({ low: 99, high: 100, middle: 99.5, top: 5 });
  expect(near?.bids).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 0.2 },
    { x: 0, y: 0.2 },
  ]);
});

test('the larger side reaches the top, whichever it is and however few levels it has', () => {
  const topOf = (bids: readonly Level[], asks: readonly Level[]) => depthCurve(book(bids, asks))?.top;
  const [few, many] = [levels(['99', '9']), levels(['101', '1'], ['102', '1'], ['103', '1'])];
  expect([topOf(few, many), topOf(levels(['99', '1'], ['98', '1'], ['97', '1']), many)]).toEqual([9, 3]);
});

test('the two sides of a book with one order each are both within reach, also where decimals are not exact', () => {
  const curve = depthCurve(book(levels(['0.1', '1']), levels(['0.3', '2'])));
  expect(curve?.bids.map(({ y }) => y)).toEqual([0, 0.5, 0.5]);
  expect(curve?.asks.map(({ y }) => y)).toEqual([0, 1, 1]);
  const level = depthCurve(book(levels(['1.1', '1'], ['0.9', '1']), levels(['1.3', '1'], ['1.5', '1'])));
  expect([level?.bids.length, level?.asks.length]).toEqual([5, 5]);
});

test('a book without one side, or without a spread, has no curve', () => {
  expect(depthCurve(book(BIDS, []))).toBeUndefined();
  expect(depthCurve(book([], BIDS))).toBeUndefined();
  expect(depthCurve(book(levels(['99', '1']), levels(['99', '1'])))).toBeUndefined();
  expect(depthCurve(book(levels(['99', '0']), levels(['100', '0'])))).toBeUndefined();
});
