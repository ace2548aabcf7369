import { amount, format, mulUp, plus, rate } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimate, maxOf } from './conversion.ts';

test('the fee is added to the amount given, and the two prices give the amount received', () => {
  const { fee, paid, received } = estimate(
    amount('1'),
    { from: '30000', to: '2000', fee: '0.1' },
    { from: 8, to: 10 },
  );
  expect(format(fee)).toBe('0.001');
  expect(format(paid)).toBe('1.001');
  expect(format(received)).toBe('15');
});

test('the maximum leaves room for the fee, and one step more does not', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 18n }),
      fc.constantFrom('0', '0.1', '0.25', '1'),
      fc.constantFrom(2, 6, 8),
      (units, fee, decimals) => {
        const step = 10n ** BigInt(10 - decimals);
        const available = amount(units * step);
        const cost = (given: bigint): bigint =>
          plus(amount(given), mulUp(amount(given), rate(amount(fee) / 100n), decimals));
        const max = maxOf(available, fee, decimals);
        expect(max % step).toBe(0n);
        expect(cost(max) <= available).toBe(true);
        expect(cost(max + step) > available).toBe(true);
      },
    ),
  );
});
