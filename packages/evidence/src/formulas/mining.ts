import { ZERO, amount, format, min, minus, mulDown, mulUp, plus, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';

/** A deposit's day: yields are paid every 24 hours after the purchase. */
export const DEPOSIT_DAY_MS = 86_400_000;

/** The terms of a deposit, fixed at its purchase. */
export interface DepositTerms {
  /** Length in days; 0 is a flexible deposit, which has no expiry. */
  readonly days: number;
  /** Yield of one day for one unit of principal; 0.0035 is 0.35 %. */
  readonly rate: Rate;
  /** Penalty of an early redemption for one remaining day and one unit of principal. */
  readonly penaltyRatio: Rate;
  /** Decimals of the currency. */
  readonly decimals: number;
  /** Unix ms. */
  readonly openedMs: number;
}

/** Full days of which a yield was paid on one principal. */
export interface PaidDays {
  readonly principal: Amount;
  readonly days: number;
}

/** The yield of one day, rounded down at the decimals of the currency. */
export const dailyYield = (principal: Amount, daily: Rate, decimals: number): Amount =>
  mulDown(principal, daily, decimals);

/** The end of the n-th day of a deposit, unix ms. */
export const markAt = (openedMs: number, day: number): number => openedMs + day * DEPOSIT_DAY_MS;

/** When the principal returns, unix ms; undefined for a flexible deposit. */
export const expiryOf = ({ days, openedMs }: Pick<DepositTerms, 'days' | 'openedMs'>): number | undefined =>
  days === 0 ? undefined : markAt(openedMs, days);

/** Full days from the purchase to `at` (unix ms), never more than the term. */
export function elapsedDays({ days, openedMs }: Pick<DepositTerms, 'days' | 'openedMs'>, at: number): number {
  const full = Math.max(0, Math.floor((at - openedMs) / DEPOSIT_DAY_MS));
  return days === 0 ? full : Math.min(days, full);
}

/** Days from `at` (unix ms) to the expiry, a started day counts in full; 0 for a flexible deposit. */
export function remainingDays(terms: Pick<DepositTerms, 'days' | 'openedMs'>, at: number): number {
  const expiry = expiryOf(terms);
  return expiry === undefined ? 0 : Math.max(0, Math.ceil((expiry - at) / DEPOSIT_DAY_MS));
}

/**
 * Penalty of a redemption at `at` (unix ms): principal x ratio x remaining days, rounded up at the decimals of the currency,
 * never more than the principal; 0 from the expiry on and for flexible deposits.
 */
export function redemptionPenalty(principal: Amount, terms: DepositTerms, at: number): Amount {
  const remaining = BigInt(remainingDays(terms, at));
  return min(principal, mulUp(principal, rate(terms.penaltyRatio * remaining), terms.decimals));
}

/** All yields of days that were paid. */
export const interestOf = (
  paid: readonly PaidDays[],
  { rate: daily, decimals }: Pick<DepositTerms, 'rate' | 'decimals'>,
): Amount =>
  paid.reduce(
    (sum, { principal, days }) => plus(sum, amount(dailyYield(principal, daily, decimals) * BigInt(days))),
    ZERO,
  );

/** A redemption as a receipt describes it: `paid` has the days of the whole deposit, `principal` is what returns now. */
export interface DepositFacts extends DepositTerms {
  readonly currency: string;
  readonly principal: Amount;
  readonly paid: readonly PaidDays[];
  /** Unix ms; the expiry for a deposit that ran its whole term. */
  readonly closedMs: number;
}

export const depositFacts = (deposit: DepositFacts): Facts => ({
  currency: deposit.currency,
  decimals: String(deposit.decimals),
  days: String(deposit.days),
  rate: format(deposit.rate),
  penalty_ratio: format(deposit.penaltyRatio),
  principal: format(deposit.principal),
  opened_ms: String(deposit.openedMs),
  closed_ms: String(deposit.closedMs),
  paid: deposit.paid.map(({ principal, days }) => `${format(principal)}*${days}`).join(' '),
});

const PAID = /^([0-9]+(?:\.[0-9]{1,10})?)\*([1-9][0-9]{0,8})$/;

function paidDays(text: string): PaidDays[] {
  if (text === '') return [];
  return text.split(' ').map((part) => {
    const [, principal, days] = PAID.exec(part) ?? [];
    if (principal === undefined) throw new RangeError(`paid is not principal*days: ${part}`);
    return { principal: amount(principal), days: Number(days) };
  });
}

export const miningFormula: Formula = {
  id: 'mining/1',
  text:
    'Times in unix ms, a day is 86400000 ms. days = 0: a flexible deposit without an expiry; otherwise expiry = opened_ms + ' +
    'days x a day. elapsed = (closed_ms - opened_ms) / a day, rounded down, at least 0, at most days of a deposit with an expiry. ' +
    'paid lists principal*days of the yields that were paid; its days sum to elapsed. The yield of a day = principal of that ' +
    'day x rate, rounded down at the decimals of the currency; interest = the sum of all of them. remaining_days = (expiry - ' +
    'closed_ms) / a day, rounded up, at least 0; 0 for a flexible deposit. penalty = principal x penalty_ratio x ' +
    'remaining_days, rounded up at the decimals of the currency, at most the principal. returned = principal - penalty.',
  ranges: () => [],
  choose: () => [],
  result(order) {
    const terms: DepositTerms = {
      days: wholeFact(order, 'days'),
      rate: rate(fact(order, 'rate')),
      penaltyRatio: rate(fact(order, 'penalty_ratio')),
      decimals: wholeFact(order, 'decimals'),
      openedMs: wholeFact(order, 'opened_ms'),
    };
    const principal = amount(fact(order, 'principal'));
    const closedMs = wholeFact(order, 'closed_ms');
    const paid = paidDays(fact(order, 'paid'));
    const days = paid.reduce((sum, part) => sum + part.days, 0);
    const elapsed = elapsedDays(terms, closedMs);
    if (days !== elapsed) throw new RangeError(`yields of ${days} days were paid, ${elapsed} had passed`);
    const penalty = redemptionPenalty(principal, terms, closedMs);
    return {
      days_paid: String(days),
      interest: format(interestOf(paid, terms)),
      remaining_days: String(remainingDays(terms, closedMs)),
      penalty: format(penalty),
      returned: format(minus(principal, penalty)),
    };
  },
};
