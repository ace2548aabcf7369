import { marketId, orderId, userId } from '@karat/contract';
import type { MarketId, OrderId, UserId } from '@karat/contract';
import { amount, price } from '@karat/money';
import { empty, join, sql } from '@karat/platform/db';
import type { Queries, Sql } from '@karat/platform/db';
import { sideOfNumber, toOrder } from './order-row.ts';
import type { OrderRow } from './order-row.ts';
import type { Fill, Order, Status } from './types.ts';

interface FillRow {
  readonly id: number;
  readonly market_id: number;
  readonly price: string;
  readonly quantity: string;
  readonly quote: string;
  readonly taker_side: number;
  readonly maker_order: number;
  readonly taker_order: number;
  readonly maker_user: number;
  readonly taker_user: number;
  readonly maker_fee: string;
  readonly taker_fee: string;
  readonly house: boolean;
  readonly at: number;
}

const toFill = (row: FillRow): Fill => ({
  id: row.id,
  marketId: marketId(row.market_id),
  takerSide: sideOfNumber(row.taker_side),
  price: price(row.price),
  quantity: amount(row.quantity),
  quote: amount(row.quote),
  makerOrder: orderId(row.maker_order),
  takerOrder: orderId(row.taker_order),
  makerUser: userId(row.maker_user),
  takerUser: userId(row.taker_user),
  makerFee: amount(row.maker_fee),
  takerFee: amount(row.taker_fee),
  house: row.house,
  at: row.at,
});

/** Users with a resting or queued order in a market. */
export const usersWithOrders = async (db: Queries, market: MarketId): Promise<UserId[]> =>
  (
    await db.rows<{ user_id: number }>(
      sql`select distinct user_id from spot_orders where market_id = ${market} and place <> 0 order by user_id`,
    )
  ).map((row) => userId(row.user_id));

/** A page: number of rows before it and in it. */
export interface Window {
  readonly skip: number;
  readonly limit: number;
}

/** Maximum number of rows counted for the total: counting a long history is too expensive. */
const COUNTED_MAX = 100_000;

export interface OrderFilter {
  readonly userId: UserId;
  /** Open orders, ended ones, or both. */
  readonly open: boolean | undefined;
  /** Only orders of this status. */
  readonly status: Status | undefined;
  readonly marketIds: readonly MarketId[] | undefined;
}

const inMarkets = (ids: readonly MarketId[] | undefined): Sql =>
  ids === undefined ? empty : sql` and market_id = any(${[...ids]}::int[])`;

/** A user's orders, newest first, and their total count. */
export async function readOrders(
  db: Queries,
  { userId: user, open, status, marketIds }: OrderFilter,
  { skip, limit }: Window,
): Promise<{ rows: Order[]; total: number }> {
  const place = open === undefined ? empty : open ? sql` and place <> 0` : sql` and place = 0`;
  const inStatus = status === undefined ? empty : sql` and status = ${status}`;
  const where = sql`user_id = ${user}${place}${inStatus}${inMarkets(marketIds)}`;
  const rows = await db.rows<OrderRow>(sql`
    select * from spot_orders where ${where} order by id desc limit ${limit} offset ${skip}`);
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from (select 1 from spot_orders where ${where} limit ${COUNTED_MAX}) counted`);
  return { rows: rows.map(toOrder), total };
}

/** One of the user's orders, by its id or its client id. */
export async function readOrder(
  db: Queries,
  user: UserId,
  by: { readonly id: OrderId } | { readonly clientKey: string },
): Promise<Order | undefined> {
  const row = await db.maybe<OrderRow>(
    'id' in by
      ? sql`select * from spot_orders where id = ${by.id} and user_id = ${user}`
      : sql`
        select o.* from spot_client_keys k join spot_orders o on o.id = k.order_id
        where k.user_id = ${user} and k.client_key = ${by.clientKey} and o.user_id = ${user}`,
  );
  return row && toOrder(row);
}

/** Ids of the user's orders by their client ids; unknown ones are absent. */
export async function readOrderIds(
  db: Queries,
  user: UserId,
  clientKeys: readonly string[],
): Promise<ReadonlyMap<string, OrderId>> {
  if (clientKeys.length === 0) return new Map();
  const rows = await db.rows<{ key: string; id: OrderId }>(sql`
    select k.client_key as key, o.id from spot_client_keys k join spot_orders o on o.id = k.order_id
    where k.user_id = ${user} and k.client_key = any(${clientKeys}) and o.user_id = ${user}`);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

const FILLS_OF_ORDER_MAX = 500;

/** Fills of one order of the user, oldest first; their ids lie between its first and its last fill. */
export async function readFillsOf(db: Queries, order: Order): Promise<Fill[]> {
  if (order.firstFill === null || order.lastFill === null) return [];
  const side = (user: Sql, which: Sql): Sql => sql`
    select * from spot_fills where ${user} = ${order.userId} and ${which} = ${order.id}
    and id between ${order.firstFill} and ${order.lastFill}`;
  const rows = await db.rows<FillRow>(sql`
    ${side(sql`maker_user`, sql`maker_order`)} union all ${side(sql`taker_user`, sql`taker_order`)}
    order by id limit ${FILLS_OF_ORDER_MAX}`);
  return rows.map(toFill);
}

export interface FillFilter {
  readonly userId: UserId;
  readonly marketIds: readonly MarketId[] | undefined;
  readonly orderId: OrderId | undefined;
}

/** A user's fills on either side, newest first, and their total count. */
export async function readFills(
  db: Queries,
  { userId: user, marketIds, orderId: order }: FillFilter,
  { skip, limit }: Window,
): Promise<{ rows: Fill[]; total: number }> {
  const side = (who: Sql, which: Sql, columns: Sql, max: number): Sql => {
    const ofOrder = order === undefined ? empty : sql` and ${which} = ${order}`;
    return sql`
      (select ${columns} from spot_fills where ${who} = ${user}${inMarkets(marketIds)}${ofOrder} order by id desc limit ${max})`;
  };
  const both = (columns: Sql, max: number): Sql =>
    join(
      [
        side(sql`maker_user`, sql`maker_order`, columns, max),
        side(sql`taker_user`, sql`taker_order`, columns, max),
      ],
      ' union all ',
    );
  const rows = await db.rows<FillRow>(sql`
    ${both(sql`*`, skip + limit)} order by id desc limit ${limit} offset ${skip}`);
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from (${both(sql`id`, COUNTED_MAX)}) counted`);
  return { rows: rows.map(toFill), total };
}

const TRADES_MAX = 10_000;

/** Trades of a market after a given trade, oldest first. */
export const readTradesSince = async (
  db: Queries,
  market: MarketId,
  afterId: number,
  limit: number,
): Promise<Fill[]> =>
  (
    await db.rows<FillRow>(sql`
      select * from spot_fills where market_id = ${market} and id > ${afterId}
      order by id limit ${Math.min(limit, TRADES_MAX)}`)
  ).map(toFill);

/** The latest trades of a market, newest first. */
export const readLatestTrades = async (db: Queries, market: MarketId, limit: number): Promise<Fill[]> =>
  (
    await db.rows<FillRow>(sql`
      select * from spot_fills where market_id = ${market} order by id desc limit ${Math.min(limit, TRADES_MAX)}`)
  ).map(toFill);
