import { amount, price, ZERO } from '@karat/money';
import { HOUR_MS } from '@karat/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayHappenAt, paidFor, pauseBefore, rescaleOf, sharesAfter } from './rules.ts';
import type { Terms } from './rules.ts';

const split = (ratioNew: number, ratioOld: number): Terms => ({ kind: 'split', ratioNew, ratioOld });
const dividend = (perShare: string): Terms => ({ kind: 'dividend', perShare: price(perShare) });

describe('shares and money', () => {
  test('four for one makes four of one share, and pays nothing', () => {
    expect(sharesAfter(split(4, 1), amount('2.5'), 6)).toBe(amount('10'));
    expect(paidFor(split(4, 1), amount('2.5'), 6)).toBe(ZERO);
  });
  test("one for three rounds down to the currency's unit", () => {
    expect(sharesAfter(split(1, 3), amount('1'), 6)).toBe(amount('0.333333'));
  });
  test('a dividend pays per share, rounded down, and leaves the shares', () => {
    expect(paidFor(dividend('0.25'), amount('3.333333'), 6)).toBe(amount('0.833333'));
    expect(sharesAfter(dividend('0.25'), amount('3.333333'), 6)).toBe(amount('3.333333'));
  });
  test('a split and its reverse create no shares', () => {
    const ratio = fc.integer({ min: 1, max: 9999 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), ratio, ratio, (quantity, a, b) => {
        const held = (quantity * 10_000n) as ReturnType<typeof amount>;
        const there = sharesAfter(split(a, b), held, 6);
        expect(sharesAfter(split(b, a), there, 6)).toBeLessThanOrEqual(held);
      }),
    );
  });
});

describe('prices', () => {
  test('a split divides them, a dividend subtracts from them', () => {
    expect(rescaleOf(split(4, 1), 7, price('400'))).toEqual({ from: 7, numerator: 1n, denominator: 4n });
    expect(rescaleOf(dividend('10'), 7, price('400'))).toEqual({
      from: 7,
      numerator: price('390'),
      denominator: price('400'),
    });
  });
  test('a dividend of the whole price has no result', () => {
    expect(rescaleOf(dividend('400'), 7, price('400'))).toBeUndefined();
  });
});

describe('the time', () => {
  const friday = Date.parse('2026-11-20T00:00:00Z');
  test('a market pauses before a split, not before a dividend', () => {
    expect([pauseBefore(split(4, 1)), pauseBefore(dividend('1'))]).toEqual([60_000, 0]);
  });
  test('lies in the future, within a year, and outside of the sessions', () => {
    expect(mayHappenAt(friday + HOUR_MS, friday)).toBe(true);
    expect(mayHappenAt(friday, friday)).toBe(false);
    expect([mayHappenAt(friday + 59_999, friday), mayHappenAt(friday + 60_000, friday)]).toEqual([
      false,
      true,
    ]);
    expect(mayHappenAt(friday + 366 * 24 * HOUR_MS, friday)).toBe(true);
    expect(mayHappenAt(friday + 366 * 24 * HOUR_MS + 1, friday)).toBe(false);
    // 09:30 to 16:00 in New York is 14:30 to 21:00 UTC in winter.
    expect(mayHappenAt(friday + 15 * HOUR_MS, friday)).toBe(false);
    expect(mayHappenAt(friday + 14.5 * HOUR_MS - 1, friday)).toBe(true);
    expect(mayHappenAt(friday + 21 * HOUR_MS, friday)).toBe(false);
    expect(mayHappenAt(friday + 21 * HOUR_MS + 60_000, friday)).toBe(true);
  });
});
