import { UNIT, ZERO, amount, rate } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discountedRate, vipLevelOf, vipMissing } from './vip.ts';

const requirement = (level: number, volume: string, balance: string) => ({
  level,
  volume: amount(volume),
  balance: amount(balance),
});
const LEVELS = [requirement(0, '0', '0'), requirement(1, '1000', '100'), requirement(2, '5000', '500')];
const figures = (volume: string, balance: string) => ({ volume: amount(volume), balance: amount(balance) });

test('volume or balance alone gives a level, at exactly its threshold', () => {
  expect(vipLevelOf(LEVELS, figures('999.9999999999', '99.9999999999'))).toBe(0);
  expect(vipLevelOf(LEVELS, figures('1000', '0'))).toBe(1);
  expect(vipLevelOf(LEVELS, figures('0', '100'))).toBe(1);
  expect(vipLevelOf(LEVELS, figures('4999', '500'))).toBe(2);
});

test('what is missing is zero where a figure is reached', () => {
  expect(vipMissing(requirement(2, '5000', '500'), figures('1200', '700'))).toEqual({
    volume: amount('3800'),
    balance: ZERO,
  });
});

test('a discount never raises a fee, rounds up and leaves none at 100 %', () => {
  expect(discountedRate(rate('0.001'), rate('0.1'))).toBe(rate('0.0009'));
  expect(discountedRate(rate('0.0000000001'), rate('0.4'))).toBe(rate('0.0000000001'));
  expect(discountedRate(rate('0.001'), rate('1'))).toBe(0n);
  const rates = fc.bigInt({ min: 0n, max: UNIT });
  fc.assert(
    fc.property(rates, rates, (fee, discount) => {
      const after = discountedRate(rate(fee), rate(discount));
      expect(after * UNIT).toBeGreaterThanOrEqual(fee * (UNIT - discount));
      expect(after).toBeLessThanOrEqual(fee);
    }),
  );
});

test('a higher figure never gives a lower level', () => {
  const figure = fc.bigInt({ min: 0n, max: 10_000n * UNIT });
  fc.assert(
    fc.property(figure, figure, figure, (volume, balance, more) => {
      const own = { volume: amount(volume), balance: amount(balance) };
      const richer = { ...own, balance: amount(balance + more) };
      expect(vipLevelOf(LEVELS, richer)).toBeGreaterThanOrEqual(vipLevelOf(LEVELS, own));
    }),
  );
});
