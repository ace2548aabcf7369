import { UNIT, amount, smallestUnit } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';

const DAYS_PER_YEAR = 365n;

/** `call` (sell high) is paid in the coin, `put` (buy low) in the quote currency. */
export type DualType = 'call' | 'put';
export interface DualTerms {
  readonly type: DualType;
  /** In the coin for a call, in the quote currency for a put. */
  readonly principal: Amount;
  readonly strike: Price;
  /** Days that earn the rate. */
  readonly days: number;
  /** Rate per year; 0.73 is 73 %. */
  readonly apr: Rate;
  readonly coinDecimals: number;
  readonly quoteDecimals: number;
}

/** One payout: what the user receives, rounded down, and what the house is charged, rounded up. */
export interface DualPayout {
  readonly received: Amount;
  readonly charged: Amount;
}

/** Rounds numerator / denominator (in 1e-10) down and up at the decimals of a currency. */
function roundBoth(numerator: bigint, denominator: bigint, decimals: number): DualPayout {
  const unit = smallestUnit(decimals);
  const divisor = denominator * unit;
  const down = numerator / divisor;
  const up = numerator % divisor === 0n ? down : down + 1n;
  return { received: amount(down * unit), charged: amount(up * unit) };
}

/**
 * Both payouts of an order: principal x (1 + days x apr / 365), in the coin when it settles below the strike and in the quote
 * currency otherwise, converted at the strike where it is not the currency of the principal. Computed exactly, rounded once.
 */
export function dualPayouts(terms: DualTerms): { readonly coin: DualPayout; readonly quote: DualPayout } {
  const { type, principal, strike, coinDecimals, quoteDecimals } = terms;
  const grown = principal * (DAYS_PER_YEAR * UNIT + BigInt(terms.days) * terms.apr);
  const year = DAYS_PER_YEAR * UNIT;
  return type === 'call'
    ? {
        coin: roundBoth(grown, year, coinDecimals),
        quote: roundBoth(grown * strike, year * UNIT, quoteDecimals),
      }
    : {
        coin: roundBoth(grown * UNIT, year * strike, coinDecimals),
        quote: roundBoth(grown, year, quoteDecimals),
      };
}

/** A settlement price as an exact fraction, `total / count`. */
export interface DualPrice {
  readonly total: bigint;
  readonly count: number;
}

/** The currency of the payout at a settlement price: the coin below the strike, the quote currency at or above it. */
export const dualOutcomeAt = ({ total, count }: DualPrice, strike: Price): 'coin' | 'quote' =>
  total < strike * BigInt(count) ? 'coin' : 'quote';
