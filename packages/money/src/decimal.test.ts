import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amount,
  divDown,
  divUp,
  format,
  formatFixed,
  mulDown,
  mulUp,
  parse,
  price,
  rate,
  roundDown,
  roundUp,
  split,
  sum,
} from './index.ts';

const anyAmount = fc.bigInt({ min: -(10n ** 27n), max: 10n ** 27n }).map((units) => amount(units));

describe('reading amounts from outside', () => {
  test.each([
    '-1',
    '-0',
    '+1',
    '1e5',
    '0x10',
    'NaN',
    'Infinity',
    '1,000',
    '',
    ' 1',
    '1 ',
    '.5',
    '5.',
    '00',
    '01',
    '1.12345678901',
    '1'.repeat(40),
    '１',
    '1\u0000',
  ])('refuses %j', (text) => expect(parse(text)).toBeUndefined());
  test.each([
    ['0', 0n],
    ['1', 10_000_000_000n],
    ['0.0000000001', 1n],
    ['30000.10', 300_001_000_000_000n],
  ])('reads %s exactly', (text, units) => expect(parse(text)).toBe(units));
});

test('writing and reading an amount gives the same amount', () => {
  fc.assert(fc.property(anyAmount, (value) => amount(format(value)) === value));
});

test('text has no trailing zeros and keeps the sign', () => {
  expect(format(amount('-0.5000000000'))).toBe('-0.5');
  expect(format(amount('30000'))).toBe('30000');
  expect(formatFixed(amount('1.239'), 2)).toBe('1.23');
});

test('rounding down and up of a product differ by at most one last place and enclose it', () => {
  fc.assert(
    fc.property(
      anyAmount,
      fc.bigInt({ min: 0n, max: 10n ** 16n }),
      fc.integer({ min: 0, max: 10 }),
      (value, factor, decimals) => {
        const down = mulDown(value, price(factor), decimals);
        const up = mulUp(value, price(factor), decimals);
        const exact = value * factor;
        const unit = 10n ** BigInt(10 - decimals);
        expect(down * 10n ** 10n <= exact && exact <= up * 10n ** 10n).toBe(true);
        expect(up - down === 0n || up - down === unit).toBe(true);
      },
    ),
  );
});

test('dividing encloses the quotient', () => {
  fc.assert(
    fc.property(anyAmount, fc.bigInt({ min: 1n, max: 10n ** 16n }), (value, divisor) => {
      expect(divDown(value, rate(divisor)) * divisor <= value * 10n ** 10n).toBe(true);
      expect(divUp(value, rate(divisor)) * divisor >= value * 10n ** 10n).toBe(true);
    }),
  );
});

test('rounding at a number of decimals leaves whole steps', () => {
  expect(format(roundDown(amount('1.239'), 2))).toBe('1.23');
  expect(format(roundUp(amount('1.231'), 2))).toBe('1.24');
  expect(format(roundDown(amount('-1.231'), 2))).toBe('-1.24');
});

describe('splitting', () => {
  test('100 three ways is 34/33/33', () => {
    expect(split(amount('100'), [1n, 1n, 1n], 10_000_000_000n).map(format)).toEqual(['34', '33', '33']);
  });
  test('parts always sum to the whole', () => {
    const weights = fc
      .array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 20 })
      .filter((w) => w.some((x) => x > 0n));
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        weights,
        (units, shares) => sum(split(amount(units), shares)) === units,
      ),
    );
  });
});
