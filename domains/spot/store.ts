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

/** Rows counted for the total, at least: counting a long history is too expensive. */
const COUNTED_MIN = 10_000;
/** The same where rows of other markets lie between those that are counted. */
const SCATTERED_COUNTED_MIN = 1_000;

/** Returns the number of rows to count for a page: the page after it is counted too. */
const countedFor = ({ skip, limit }: Window, least: number): number => Math.max(least, skip + 2 * limit);

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

const OPEN: readonly Status[] = [1, 4];
const ENDED: readonly Status[] = [2, 3, 5];
/** More markets than this are filtered from all orders of a status. */
const MARKETS_SOUGHT_MAX = 4;

/** Returns the conditions of a filter that one index serves in the sequence of ids each; together they are the filter. */
function orderParts({ userId: user, open, status, marketIds }: OrderFilter): Sql[] {
  const wanted = (of: readonly Status[]): readonly Status[] =>
    status === undefined ? of : of.filter((each) => each === status);
  const opened = open === false ? [] : wanted(OPEN);
  const ended = open === true ? [] : wanted(ENDED);
  const sought = marketIds !== undefined && marketIds.length <= MARKETS_SOUGHT_MAX;
  const places = sought ? marketIds.map((id) => sql` and market_id = ${id}`) : [inMarkets(marketIds)];
  const parts = ended.flatMap((each) =>
    places.map((place) => sql`user_id = ${user} and place = 0 and status = ${each}${place}`),
  );
  if (opened.length === 0) return parts;
  const states = sql`user_id = ${user} and place <> 0 and status = any(${[...opened]}::int[])`;
  return [sql`${states}${inMarkets(marketIds)}`, ...parts];
}

/** A user's orders, newest first, and their total count; it counts 10,000 or a page beyond the one that is asked for. */
export async function readOrders(
  db: Queries,
  filter: OrderFilter,
  page: Window,
): Promise<{ rows: Order[]; total: number }> {
  const { skip, limit } = page;
  const parts = orderParts(filter);
  if (parts.length === 0) return { rows: [], total: 0 };
  const ids = parts.map(
    (where) => sql`(select id from spot_orders where ${where} order by id desc limit ${skip + limit})`,
  );
  const rows = await db.rows<OrderRow>(sql`
    select o.* from (
      select id from (${join(ids, ' union all ')}) every order by id desc limit ${limit} offset ${skip}
    ) page
    join spot_orders o on o.id = page.id order by o.id desc`);
  return {
    rows: rows.map(toOrder),
    total: await countParts(db, sql`spot_orders`, parts, countedFor(page, COUNTED_MIN)),
  };
}

/** Counts the rows of several conditions of a table, up to a number of them. */
async function countParts(db: Queries, table: Sql, parts: readonly Sql[], most: number): Promise<number> {
  const each = parts.map((where) => sql`(select 1 from ${table} where ${where} limit ${most})`);
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from (select 1 from (${join(each, ' union all ')}) every limit ${most}) counted`);
  return total;
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

/**
 * A user's fills on either side, newest first, and their total count: it counts 10,000, of some markets 1,000, or a page beyond
 * the one that is asked for.
 */
export async function readFills(
  db: Queries,
  { userId: user, marketIds, orderId: order }: FillFilter,
  page: Window,
): Promise<{ rows: Fill[]; total: number }> {
  const { skip, limit } = page;
  const within = order === undefined ? empty : await fillsRange(db, user, order);
  const side = (who: Sql, which: Sql): Sql => {
    const ofOrder = order === undefined ? empty : sql` and ${which} = ${order}`;
    return sql`${who} = ${user}${inMarkets(marketIds)}${within}${ofOrder}`;
  };
  const sides = [side(sql`maker_user`, sql`maker_order`), side(sql`taker_user`, sql`taker_order`)];
  const both = sides.map(
    (where) => sql`(select * from spot_fills where ${where} order by id desc limit ${skip + limit})`,
  );
  const rows = await db.rows<FillRow>(sql`
    ${join(both, ' union all ')} order by id desc limit ${limit} offset ${skip}`);
  const least = marketIds === undefined ? COUNTED_MIN : SCATTERED_COUNTED_MIN;
  const total = await countParts(db, sql`spot_fills`, sides, countedFor(page, least));
  return { rows: rows.map(toFill), total };
}

/** Where the fills of one of the user's orders lie: in its market, between its first and its last. */
async function fillsRange(db: Queries, user: UserId, id: OrderId): Promise<Sql> {
  const order = await readOrder(db, user, { id });
  if (order === undefined || order.firstFill === null || order.lastFill === null) return sql` and false`;
  return sql` and market_id = ${order.marketId} and id between ${order.firstFill} and ${order.lastFill}`;
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
