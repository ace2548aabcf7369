import { expect, test } from 'vitest';
import { mulberry32 } from '../testing/random.ts';
import { MAX_PRICE, NO_ASK, NO_BID } from './codes.ts';
import { LEVEL_RECORD, PriceLadder } from './price-ladder.ts';

/** Prices of a page, and those of a block of pages. */
const PAGE = 32;
const BLOCK = PAGE * 1_024;

const setTotal = (ladder: PriceLadder, level: number, lots: number): void => {
  ladder.floats[(level << LEVEL_RECORD.doubleShift) | LEVEL_RECORD.total] = lots;
};

/** Compares each occupied price, and the ones beside it, with a sorted list. */
function expectSame(ladder: PriceLadder, totals: ReadonlyMap<number, number>): void {
  const prices = [...totals.keys()].toSorted((one, other) => one - other);
  const walked = prices.map((price) => {
    const level = ladder.levelOf(price);
    return [ladder.priceOf(level), ladder.below(level), ladder.above(level), ladder.total(level)];
  });
  expect(walked).toEqual(
    prices.map((price, at) => [
      price,
      prices[at - 1] ?? NO_BID,
      prices[at + 1] ?? NO_ASK,
      totals.get(price) ?? 0,
    ]),
  );
  const near = prices
    .flatMap((each) => [each - 1, each, each + 1, each ^ BLOCK])
    .filter((price) => price >= 0);
  expect(near.map((price) => ladder.totalAt(price))).toEqual(near.map((price) => totals.get(price) ?? 0));
}

test.each([
  ['of one page', 1, PAGE],
  ['of neighbouring pages', BLOCK - 3 * PAGE, 6 * PAGE],
  ['of several blocks', 1, 5 * BLOCK],
  ['of any size', MAX_PRICE - 2 ** 30, 2 ** 30],
])('a ladder of prices %s agrees with a sorted list of its levels', (_, lowest, range) => {
  const draw = mulberry32(range);
  const ladder = new PriceLadder(1_000);
  const totals = new Map<number, number>();
  for (let step = 1; step <= 240; step++) {
    const price = lowest + Math.floor(draw() * range);
    const known = [...totals.keys()][Math.floor(draw() * totals.size)];
    if (known !== undefined && draw() < 0.4) {
      const level = ladder.levelOf(known);
      setTotal(ladder, level, 0);
      ladder.vacate(level);
      totals.delete(known);
    } else {
      setTotal(ladder, ladder.occupy(price), step);
      totals.set(price, step);
    }
    if (step % 20 === 0) expectSame(ladder, totals);
  }
  expectSame(ladder, totals);
});

test('a ladder that outgrows its first pages keeps every level', () => {
  const ladder = new PriceLadder(5_000);
  const totals = new Map<number, number>();
  for (let page = 1; page <= 2_500; page++) {
    setTotal(ladder, ladder.occupy(page * PAGE), page);
    totals.set(page * PAGE, page);
  }
  expectSame(ladder, totals);
});

test('as many orders as are allowed can rest on pages of their own', () => {
  const ladder = new PriceLadder(128);
  for (let order = 1; order <= 128; order++) ladder.occupy(order * PAGE);
  expect(ladder.above(ladder.levelOf(127 * PAGE))).toBe(128 * PAGE);
});

test('pages that became empty are used again', () => {
  const ladder = new PriceLadder(128);
  for (let order = 1; order <= 1_000; order++) {
    const [low, high] = [ladder.occupy(order * PAGE), ladder.occupy((order + 1) * PAGE)];
    expect(ladder.above(low)).toBe((order + 1) * PAGE);
    ladder.vacate(low);
    ladder.vacate(high);
  }
  expect(ladder.totalAt(500 * PAGE)).toBe(0);
});

test('a price far away costs one block of pages', () => {
  const ladder = new PriceLadder(1_000);
  const before = ladder.bytes;
  ladder.occupy(1);
  const near = ladder.bytes;
  ladder.occupy(2);
  ladder.occupy(BLOCK - 1);
  const [again, set] = [ladder.bytes, 32 * 4 + 4];
  ladder.occupy(3 * BLOCK);
  // A block of 1,024 page numbers each, and the set of those that are in use.
  expect([near - before, again - near]).toEqual([4_096, set - 4]);
  expect(ladder.bytes - again).toBe(4_096 + (128 * 4 + 4 * 4 + 4 - set));
});
