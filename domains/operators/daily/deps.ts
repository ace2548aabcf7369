import type { CurrencyId, UserId } from '@karat/contract';
import type { Currency } from '@karat/domains/ledger';
import type { Amount, Price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { CreditedSum, Turnover } from './rules.ts';

/** A stretch of time; users up to an id are accounts of the house and do not count. */
export interface DayRange {
  /** Unix ms, included. */
  readonly fromMs: number;
  /** Unix ms, excluded. */
  readonly toMs: number;
  readonly houseIdMax: number;
}

/** Trades of a product. */
export interface Traded {
  readonly turnover: readonly Turnover[];
  /** Users who traded. */
  readonly traders: readonly UserId[];
}

/** Sources of the figures; each reads the rows of its range by an index. */
export interface DailyDeps {
  readonly ctx: Context;
  readonly houseIdMax: number;
  readonly trades: readonly ((db: Queries, range: DayRange) => Promise<Traded>)[];
  readonly deposits: readonly ((db: Queries, range: DayRange) => Promise<readonly CreditedSum[]>)[];
  readonly withdrawals: (
    db: Queries,
    range: DayRange,
  ) => Promise<{ readonly usdt: Amount; readonly count: number }>;
  readonly registrations: (db: Queries, range: DayRange) => Promise<number>;
  /** Unix ms; undefined before the first one. */
  readonly firstRegistration: (db: Queries) => Promise<number | undefined>;
  /** Prices in USDT at a moment, in the order of the currencies. */
  readonly pricesAt: (
    db: Queries,
    currencies: readonly CurrencyId[],
    at: number,
  ) => Promise<readonly (Price | undefined)[]>;
  readonly currencies: (db: Queries) => Promise<readonly Pick<Currency, 'id' | 'code'>[]>;
}
