import type { CurrencyId, MarketId, UserId } from '@karat/contract';
import { join, sql } from '@karat/platform/db';
import type { Sql } from '@karat/platform/db';

/** A record of a user as its domain selects it: amounts are decimal texts, times unix ms. Fields without a meaning are null. */
export interface UserRecordRow {
  readonly id: number;
  readonly at: number;
  readonly ended: number | null;
  /** Either a market or a currency. */
  readonly market: MarketId | null;
  readonly currency: CurrencyId | null;
  readonly side: string | null;
  readonly type: string;
  readonly state: string;
  readonly price: string | null;
  readonly exit_price: string | null;
  readonly amount: string;
  /** Unit of `amount` and `filled`; null for the record's currency. */
  readonly amount_in: 'base' | 'quote' | 'lots' | null;
  readonly filled: string | null;
  /** In the market's quote currency, or in the record's currency. */
  readonly total: string | null;
  readonly fee: string | null;
  readonly fee_in: 'base' | 'quote' | null;
  readonly detail: string;
}

/**
 * Returns the selects whose rows are the records of a user, with the columns of `UserRecordRow`. `selectRecords` reads
 * each by its `id`, which an index on user and id must serve; ids grow with times.
 */
export type UserRecordSource = (user: UserId) => readonly Sql[];

/** Returns a select of the first records by id, in either direction; each part is read no further than the limit. */
export function selectRecords(
  parts: readonly Sql[],
  conditions: Sql,
  direction: 'asc' | 'desc',
  limit: number,
): Sql {
  const order = direction === 'asc' ? sql`order by id` : sql`order by id desc`;
  const bounded = parts.map(
    (part) => sql`(select * from (${part}) r where ${conditions} ${order} limit ${limit})`,
  );
  return sql`select * from (${join(bounded, ' union all ')}) records ${order} limit ${limit}`;
}
