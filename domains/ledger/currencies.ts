import { currencyId } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import { readCurrencies } from './store.ts';

export type CurrencyKind = 'coin' | 'fiat' | 'stock';

/** A currency as the migrations created it. */
export interface Currency {
  readonly id: CurrencyId;
  readonly code: string;
  readonly title: string;
  readonly kind: CurrencyKind;
  /** Decimals of its smallest unit. Every amount in the ledger is a whole number of it. */
  readonly decimals: number;
  readonly enabled: boolean;
}

/** The currencies that code names itself; all others are read from the table. */
export const BTC = currencyId(1);
export const ETH = currencyId(2);
export const USDT = currencyId(3);
export const USDC = currencyId(45);

export interface CurrencyList {
  readonly list: readonly Currency[];
  readonly byId: ReadonlyMap<CurrencyId, Currency>;
}

/** Currencies come with migrations only, so what was read once holds as long as the process. */
export function createCurrencyReader(): (queries: Queries) => Promise<CurrencyList> {
  let known: CurrencyList | undefined;
  return async (queries) => {
    if (!known) {
      const list = await readCurrencies(queries);
      known = { list, byId: new Map(list.map((currency) => [currency.id, currency])) };
    }
    return known;
  };
}
