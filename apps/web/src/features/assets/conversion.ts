import { UNIT, amount, divDown, minus, mulDown, mulUp, plus, price, rate } from '@karat/money';
import type { Amount } from '@karat/money';

export interface Rates {
  /** USDT per unit of the currency given. */
  readonly from: string;
  /** USDT per unit of the currency received. */
  readonly to: string;
  /** Percent of the amount given, on top of it. */
  readonly fee: string;
}

/** Estimate of a conversion at these rates; the server's result is binding. */
export interface Estimate {
  readonly fee: Amount;
  /** Amount given plus fee. */
  readonly cost: Amount;
  readonly received: Amount;
}

const HUNDRED = 100n;

/** Returns the estimate for an amount; the fee rounds up, the amount received down, each to its currency's decimals. */
export function estimate(
  given: Amount,
  rates: Rates,
  decimals: { readonly from: number; readonly to: number },
): Estimate {
  const fee = mulUp(given, rate(amount(rates.fee) / HUNDRED), decimals.from);
  const worth = mulDown(given, price(rates.from));
  return { fee, cost: plus(given, fee), received: divDown(worth, price(rates.to), decimals.to) };
}

/** Returns the maximum amount that the balance covers together with its fee. */
export function maxOf(available: Amount, fee: string, decimals: number): Amount {
  const factor = UNIT + amount(fee) / HUNDRED;
  let max = divDown(available, amount(factor), decimals);
  // Rounding the fee up may exceed the balance by one unit of the last decimal.
  const step = amount(10n ** BigInt(10 - decimals));
  while (max > 0n && plus(max, mulUp(max, rate(amount(fee) / HUNDRED), decimals)) > available)
    max = minus(max, step);
  return max > 0n ? max : amount('0');
}
