import { isStockSession } from '@karat/domains/market';
import type { Rescale } from '@karat/domains/market';
import { minus, mulDown, roundDown, ZERO } from '@karat/money';
import type { Amount, Price } from '@karat/money';

/** A dividend of so much per share, or so many new shares for so many old ones. */
export type Terms =
  | { readonly kind: 'dividend'; readonly perShare: Price }
  | { readonly kind: 'split'; readonly ratioNew: number; readonly ratioOld: number };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Everybody hears of it before it happens. */
const NOTICE_MS = MINUTE_MS;
const AHEAD_MAX_MS = 366 * DAY_MS;
/** A market pauses so long before a split, so that no order counts in shares of two sizes. */
const PAUSE_MS = MINUTE_MS;

/** How long before its moment an action pauses the market. From that moment on both do until they are carried out. */
export const pauseBefore = (terms: Terms): number => (terms.kind === 'split' ? PAUSE_MS : 0);

/** Whether something may be planned for a moment: ahead of now, at most a year, and while stocks do not trade. */
export const mayHappenAt = (effective: number, now: number): boolean =>
  effective >= now + NOTICE_MS &&
  effective <= now + AHEAD_MAX_MS &&
  !isStockSession(effective) &&
  !isStockSession(effective - PAUSE_MS);

/** Shares after a split, rounded down to what the currency can count; a dividend leaves them as they are. */
export const sharesAfter = (terms: Terms, quantity: Amount, decimals: number): Amount =>
  terms.kind === 'dividend'
    ? quantity
    : roundDown(((quantity * BigInt(terms.ratioNew)) / BigInt(terms.ratioOld)) as Amount, decimals);

/** What a holder of so many shares is paid, rounded down to the quote currency's decimals. */
export const paidFor = (terms: Terms, quantity: Amount, decimals: number): Amount =>
  terms.kind === 'split' ? ZERO : mulDown(quantity, terms.perShare, decimals);

/**
 * What prices are multiplied by from the moment on: a split by old over new shares, a dividend by what is left of the last
 * price. A dividend of the whole price or more has no such figure.
 */
export function rescaleOf(terms: Terms, from: number, lastPrice: Price): Rescale | undefined {
  if (terms.kind === 'split') {
    return { from, numerator: BigInt(terms.ratioOld), denominator: BigInt(terms.ratioNew) };
  }
  const left = minus(lastPrice, terms.perShare);
  return left > 0n ? { from, numerator: left, denominator: lastPrice } : undefined;
}
