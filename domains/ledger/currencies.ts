import { currencyId } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { Currency } from './currency.ts';
import { readCurrencies } from './store.ts';

/** The currencies that code refers to by name; all others are read from the table. */
export const BTC = currencyId(1);
export const ETH = currencyId(2);
export const USDT = currencyId(3);
export const USDC = currencyId(45);

export interface CurrencyList {
  readonly list: readonly Currency[];
  readonly byId: ReadonlyMap<CurrencyId, Currency>;
}

/** The known currencies of this process. */
export interface CurrencyReader {
  /** All currencies; the map stays the same object and grows with every currency that becomes known. */
  read(queries: Queries): Promise<CurrencyList>;
  /** One currency; looks into the rows again where it is not known yet, because another process may have added it. */
  find(queries: Queries, id: CurrencyId): Promise<Currency | undefined>;
  /** The code of a known currency; the number of another one. */
  codeOf(id: CurrencyId): string;
  /** Makes a committed currency known, or its new title. */
  put(currency: Currency): void;
  /** Reads the rows again: currencies and titles of other processes. */
  refresh(queries: Queries): Promise<void>;
}

/** Currencies come with migrations or are added; only their titles change, so that what has been read stays valid. */
export function createCurrencyReader(): CurrencyReader {
  const byId = new Map<CurrencyId, Currency>();
  let list: readonly Currency[] | undefined;
  let puts = 0;
  const reload = async (queries: Queries): Promise<void> => {
    const before = puts;
    const rows = await readCurrencies(queries);
    // A commit of this process may be newer than the rows: the next read has it.
    if (list && puts !== before) return;
    list = rows;
    for (const currency of rows) byId.set(currency.id, currency);
  };
  return {
    async read(queries) {
      if (!list) await reload(queries);
      return { list: list ?? [], byId };
    },
    async find(queries, id) {
      if (!byId.has(id)) await reload(queries);
      return byId.get(id);
    },
    codeOf: (id) => byId.get(id)?.code ?? String(id),
    put(currency) {
      puts += 1;
      const isKnown = byId.has(currency.id);
      byId.set(currency.id, currency);
      if (!list) return;
      list = isKnown ? list.map((each) => (each.id === currency.id ? currency : each)) : [...list, currency];
    },
    refresh: reload,
  };
}

/** Interval in which rows of currencies are read again. */
const FOLLOW_MS = 1_000;

/** Reads the rows once a second; returns a function that stops after the read in progress. */
export function followCurrencies(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  reader: CurrencyReader,
): () => Promise<void> {
  let reading: Promise<void> | undefined;
  const stop = clock.every(FOLLOW_MS, () => {
    reading ??= reader
      .refresh(db)
      .catch((error: unknown) => log.warn({ err: error }, 'currency rows read failed'))
      .finally(() => (reading = undefined));
  });
  return async () => {
    stop();
    await reading;
  };
}
