import type { MarketId, UserId } from '@karat/contract';
import { recordSource } from '@karat/domains/support';
import type { RecordSource } from '@karat/domains/support';
import { empty, sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

interface Row {
  readonly id: number;
  readonly market: MarketId;
  readonly direction: string;
  readonly seconds: number;
  readonly stake: string;
  readonly createdMs: number;
}

const rowsOf = (db: Queries, user: UserId, id: number | undefined, limit: number): Promise<Row[]> =>
  db.rows<Row>(sql`
    select id, market_id as market, direction, seconds, trim_scale(stake)::text as stake, accepted_at as "createdMs"
    from options_orders where user_id = ${user} ${id === undefined ? empty : sql`and id = ${id}`}
    order by id desc limit ${limit}`);

/** Orders that a user can refer to in a message to customer service. */
export const optionRecords = (symbolOf: (market: MarketId) => string): RecordSource =>
  recordSource(rowsOf, ({ id, market, direction, seconds, stake, createdMs }) => ({
    id,
    title: symbolOf(market),
    detail: `${direction} ${stake} ${seconds} s`,
    createdMs,
  }));
