import fc from 'fast-check';
import { UNIT, format, price } from '@karat/money';
import type { Price } from '@karat/money';
import { describe, expect, test } from 'vitest';
import { changePercent, fitsDecimals, indexOf, median } from './rules.ts';

const prices = (...texts: string[]): Price[] => texts.map((text) => price(text));
const anyPrice = fc.bigInt({ min: UNIT / 1000n, max: 200_000n * UNIT }).map((units) => price(units));

describe('the index', () => {
  test('is the price itself with one source', () => {
    expect(indexOf(prices('30000.12'), 2)).toBe(price('30000.12'));
  });
  test('is the mean of sources that agree', () => {
    expect(indexOf(prices('30000', '30010', '30020'), 2)).toBe(price('30010'));
    expect(indexOf(prices('30000', '30010'), 2)).toBe(price('30005'));
  });
  test('limits the effect of an outlying source to half a percent of the median', () => {
    // Median 100: 200 counts as 100.5, 100 as itself, 99.9 as itself.
    expect(format(indexOf(prices('99.9', '100', '200'), 4) ?? price('0'))).toBe('100.1333');
    expect(format(indexOf(prices('1', '100', '100.1'), 4) ?? price('0'))).toBe('99.8667');
  });
  test('needs a source', () => expect(indexOf([], 2)).toBeUndefined());
  test('stays within half a percent of the median and within the sources, whatever they say', () => {
    fc.assert(
      fc.property(fc.array(anyPrice, { minLength: 1, maxLength: 7 }), (quotes) => {
        const middle = median(quotes) ?? price('0');
        const index = indexOf(quotes, 10) ?? price('0');
        const off = index > middle ? index - middle : middle - index;
        expect(off * 1000n <= middle * 5n + 1000n).toBe(true);
        const sorted = quotes.toSorted((a, b) => (a < b ? -1 : 1));
        expect(index >= (sorted[0] ?? 0n) && index <= (sorted.at(-1) ?? 0n)).toBe(true);
      }),
    );
  });
  test('does not depend on the order of the sources', () => {
    fc.assert(
      fc.property(fc.array(anyPrice, { minLength: 1, maxLength: 7 }), (quotes) => {
        expect(indexOf(quotes.toReversed(), 6)).toBe(indexOf(quotes, 6));
      }),
    );
  });
  test('a single false source among three honest ones cannot move it by more than an eighth of a percent beyond them', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, (honest, lie) => {
        const index = indexOf([honest, honest, honest, lie], 10) ?? price('0');
        const off = index > honest ? index - honest : honest - index;
        expect(off * 800n <= honest + 800n).toBe(true);
      }),
    );
  });
});

test.each([
  ['100', '101.23', '+1.23'],
  ['100', '98.765', '-1.24'],
  ['100', '100', '+0.00'],
  ['100', '99.999', '+0.00'],
  ['0', '5', '+0.00'],
  ['0.1', '0.3', '+200.00'],
])('from %s to %s is %s percent', (from, to, text) =>
  expect(changePercent(price(from), price(to))).toBe(text),
);

test('steps whose product has more decimals than the quote currency do not fit', () => {
  expect(fitsDecimals(price('0.1'), price('0.00001'), 6)).toBe(true);
  expect(fitsDecimals(price('0.01'), price('0.00001'), 6)).toBe(false);
});
