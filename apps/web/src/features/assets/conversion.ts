import { amount, price, rateFromPercent } from '@karat/money';
import type { Amount } from '@karat/money';
import { convert, maxConversion } from '@karat/rules';
import type { Conversion, ConversionDecimals } from '@karat/rules';

/** Rates of a conversion as the server sends them. */
export interface Rates {
  /** USDT per unit of the currency given. */
  readonly from: string;
  /** USDT per unit of the currency received. */
  readonly to: string;
  /** Percent of the amount given, on top of it. */
  readonly fee: string;
}

/** Returns the estimate for an amount, by the formula of the server; the server's result at its own prices is binding. */
export const estimate = (given: Amount, rates: Rates, decimals: ConversionDecimals): Conversion =>
  convert(
    given,
    { from: price(rates.from), to: price(rates.to) },
    rateFromPercent(amount(rates.fee)),
    decimals,
  );

/** Returns the maximum amount that leaves enough balance for the fee. `fee` is in percent. */
export const maxOf = (available: Amount, fee: string, decimals: number): Amount =>
  maxConversion(available, rateFromPercent(amount(fee)), decimals);
