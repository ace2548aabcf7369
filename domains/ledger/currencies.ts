import { currencyId } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import type { Currency } from './currency.ts';
import { readCurrencies } from './store.ts';

export type { Currency, CurrencyKind } from './currency.ts';

/** The currencies that code refers to by name; all others are read from the table. */
export const BTC = currencyId(1);
export const ETH = currencyId(2);
export const USDT = currencyId(3);
export const USDC = currencyId(45);

export interface CurrencyList {
  readonly list: readonly Currency[];
  readonly byId: ReadonlyMap<CurrencyId, Currency>;
}

/** Currencies come with migrations only, so one read is valid for the life of the process. */
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
