import { marketId } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import { amount, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { PositionSide } from '@karat/rules';
import { positionOf } from './position-row.ts';
import type { PositionRow } from './position-row.ts';
import type { Position } from './position.ts';

/** Returns the open ones among the given positions. */
export const openAmong = async (queries: Queries, ids: readonly number[]): Promise<Position[]> =>
  (
    await queries.rows<PositionRow>(
      sql`select * from contracts_positions where id = any(${[...ids]}::bigint[]) and status in (1, 2)`,
    )
  ).map(positionOf);

/** Converts a copy into the follower's own position and returns its margin. */
export async function makeOwn(tx: Tx, user: UserId, id: number): Promise<Amount | undefined> {
  const row = await tx.maybe<{ margin: string }>(sql`
    update contracts_positions set order_type = 1, version = version + 1
    where id = ${id} and user_id = ${user} and order_type = 2 and status in (1, 2) returning margin`);
  return row && amount(row.margin);
}

const NET = sql`(profit - fee - overnight + insurance)::text as net`;

/** The public view of a closed position. */
export interface ClosedPosition {
  readonly id: number;
  readonly marketId: MarketId;
  readonly symbol: string;
  readonly side: PositionSide;
  readonly multiple: number;
  readonly lots: Amount;
  readonly price: Price;
  readonly closePrice: Price;
  readonly net: Amount;
  readonly openedAt: number;
  readonly closedAt: number;
}

/** Closed positions of a user, newest first. */
export async function closedPage(
  queries: Queries,
  user: UserId,
  { page, limit }: { readonly page: number; readonly limit: number },
  symbolOf: (id: MarketId) => string,
): Promise<{ rows: ClosedPosition[]; total: number }> {
  const rows = await queries.rows<{
    id: number;
    market_id: number;
    side: PositionSide;
    multiple: number;
    origin_lots: string;
    price: string;
    close_price: string;
    net: string;
    opened_at: number;
    closed_at: number;
  }>(sql`
    select id, market_id, side, multiple, origin_lots, price, close_price, ${NET}, opened_at, closed_at
    from contracts_positions where user_id = ${user} and status = 3 and coupon_id is null
    order by id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await queries.one<{ total: number }>(
    sql`select count(*)::int as total from contracts_positions where user_id = ${user} and status = 3 and coupon_id is null`,
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      marketId: marketId(row.market_id),
      symbol: symbolOf(marketId(row.market_id)),
      side: row.side,
      multiple: row.multiple,
      lots: amount(row.origin_lots),
      net: amount(row.net),
      price: price(row.price),
      closePrice: price(row.close_price),
      openedAt: row.opened_at,
      closedAt: row.closed_at,
    })),
  };
}
