import { UNIT, ZERO, amount, price, rate } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeReturn, rebateOf } from './rebate.ts';

test('a rebate is the share of the fee, rounded down at the decimals of the currency', () => {
  expect(rebateOf(amount('9'), ZERO, rate('0.2'), 6)).toBe(amount('1.8'));
  expect(rebateOf(amount('0.000009'), ZERO, rate('0.2'), 6)).toBe(amount('0.000001'));
  expect(rebateOf(amount('0.000004'), ZERO, rate('0.2'), 6)).toBe(ZERO);
  expect(rebateOf(amount('10'), amount('4'), rate('0.5'), 6)).toBe(amount('3'));
});

test('rebate and returned fee together are never more than the fee', () => {
  const any = fc.bigInt({ min: 0n, max: 1_000_000n * UNIT });
  fc.assert(
    fc.property(
      any,
      any,
      fc.bigInt({ min: 0n, max: UNIT }),
      fc.integer({ min: 0, max: 10 }),
      (fee, back, share, decimals) => {
        const rebate = rebateOf(amount(fee), amount(back), rate(share), decimals);
        expect(rebate).toBeGreaterThanOrEqual(0n);
        expect(rebate + (back < fee ? back : fee)).toBeLessThanOrEqual(fee);
      },
    ),
  );
});

test('a coupon returns its ratio of the fee, worth at most what it has left', () => {
  expect(feeReturn(amount('12'), rate('0.5'), amount('10'), price('1'), 6)).toBe(amount('6'));
  expect(feeReturn(amount('30'), rate('0.5'), amount('10'), price('1'), 6)).toBe(amount('10'));
  expect(feeReturn(amount('0.001'), rate('1'), amount('10'), price('60000'), 8)).toBe(amount('0.00016666'));
});
