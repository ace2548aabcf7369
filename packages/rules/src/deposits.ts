import { ZERO, amount, min, mulDown, mulUp, plus, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { DAY_MS } from './durations.ts';

/** A deposit's day: yields are paid every 24 hours after the purchase. */
export const DEPOSIT_DAY_MS = DAY_MS;

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
 * Redemption penalty at `at` (unix ms): principal x ratio x remaining days, rounded up at the decimals of the currency,
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
