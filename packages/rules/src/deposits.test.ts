import { amount, format, minus, plus, rate, sum } from '@karat/money';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DEPOSIT_DAY_MS,
  dailyYield,
  elapsedDays,
  expiryOf,
  interestOf,
  redemptionPenalty,
  remainingDays,
} from './deposits.ts';
import type { DepositTerms } from './deposits.ts';
import { HOUR_MS } from './durations.ts';

const OPENED = Date.parse('2026-11-20T15:00:00Z');
const PRINCIPAL = amount('1000');
const terms: DepositTerms = {
  days: 5,
  rate: rate('0.0035'),
  penaltyRatio: rate('0.004'),
  decimals: 6,
  openedMs: OPENED,
};

/** What a holder has in all when the deposit of 1,000 is redeemed after a number of ms. */
function totalAfter(ms: number): string {
  const at = OPENED + ms;
  const interest = interestOf([{ principal: PRINCIPAL, days: elapsedDays(terms, at) }], terms);
  return format(plus(minus(PRINCIPAL, redemptionPenalty(PRINCIPAL, terms, at)), interest));
}

describe('1,000 for 5 days at 0.35 %, penalty 0.4 %', () => {
  test.each([
    ['redeemed at once', 0, 5, '980'],
    ['after exactly 2 days', 2 * DEPOSIT_DAY_MS, 3, '995'],
    ['after 2 days and 1 hour', 2 * DEPOSIT_DAY_MS + HOUR_MS, 3, '995'],
    ['one millisecond before 3 days', 3 * DEPOSIT_DAY_MS - 1, 3, '995'],
    ['one millisecond before the expiry', 5 * DEPOSIT_DAY_MS - 1, 1, '1010'],
    ['at the expiry', 5 * DEPOSIT_DAY_MS, 0, '1017.5'],
    ['long after the expiry', 50 * DEPOSIT_DAY_MS, 0, '1017.5'],
  ])('%s', (_, ms, remaining, total) => {
    expect(remainingDays(terms, OPENED + ms)).toBe(remaining);
    expect(totalAfter(ms)).toBe(total);
  });
});

test('a flexible deposit has no expiry, no remaining days and no penalty', () => {
  const flexible = { ...terms, days: 0 };
  const at = OPENED + 40 * DEPOSIT_DAY_MS;
  expect(expiryOf(flexible)).toBeUndefined();
  expect(elapsedDays(flexible, at)).toBe(40);
  expect(remainingDays(flexible, at)).toBe(0);
  expect(redemptionPenalty(PRINCIPAL, flexible, at)).toBe(0n);
});

test('yields round down and penalties round up at the decimals of the currency', () => {
  expect(format(dailyYield(amount('1.000001'), rate('0.0035'), 6))).toBe('0.0035');
  expect(format(redemptionPenalty(amount('1.000001'), terms, OPENED))).toBe('0.020001');
  expect(dailyYield(amount('0.000001'), rate('0.0035'), 6)).toBe(0n);
});

const anyTerms = fc.record({
  days: fc.integer({ min: 0, max: 720 }),
  rate: fc.bigInt(1n, 10n ** 9n).map(rate),
  penaltyRatio: fc.bigInt(0n, 10n ** 10n).map(rate),
  decimals: fc.integer({ min: 0, max: 8 }),
  openedMs: fc.constant(OPENED),
});
const anyAmount = (decimals: number) =>
  fc.bigInt(1n, 10n ** 15n).map((units) => amount(units * 10n ** BigInt(10 - decimals)));
const anyDeposit = anyTerms.chain((own) =>
  fc.record({
    terms: fc.constant(own),
    principal: anyAmount(own.decimals),
    afterMs: fc.integer({ min: 0, max: 800 * DEPOSIT_DAY_MS }),
  }),
);

test('a penalty is never above the principal and never rises with time', () => {
  fc.assert(
    fc.property(anyDeposit, ({ terms: own, principal, afterMs }) => {
      const now = redemptionPenalty(principal, own, OPENED + afterMs);
      const later = redemptionPenalty(principal, own, OPENED + afterMs + HOUR_MS);
      expect(now >= 0n && now <= principal).toBe(true);
      expect(later <= now).toBe(true);
      if (own.days === 0 || afterMs >= own.days * DEPOSIT_DAY_MS) expect(now).toBe(0n);
    }),
  );
});

test('what the holder gets, the house keeps and the reserve releases sums to what was put in', () => {
  fc.assert(
    fc.property(anyDeposit, ({ terms: own, principal, afterMs }) => {
      const at = OPENED + afterMs;
      const daily = dailyYield(principal, own.rate, own.decimals);
      const paidDays = elapsedDays(own, at);
      const reserve = amount(daily * BigInt(own.days === 0 ? paidDays : own.days));
      const paid = interestOf([{ principal, days: paidDays }], own);
      const penalty = redemptionPenalty(principal, own, at);
      const holder = plus(minus(principal, penalty), paid);
      const released = minus(reserve, paid);
      expect(released >= 0n).toBe(true);
      expect(sum([holder, penalty, released])).toBe(plus(principal, reserve));
    }),
  );
});
