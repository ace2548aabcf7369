import type { MarketId, UserId } from '@karat/contract';
import { recordSource } from '@karat/domains/support';
import type { RecordSource } from '@karat/domains/support';
import { empty, sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

interface Row {
  readonly id: number;
  readonly market: MarketId;
  readonly side: string;
  readonly lots: string;
  readonly multiple: number;
  readonly createdMs: number;
}

const rowsOf = (db: Queries, user: UserId, id: number | undefined, limit: number): Promise<Row[]> =>
  db.rows<Row>(sql`
    select id, market_id as market, side, trim_scale(lots)::text as lots, multiple, created_at as "createdMs"
    from contracts_positions where user_id = ${user} ${id === undefined ? empty : sql`and id = ${id}`}
    order by id desc limit ${limit}`);

/** Positions that a user can refer to in a message to customer service. */
export const contractRecords = (symbolOf: (market: MarketId) => string): RecordSource =>
  recordSource(rowsOf, ({ id, market, side, lots, multiple, createdMs }) => ({
    id,
    title: symbolOf(market),
    detail: `${side} ${lots} x${multiple}`,
    createdMs,
  }));
