import { UNIT, amount, divDown, minus, mulDown, mulUp, plus, price, rate } from '@karat/money';
import type { Amount } from '@karat/money';

export interface Rates {
  /** USDT for one of what is given. */
  readonly from: string;
  /** USDT for one of what is received. */
  readonly to: string;
  /** Percent of what is given, on top. */
  readonly fee: string;
}

/** What a conversion will come to at these rates; the server's own sum decides. */
export interface Estimate {
  readonly fee: Amount;
  /** Given and fee together. */
  readonly cost: Amount;
  readonly received: Amount;
}

const HUNDRED = 100n;

/** The estimate for an amount; the fee rounds up, what is received down, each at its currency's decimals. */
export function estimate(
  given: Amount,
  rates: Rates,
  decimals: { readonly from: number; readonly to: number },
): Estimate {
  const fee = mulUp(given, rate(amount(rates.fee) / HUNDRED), decimals.from);
  const worth = mulDown(given, price(rates.from));
  return { fee, cost: plus(given, fee), received: divDown(worth, price(rates.to), decimals.to) };
}

/** The most that can be given so that the fee still fits into the balance. */
export function maxOf(available: Amount, fee: string, decimals: number): Amount {
  const factor = UNIT + amount(fee) / HUNDRED;
  let most = divDown(available, amount(factor), decimals);
  // Rounding the fee up may exceed the balance by one last place.
  const step = amount(10n ** BigInt(10 - decimals));
  while (most > 0n && plus(most, mulUp(most, rate(amount(fee) / HUNDRED), decimals)) > available)
    most = minus(most, step);
  return most > 0n ? most : amount('0');
}
