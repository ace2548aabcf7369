import { UNIT, ZERO, amount, rate } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rebateOf } from './rebate.ts';

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
