import fc from 'fast-check';
import { UNIT, format, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { describe, expect, test } from 'vitest';
import { breakerFor, changePercent, disagree, fitsDecimals, indexOf, median, rescaled } from './rules.ts';

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

describe('the breaker', () => {
  test('is by default two percent, of two sources at least with live prices and of one in a simulation', () => {
    expect(breakerFor('live')).toEqual({ spread: rate('0.02'), sourcesMin: 2 });
    expect(breakerFor('simulated')).toEqual({ spread: rate('0.02'), sourcesMin: 1 });
  });
  test('takes sources exactly as far apart as it allows, and not a unit more', () => {
    const three = { spread: rate('0.02'), sourcesMin: 2 };
    expect(disagree(prices('99', '100', '101'), three)).toBe(false);
    expect(disagree(prices('99', '100', '101.0000000001'), three)).toBe(true);
    expect(disagree(prices('98.9999999999', '100', '101'), three)).toBe(true);
    expect(disagree(prices('101', '99', '100'), three)).toBe(false);
    expect(disagree(prices('100.0000000001', '101.1', '99'), three)).toBe(true);
  });
  test('allows two sources one percent of their middle, however wide it is, and less where it is narrower', () => {
    const wide = { spread: rate('0.5'), sourcesMin: 1 };
    expect(disagree(prices('99.5', '100.5'), wide)).toBe(false);
    expect(disagree(prices('99.4', '100.6'), wide)).toBe(true);
    expect(disagree(prices('50', '100', '149'), { ...wide, spread: rate('1') })).toBe(false);
    const narrow = { spread: rate('0.001'), sourcesMin: 1 };
    expect(disagree(prices('99.95', '100.05'), narrow)).toBe(false);
    expect(disagree(prices('99.9', '100.1'), narrow)).toBe(true);
  });
  test('needs its sources, but none at all is no disagreement', () => {
    const breaker = breakerFor('live');
    expect(disagree(prices('100'), breaker)).toBe(true);
    expect(disagree(prices('100'), breakerFor('simulated'))).toBe(false);
    expect(disagree(prices('100', '100'), breaker)).toBe(false);
    expect(disagree([], breaker)).toBe(false);
  });
});

test('a price is multiplied by the rescales after its time, up to the later one, each rounded half up', () => {
  const half = { from: 1_000, numerator: 1n, denominator: 2n };
  const third = { from: 2_000, numerator: 1n, denominator: 3n };
  const value = price('100');
  expect(rescaled(value, [half, third], 999, 2_000)).toBe(price('16.6666666667'));
  expect(rescaled(value, [half, third], 999, 1_999)).toBe(price('50'));
  expect(rescaled(value, [half, third], 1_000, 2_000)).toBe(price('33.3333333333'));
  expect(rescaled(value, [half], 999, 999)).toBe(value);
  expect(rescaled(price('0.0000000003'), [half], 0, 1_000)).toBe(price('0.0000000002'));
  expect(rescaled(value, [{ from: 5, numerator: 3n, denominator: 1n }], 0, 9)).toBe(price('300'));
});
