import type { CurrencyId } from '@karat/contract';
import { amount, rate } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import type { Ledger } from '@karat/domains/ledger';
import type { Context } from '@karat/platform/context';

/** What one unit of a coin or stock is worth in USDT, as the index has it. */
export interface PricePort {
  /** By a fresh index; undefined while it is stale or missing. Money moves by this one only. */
  inUsdt(id: CurrencyId): Price | undefined;
  /** By the last known index, for showing what balances are worth. */
  lastInUsdt(id: CurrencyId): Price | undefined;
}

/** Where rates of fiat currencies come from: units to the US dollar by code. */
export interface FiatRateSource {
  readonly name: string;
  read(): Promise<ReadonlyMap<string, Rate>>;
}

export interface WalletDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly prices: PricePort;
  /** Without a source the kept rates stay, with their date. */
  readonly fiatRates?: FiatRateSource;
  /** Fee of a conversion; 0.001 is 0.1 %. */
  readonly conversionFee?: Rate;
  /** The least that is converted at once, in USDT. */
  readonly conversionMinimum?: Amount;
}

export const DEFAULT_CONVERSION_FEE = rate('0.001');
export const DEFAULT_CONVERSION_MINIMUM = amount('1');
