import type { AccountName } from '@karat/contract';
import { UNIT, formatFixed, mulUp, plus, roundDown } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { USDC, USDT } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';

/**
 * Currencies of each account type: legal has fiat and USDT, change all coins and stocks, lever and micro USDT and
 * USDC.
 */
export function hasCurrency(account: AccountName, currency: Currency): boolean {
  const dollarCoin = currency.id === USDT || currency.id === USDC;
  switch (account) {
    case 'legal':
      return currency.kind === 'fiat' || currency.id === USDT;
    case 'change':
      return currency.kind !== 'fiat';
    case 'lever':
    case 'micro':
      return dollarCoin;
  }
}

/** Returns true if an amount is a whole number of the currency's smallest unit. */
export const isPrecise = (amount: Amount, { decimals }: Currency): boolean =>
  roundDown(amount, decimals) === amount;

export interface Conversion {
  /** Fee, in the source currency on top of the converted amount. */
  readonly fee: Amount;
  /** Amount and fee together. */
  readonly paid: Amount;
  readonly received: Amount;
}

/** Value of one unit of each coin in USDT. */
export interface Prices {
  readonly from: Price;
  readonly to: Price;
}

/**
 * Returns true if the ratio of two prices has moved by more than the spread since it was locked, in either direction.
 * Compares without division. Within the spread a conversion at the locked ratio gives no more than it takes at the
 * present prices, fee included, provided that the spread is not above the fee: so no sequence of conversions profits
 * from locks.
 */
export function hasMoved(locked: Prices, now: Prices, spread: Rate): boolean {
  const [before, after] = [locked.from * now.to, now.from * locked.to];
  const stretched = UNIT + spread;
  return before * UNIT > after * stretched || after * UNIT > before * stretched;
}

/**
 * Converts `amount` at two prices in USDT: received = amount x from price / to price, rounded down to the target's
 * decimals in one step; fee = amount x fee rate, rounded up to the source's decimals. So a round trip never profits.
 */
export function convert(
  amount: Amount,
  prices: Prices,
  feeRate: Rate,
  decimals: { readonly from: number; readonly to: number },
): Conversion {
  const fee = mulUp(amount, feeRate, decimals.from);
  const received = roundDown(((amount * prices.from) / prices.to) as Amount, decimals.to);
  return { fee, paid: plus(amount, fee), received };
}

const PERCENT_DECIMALS = 4;
/** Formats a rate as percent without trailing zeros: 0.001 is "0.1". */
export const percent = (rate: Rate): string =>
  formatFixed((rate * 100n) as Rate, PERCENT_DECIMALS).replace(/\.?0+$/, '');

/**
 * Returns the price of a fiat currency in USDT, with a US dollar as one USDT; rounded down. `rate` is units per
 * dollar.
 */
export const fiatPrice = (rate: Rate): Price => ((UNIT * UNIT) / rate) as Price;
