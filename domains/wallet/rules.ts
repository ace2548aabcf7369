import type { AccountName } from '@karat/contract';
import { format, inverseDown, percentFromRate, roundDown } from '@karat/money';
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

/** Formats a rate as percent, exact: 0.001 is "0.1". */
export const percent = (rate: Rate): string => format(percentFromRate(rate));

/**
 * Returns the price of a fiat currency in USDT, with a US dollar as one USDT; rounded down. `rate` is units per
 * dollar.
 */
export const fiatPrice = (rate: Rate): Price => inverseDown(rate);
