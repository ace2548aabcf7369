import { describe, expect, test } from 'vitest';
import {
  UNIT,
  ZERO,
  amount,
  ceilToStep,
  compare,
  divDown,
  divUp,
  divideHalfUp,
  floorToStep,
  format,
  formatFixed,
  inverseDown,
  isMultipleOf,
  max,
  min,
  minus,
  mulDivDown,
  mulDivUp,
  mulDown,
  mulUp,
  negate,
  parse,
  parseAmount,
  parsePrice,
  percentFromRate,
  percentOf,
  plus,
  price,
  priceDown,
  rate,
  rateFromPercent,
  ratioDown,
  roundToStep,
  roundDown,
  roundUp,
  smallestUnit,
  split,
  sum,
  times,
} from './index.ts';

test('text from outside has at most 18 integer digits', () => {
  expect(parse('9'.repeat(18))).toBe(BigInt('9'.repeat(18)) * UNIT);
  expect(parse('1'.repeat(19))).toBeUndefined();
});

test.each(['x1', '1x', '1.12345678901', '--1', '', '.5', '1e5'])(
  'trusted text %j is refused by name',
  (text) => {
    expect(() => amount(text)).toThrow(`not a decimal with at most 10 decimals: ${text}`);
    expect(() => price(text)).toThrow(RangeError);
    expect(() => rate(text)).toThrow(RangeError);
  },
);

test('trusted text may have a sign, a bare point and leading zeros', () => {
  expect(amount('-0.5')).toBe(-5_000_000_000n);
  expect(price('007.')).toBe(70_000_000_000n);
  expect(rate('0.0000000001')).toBe(1n);
  expect([amount(7n), price(8n), rate(9n)]).toEqual([7n, 8n, 9n]);
});

test.each([
  [0n, '0'],
  [1n, '0.0000000001'],
  [-1n, '-0.0000000001'],
  [UNIT, '1'],
  [10n * UNIT, '10'],
  [-100n * UNIT, '-100'],
])('%s is written as %s', (units, text) => expect(format(amount(units))).toBe(text));

test.each([
  ['0', 0, '0'],
  ['0', 2, '0.00'],
  ['0.05', 2, '0.05'],
  ['12.999', 0, '12'],
  ['-1.239', 2, '-1.23'],
  ['-1.5', 0, '-1'],
  ['1.2345678901', 10, '1.2345678901'],
])('%s with %i decimals is %s', (text, decimals, shown) =>
  expect(formatFixed(amount(text), decimals)).toBe(shown),
);

test('sums, differences, signs and order', () => {
  expect(plus(amount('1.5'), amount('0.25'))).toBe(amount('1.75'));
  expect(minus(amount('1.5'), amount('2'))).toBe(amount('-0.5'));
  expect(negate(amount('1.5'))).toBe(amount('-1.5'));
  expect([min(1n, 2n), min(2n, 1n), max(1n, 2n), max(2n, 1n)]).toEqual([1n, 1n, 2n, 2n]);
  expect([compare(1n, 2n), compare(2n, 2n), compare(3n, 2n)]).toEqual([-1, 0, 1]);
  expect(sum([])).toBe(ZERO);
  expect(sum([amount('1'), amount('2.5')])).toBe(amount('3.5'));
});

test('the smallest unit has 0 to 10 decimals', () => {
  expect([smallestUnit(0), smallestUnit(8), smallestUnit(10)]).toEqual([UNIT, 100n, 1n]);
  for (const decimals of [-1, 11, 1.5])
    expect(() => smallestUnit(decimals)).toThrow(`decimals must be 0 to 10: ${decimals}`);
});

test('products round once, in the named direction, also below zero and at whole results', () => {
  expect(mulDown(amount('1.01'), rate('0.5'), 2)).toBe(amount('0.5'));
  expect(mulUp(amount('1.01'), rate('0.5'), 2)).toBe(amount('0.51'));
  expect(mulDown(amount('-1.01'), rate('0.5'), 2)).toBe(amount('-0.51'));
  expect(mulUp(amount('-1.01'), rate('0.5'), 2)).toBe(amount('-0.5'));
  expect(mulDown(amount('1.02'), rate('0.5'), 2)).toBe(amount('0.51'));
  expect(mulUp(amount('1.02'), rate('0.5'), 2)).toBe(amount('0.51'));
  expect(mulDown(amount('0.0000000003'), rate('0.5'))).toBe(1n);
  expect(mulUp(amount('0.0000000003'), rate('0.5'))).toBe(2n);
});

test('quotients round once, in the named direction, for every pair of signs', () => {
  expect(divDown(amount('1'), amount('3'), 2)).toBe(amount('0.33'));
  expect(divUp(amount('1'), amount('3'), 2)).toBe(amount('0.34'));
  expect(divDown(amount('-1'), amount('3'), 2)).toBe(amount('-0.34'));
  expect(divUp(amount('-1'), amount('3'), 2)).toBe(amount('-0.33'));
  expect(divDown(amount('1'), amount('-3'), 2)).toBe(amount('-0.34'));
  expect(divDown(amount('-1'), amount('-3'), 2)).toBe(amount('0.33'));
  expect(divDown(amount('-6'), amount('3'), 2)).toBe(amount('-2'));
  expect(divUp(amount('6'), amount('3'), 2)).toBe(amount('2'));
  expect(divDown(amount('1'), amount('3'))).toBe(3_333_333_333n);
  expect(divUp(amount('1'), amount('3'))).toBe(3_333_333_334n);
  expect(() => divDown(amount('1'), amount('0'))).toThrow(RangeError);
});

test('values that fit their decimals stay as they are', () => {
  expect(roundDown(amount('-1.23'), 2)).toBe(amount('-1.23'));
  expect(roundUp(amount('1.23'), 2)).toBe(amount('1.23'));
  expect(roundUp(amount('-1.239'), 2)).toBe(amount('-1.23'));
});

test('multiples of a tick; no tick has none', () => {
  expect(isMultipleOf(30n, 10n)).toBe(true);
  expect(isMultipleOf(0n, 10n)).toBe(true);
  expect(isMultipleOf(31n, 10n)).toBe(false);
  expect(isMultipleOf(31n, 0n)).toBe(false);
  expect(isMultipleOf(30n, -10n)).toBe(false);
});

test('multiply and divide with one rounding', () => {
  expect(mulDivDown(amount('10'), 1n, 3n, 2)).toBe(amount('3.33'));
  expect(mulDivUp(amount('10'), 1n, 3n, 2)).toBe(amount('3.34'));
  expect(mulDivDown(amount('10'), 2n, 3n)).toBe(66_666_666_666n);
  expect(mulDivUp(amount('10'), 2n, 3n)).toBe(66_666_666_667n);
  expect(mulDivDown(amount('-10'), 1n, 3n, 0)).toBe(amount('-4'));
  expect(mulDivUp(amount('-10'), 1n, 3n, 0)).toBe(amount('-3'));
});

test('multiples, parts and steps', () => {
  expect(times(amount('1.5'), 3)).toBe(amount('4.5'));
  expect(times(amount('1.5'), 3n)).toBe(amount('4.5'));
  expect(percentOf(amount('7.77'), 25)).toBe(amount('1.9425'));
  expect(percentOf(3n, 50)).toBe(1n);
  expect(percentOf(-3n, 50)).toBe(-2n);
  expect([floorToStep(29n, 10n), floorToStep(30n, 10n), floorToStep(-1n, 10n)]).toEqual([20n, 30n, -10n]);
  expect([ceilToStep(21n, 10n), ceilToStep(20n, 10n), ceilToStep(-19n, 10n)]).toEqual([30n, 20n, -10n]);
  expect([24n, 25n, 30n, 34n].map((value) => roundToStep(value, 10n))).toEqual([20n, 30n, 30n, 30n]);
  expect([-24n, -25n, -26n].map((value) => roundToStep(value, 10n))).toEqual([-20n, -20n, -30n]);
});

test('ratios, prices and inverses are rounded down', () => {
  expect(ratioDown(2n, 3n)).toBe(6_666_666_666n);
  expect(priceDown(amount('100'), amount('3'))).toBe(333_333_333_333n);
  expect(inverseDown(rate('3'))).toBe(3_333_333_333n);
  expect(inverseDown(rate('0.5'))).toBe(price('2'));
});

test.each([
  ['10', 4n, 0, '3'],
  ['9', 4n, 0, '2'],
  ['10', 3n, 2, '3.33'],
  ['20', 3n, 2, '6.67'],
  ['1', 8n, 2, '0.13'],
])('the mean of %s over %s with %i decimals is %s', (total, count, decimals, mean) =>
  expect(divideHalfUp(amount(total), count, decimals)).toBe(price(mean)),
);

test('rates and percentages', () => {
  expect(percentFromRate(rate('0.0015'))).toBe(rate('0.15'));
  expect(rateFromPercent(rate('0.15'))).toBe(rate('0.0015'));
  expect(rateFromPercent(199n)).toBe(1n);
  expect([parseAmount('1.5'), parsePrice('2.5')]).toEqual([amount('1.5'), price('2.5')]);
  expect([parseAmount('-1'), parsePrice('x')]).toEqual([undefined, undefined]);
});

describe('splitting', () => {
  const parts = (total: string, weights: readonly bigint[], unit = UNIT): string[] =>
    split(amount(total), weights, unit).map(format);

  test('the largest remainder comes first, wherever it stands; equal ones go by place', () => {
    expect(parts('10', [1n, 2n, 4n])).toEqual(['1', '3', '6']);
    expect(parts('10', [4n, 2n, 1n])).toEqual(['6', '3', '1']);
    expect(parts('5', [1n, 1n, 1n])).toEqual(['2', '2', '1']);
    expect(parts('7', [5n, 1n, 3n])).toEqual(['4', '1', '2']);
    expect(parts('1', [3n, 5n, 4n])).toEqual(['0', '1', '0']);
  });

  test('weights of zero get nothing, a total of zero gives zeros', () => {
    expect(parts('1', [0n, 1n])).toEqual(['0', '1']);
    expect(parts('0', [1n, 2n])).toEqual(['0', '0']);
  });

  test('the unit is one ten-billionth unless it is given', () => {
    expect(split(amount(5n), [1n, 1n])).toEqual([3n, 2n]);
    expect(split(amount('0.05'), [1n, 1n], smallestUnit(2)).map(format)).toEqual(['0.03', '0.02']);
  });

  test('refuses what cannot be split', () => {
    expect(() => split(amount('-1'), [1n])).toThrow('split needs a non-negative multiple of the unit');
    expect(() => split(amount('0.5'), [1n], UNIT)).toThrow('split needs a non-negative multiple of the unit');
    expect(() => split(amount('1'), [2n, -1n])).toThrow('split needs non-negative weights');
    expect(() => split(amount('1'), [0n, 0n])).toThrow('split needs a positive weight');
    expect(() => split(amount('1'), [])).toThrow('split needs a positive weight');
  });
});
