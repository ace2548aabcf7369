import {
  UNIT,
  ZERO,
  amount as amountOf,
  max,
  minus,
  mulDivDown,
  mulUp,
  plus,
  smallestUnit,
} from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';

/** Amounts of a conversion between two coins, each at the decimals of its currency. */
export interface Conversion {
  /** Rounded up; taken from the source currency on top of the amount. */
  readonly fee: Amount;
  /** Amount and fee together. */
  readonly paid: Amount;
  /** Rounded down. */
  readonly received: Amount;
}

/** Price of one unit of each coin in USDT. */
export interface ConversionPrices {
  readonly from: Price;
  readonly to: Price;
}

/** Decimals of both currencies. */
export interface ConversionDecimals {
  readonly from: number;
  readonly to: number;
}

/**
 * Converts an amount: received = amount x from price / to price, rounded down once; fee = amount x fee rate, rounded up. A
 * conversion there and back never gains.
 */
export function convert(
  amount: Amount,
  prices: ConversionPrices,
  feeRate: Rate,
  decimals: ConversionDecimals,
): Conversion {
  const fee = mulUp(amount, feeRate, decimals.from);
  const received = mulDivDown(amount, prices.from, prices.to, decimals.to);
  return { fee, paid: plus(amount, fee), received };
}

/** The largest amount that a balance pays together with its conversion fee, at the decimals of the source currency. */
export function maxConversion(available: Amount, feeRate: Rate, decimals: number): Amount {
  const largest = mulDivDown(available, UNIT, UNIT + feeRate, decimals);
  // The fee rounds up: amount and fee can exceed the balance by one last place.
  const isPaid = plus(largest, mulUp(largest, feeRate, decimals)) <= available;
  return max(isPaid ? largest : minus(largest, amountOf(smallestUnit(decimals))), ZERO);
}

/**
 * Whether the ratio of two prices has moved by more than the spread since it was locked, in either direction. Compared without
 * division. With a spread of at most the fee, no sequence of conversions profits from locked prices.
 */
export function hasMoved(locked: ConversionPrices, now: ConversionPrices, spread: Rate): boolean {
  const [before, after] = [locked.from * now.to, now.from * locked.to];
  const limit = UNIT + spread;
  return before * UNIT > after * limit || after * UNIT > before * limit;
}
