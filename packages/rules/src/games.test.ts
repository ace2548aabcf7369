import { ZERO, amount, format, minus, price, rate, smallestUnit, sum } from '@karat/money';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  divideGamePool,
  gameAnswer,
  gameMultiple,
  gamePayout,
  gameTicks,
  impliedGamePayout,
} from './games.ts';
import { divisionTerms } from './largest-remainder.ts';

const pool = (total: string, right: string, fee = '0.05', decimals = 6) => ({
  total: amount(total),
  right: amount(right),
  feeRate: rate(fee),
  decimals,
});

/** Payouts of right stakes by entry id. */
function payouts(stakes: readonly string[], total: string, fee = '0.05', decimals = 6): string[] {
  const entries = stakes.map((text, index) => ({ id: index + 1, amount: amount(text) }));
  const { shared } = divideGamePool({ ...pool(total, '1', fee, decimals) });
  const terms = divisionTerms(shared, decimals, entries);
  return entries.map((entry) => format(gamePayout(entry, terms)));
}

test('a pool of 1,000 with 5 % fee pays right stakes of 100/200/100 with 237.5/475/237.5', () => {
  expect(divideGamePool(pool('1000', '400'))).toEqual({
    outcome: 'paid',
    fee: amount('50'),
    shared: amount('950'),
  });
  expect(payouts(['100', '200', '100'], '1000')).toEqual(['237.5', '475', '237.5']);
  expect(format(gameMultiple(pool('1000', '400')) ?? ZERO)).toBe('2.375');
  expect(format(impliedGamePayout(amount('200'), pool('1000', '400')))).toBe('475');
});

test('one cent that is left goes to the largest remainder, ties to the first entry', () => {
  expect(payouts(['1', '1', '1'], '100', '0', 2)).toEqual(['33.34', '33.33', '33.33']);
  expect(payouts(['2', '1'], '0.01', '0', 2)).toEqual(['0.01', '0']);
});

test('without a right stake there is no fee and nothing to share', () => {
  expect(divideGamePool(pool('1000', '0'))).toEqual({ outcome: 'nobody_right', fee: ZERO, shared: ZERO });
  expect(gameMultiple(pool('1000', '0'))).toBeUndefined();
  expect(impliedGamePayout(amount('1'), pool('1000', '0'))).toBe(ZERO);
});

test('the fee is rounded down, in favour of the right stakes', () => {
  expect(divideGamePool(pool('0.99', '0.5', '0.05', 2))).toMatchObject({ fee: amount('0.04') });
});

test('the mean of the last five ticks answers exactly; a level belongs to the option above it', () => {
  const ticks = (...prices: string[]) =>
    prices.map((text, index) => ({ time: 95 + index, price: price(text) }));
  const levels = [price('100'), price('200')];
  expect(gameAnswer(ticks('99', '100', '101'), levels)).toBe(2);
  expect(gameAnswer(ticks('99', '100', '100.9999999999'), levels)).toBe(1);
  expect(gameAnswer(ticks('200'), levels)).toBe(3);
  expect(gameTicks(100_000, ticks('1', '2', '3', '4', '5'))).toHaveLength(5);
  expect(gameTicks(101_000, ticks('1', '2', '3', '4', '5'))).toHaveLength(4);
  expect(gameTicks(103_000, ticks('1', '2', '3', '4', '5'))).toBeUndefined();
});

test('fee and payouts are the whole pool, and no payout differs from its exact share by a unit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 8 }),
      fc.array(fc.bigInt(1n, 10n ** 9n), { minLength: 1, maxLength: 30 }),
      fc.bigInt(0n, 10n ** 10n),
      fc.bigInt(0n, 2_000n),
      (decimals, rights, wrong, fee) => {
        const unit = smallestUnit(decimals);
        const entries = rights.map((units, index) => ({ id: index + 1, amount: amount(units * unit) }));
        const right = sum(entries.map((entry) => entry.amount));
        const total = amount(right + wrong * unit);
        const { fee: taken, shared } = divideGamePool({
          total,
          right,
          feeRate: rate(fee * 1_000_000n),
          decimals,
        });
        const terms = divisionTerms(shared, decimals, entries);
        const paid = entries.map((entry) => gamePayout(entry, terms));
        expect(minus(total, taken)).toBe(sum(paid));
        for (const [index, entry] of entries.entries())
          expect(((paid[index] ?? ZERO) - unit) * right < shared * entry.amount).toBe(true);
      },
    ),
  );
});
