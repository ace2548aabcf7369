import { ZERO, amount, compare, divDown, divUp, minus, mulDown, mulUp, plus, roundDown } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { DAY_MS } from '@karat/rules';

const USDT_DECIMALS = 6;

export type Level = 0 | 1 | 2;
export type AmountByLevel = Readonly<Record<Level, Amount>>;

/** Limits of all outflow; configuration may replace each. */
export interface OutflowPolicy {
  /** The rolling window of the limits. */
  readonly windowMs: number;
  /** Maximum of withdrawals and payments to users together, in BTC by verification level. */
  readonly capBtc: AmountByLevel;
  /** Lower maximum of payments to users alone, in USDT. */
  readonly sendUsdt: AmountByLevel;
}

export const DEFAULT_POLICY: OutflowPolicy = {
  windowMs: DAY_MS,
  capBtc: { 0: ZERO, 1: amount('200'), 2: amount('500') },
  sendUsdt: { 0: ZERO, 1: amount('10000'), 2: amount('500000') },
};

/** Returns the value of an amount at a price, rounded up, so that rounding never extends a limit. */
export const worth = (number: Amount, price: Price): Amount => mulUp(number, price);
/** Returns the value in BTC of USDT at the price of a bitcoin in USDT, rounded up. */
export const inBtc = (usdt: Amount, btcPrice: Price): Amount => divUp(usdt, btcPrice);

/** Prices in USDT, of the unit of a currency and of a bitcoin. */
export interface LimitPrices {
  readonly own: Price;
  readonly btc: Price;
}

/**
 * Returns a limit in BTC as an amount of a currency: the largest one of its decimals whose value, by `worth` and `inBtc`, is within
 * the limit. Without prices the currency is BTC.
 */
export const limitIn = (limit: Amount, prices: LimitPrices | undefined, decimals: number): Amount =>
  prices === undefined
    ? roundDown(limit, decimals)
    : divDown(mulDown(limit, prices.btc), prices.own, decimals);

/** Returns the remainder of a limit; never below zero. */
export const leftOf = (limit: Amount, used: Amount): Amount =>
  compare(used, limit) >= 0 ? ZERO : minus(limit, used);

export const isWithin = (limit: Amount, used: Amount, next: Amount): boolean =>
  compare(plus(used, next), limit) <= 0;

export const PROTECTION_DAYS_MAX = 7;

/** Returns the end of a lock of whole days from now; undefined if it would not be later than the current one. */
export function extendProtection(days: number, now: number, until: number | undefined): number | undefined {
  const end = now + days * DAY_MS;
  return until !== undefined && end <= until ? undefined : end;
}

/** Returns BTC in USDT, rounded down: the displayed remainder can be used. */
export const btcInUsdt = (btc: Amount, btcPrice: Price): Amount => mulDown(btc, btcPrice, USDT_DECIMALS);
