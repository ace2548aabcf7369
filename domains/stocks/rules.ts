import { isStockSession } from '@karat/domains/market';
import type { Rescale } from '@karat/domains/market';
import { ZERO, minus, mulDivDown, mulDown } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { DAY_MS, MINUTE_MS } from '@karat/rules';

/** A dividend per share, or a split of old into new shares. */
export type Terms =
  | { readonly kind: 'dividend'; readonly perShare: Price }
  | { readonly kind: 'split'; readonly ratioNew: number; readonly ratioOld: number };

/** Minimum time between the announcement and the action. */
const NOTICE_MS = MINUTE_MS;
const AHEAD_MAX_MS = 366 * DAY_MS;
/** Pause of a market before a split, so that no order counts in shares of two sizes. */
const PAUSE_MS = MINUTE_MS;

/** Pause of the market before an action. From the effective time on, both kinds pause it until they are executed. */
export const pauseBefore = (terms: Terms): number => (terms.kind === 'split' ? PAUSE_MS : 0);

/** Whether an action may be planned for a time: in the future, at most a year ahead, and while stocks do not trade. */
export const mayHappenAt = (effective: number, now: number): boolean =>
  effective >= now + NOTICE_MS &&
  effective <= now + AHEAD_MAX_MS &&
  !isStockSession(effective) &&
  !isStockSession(effective - PAUSE_MS);

/** Shares after a split, rounded down to the currency's decimals; a dividend does not change them. */
export const sharesAfter = (terms: Terms, quantity: Amount, decimals: number): Amount =>
  terms.kind === 'dividend'
    ? quantity
    : mulDivDown(quantity, BigInt(terms.ratioNew), BigInt(terms.ratioOld), decimals);

/** Payment to a holder of a quantity of shares, rounded down to the quote currency's decimals. */
export const paidFor = (terms: Terms, quantity: Amount, decimals: number): Amount =>
  terms.kind === 'split' ? ZERO : mulDown(quantity, terms.perShare, decimals);

/**
 * Price factor from the effective time on: a split by old over new shares, a dividend by the remaining part of the
 * last price. A dividend of the whole price or more has no factor.
 */
export function rescaleOf(terms: Terms, from: number, lastPrice: Price): Rescale | undefined {
  if (terms.kind === 'split') {
    return { from, numerator: BigInt(terms.ratioOld), denominator: BigInt(terms.ratioNew) };
  }
  const left = minus(lastPrice, terms.perShare);
  return left > 0n ? { from, numerator: left, denominator: lastPrice } : undefined;
}
