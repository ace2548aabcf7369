import { currencyId as brandCurrency, marketId as brandMarket, userId as brandUser } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import { amount, format, price, rate } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { OptionDirection, OptionOutcome } from '@karat/rules';
import type { Order } from './types.ts';

interface OrderRow {
  id: number;
  user_id: number;
  market_id: number;
  currency_id: number;
  decimals: number;
  direction: OptionDirection;
  seconds: number;
  stake: string;
  ratio: string;
  profit: string;
  shard: number;
  accepted_at: number;
  expires_at: number;
  entry_second: number | null;
  entry_price: string | null;
  outcome: OptionOutcome | null;
  settlement: string | null;
  returned: string | null;
  receipt: string | null;
  settled_at: number | null;
}

const orderOf = (row: OrderRow): Order => ({
  id: row.id,
  userId: brandUser(row.user_id),
  marketId: brandMarket(row.market_id),
  currencyId: brandCurrency(row.currency_id),
  decimals: row.decimals,
  direction: row.direction,
  seconds: row.seconds,
  shard: row.shard,
  stake: amount(row.stake),
  ratio: rate(row.ratio),
  profit: amount(row.profit),
  acceptedMs: row.accepted_at,
  expiresMs: row.expires_at,
  entrySecond: row.entry_second ?? undefined,
  entryPrice: row.entry_price === null ? undefined : price(row.entry_price),
  outcome: row.outcome ?? undefined,
  settlement: row.settlement === null ? undefined : price(row.settlement),
  returned: row.returned === null ? undefined : amount(row.returned),
  receipt: row.receipt ?? undefined,
  settledMs: row.settled_at ?? undefined,
});

/** Terms agreed at acceptance. */
export type AgreedTerms = Pick<
  Order,
  | 'userId'
  | 'marketId'
  | 'currencyId'
  | 'decimals'
  | 'direction'
  | 'seconds'
  | 'stake'
  | 'ratio'
  | 'profit'
  | 'shard'
  | 'acceptedMs'
  | 'expiresMs'
>;

export const insertOrder = async (tx: Tx, order: AgreedTerms): Promise<Order> =>
  orderOf(
    await tx.one<OrderRow>(sql`
      insert into options_orders (user_id, market_id, currency_id, decimals, direction, seconds, stake, ratio, profit, shard,
        accepted_at, expires_at)
      values (${order.userId}, ${order.marketId}, ${order.currencyId}, ${order.decimals}, ${order.direction}, ${order.seconds},
        ${format(order.stake)}, ${format(order.ratio)}, ${format(order.profit)}, ${order.shard},
        to_timestamp(${order.acceptedMs} / 1000.0), to_timestamp(${order.expiresMs} / 1000.0))
      returning *`),
  );

/** Time (unix ms) up to which a market's orders are claimed. */
export type Until = readonly (readonly [market: MarketId, ms: number])[];

/**
 * Selects rows whose column is not later than their market's time; the latest time bounds the scan, so that an index
 * of the column is used.
 */
const notAfter = (column: typeof EXPIRES, until: Until) => sql`
  ${column} <= to_timestamp(${Math.max(0, ...until.map(([, ms]) => ms))}::bigint / 1000.0)
  and ${column} <= to_timestamp((${until.map(([, ms]) => ms)}::bigint[])[
    array_position(${until.map(([market]) => market)}::int[], o.market_id)] / 1000.0)`;
const EXPIRES = sql`o.expires_at`;
const ACCEPTED = sql`o.accepted_at`;

const NEXT_DUE =
  'select expires_at as at from options_orders where outcome is null order by expires_at limit 1';
const NEXT_ENTERING = `
  select accepted_at as at from options_orders where outcome is null and entry_second is null
  order by accepted_at limit 1`;

/** Expiry of the first open order, unix ms. */
export async function nextDue(db: Queries): Promise<number | undefined> {
  const [row] = await db.prepared<{ at: number }>('options_next_due', NEXT_DUE, []);
  return row?.at;
}

/** Earliest possible first tick of the order that has waited longest for its entry, unix ms. */
export async function nextEntering(db: Queries): Promise<number | undefined> {
  const [row] = await db.prepared<{ at: number }>('options_next_entering', NEXT_ENTERING, []);
  return row && Math.ceil(row.at / 1000) * 1000;
}

/** Orders whose settlement is decided, the longest due first, locked until the transaction ends. */
export const claimDue = async (tx: Tx, until: Until, limit: number): Promise<Order[]> =>
  (
    await tx.rows<OrderRow>(sql`
      select o.* from options_orders o where o.outcome is null and ${notAfter(EXPIRES, until)}
      order by o.expires_at, o.id limit ${limit} for update skip locked`)
  ).map(orderOf);

/** Orders that wait for their entry after its tick; an order about to expire is left to its settlement. */
export const claimEntering = async (tx: Tx, until: Until, limit: number): Promise<Order[]> =>
  (
    await tx.rows<OrderRow>(sql`
      select o.* from options_orders o
      where o.outcome is null and o.entry_second is null and ${notAfter(ACCEPTED, until)}
        and not (${notAfter(EXPIRES, until)})
      order by o.accepted_at, o.id limit ${limit} for update skip locked`)
  ).map(orderOf);

/** Writes entries. Only this and the settlement write the two columns. */
export const writeEntries = async (
  tx: Tx,
  entries: readonly { readonly id: number; readonly second: number; readonly price: Price }[],
): Promise<Order[]> =>
  (
    await tx.rows<OrderRow>(sql`
      update options_orders o set entry_second = e.second, entry_price = e.price
      from unnest(${entries.map((entry) => entry.id)}::bigint[], ${entries.map((entry) => entry.second)}::bigint[],
        ${entries.map((entry) => format(entry.price))}::numeric[]) as e (id, second, price)
      where o.id = e.id and o.outcome is null and o.entry_second is null
      returning o.*`)
  ).map(orderOf);

/** The outcome of an order. */
export interface Outcome {
  readonly id: number;
  readonly outcome: OptionOutcome;
  readonly entrySecond: number | undefined;
  readonly entryPrice: Price | undefined;
  readonly settlement: Price | undefined;
  readonly returned: Amount;
  readonly receipt: string;
}

/** Writes outcomes; their only writer. Returns the updated orders. */
export const writeOutcomes = async (tx: Tx, outcomes: readonly Outcome[], at: number): Promise<Order[]> => {
  const price = (value: Price | undefined): string | null => (value === undefined ? null : format(value));
  const rows = await tx.rows<OrderRow>(sql`
    update options_orders o set outcome = s.outcome, settlement = s.settlement, returned = s.returned, receipt = s.receipt,
      entry_second = s.entry_second, entry_price = s.entry_price, settled_at = to_timestamp(${at} / 1000.0)
    from unnest(
      ${outcomes.map((one) => one.id)}::bigint[], ${outcomes.map((one) => one.outcome)}::text[],
      ${outcomes.map((one) => price(one.settlement))}::numeric[], ${outcomes.map((one) => format(one.returned))}::numeric[],
      ${outcomes.map((one) => one.receipt)}::text[], ${outcomes.map((one) => one.entrySecond ?? null)}::bigint[],
      ${outcomes.map((one) => price(one.entryPrice))}::numeric[])
      as s (id, outcome, settlement, returned, receipt, entry_second, entry_price)
    where o.id = s.id and o.outcome is null
    returning o.*`);
  return rows.map(orderOf);
};

export async function orderOfUser(db: Queries, user: UserId, id: number): Promise<Order | undefined> {
  const row = await db.maybe<OrderRow>(
    sql`select * from options_orders where id = ${id} and user_id = ${user}`,
  );
  return row && orderOf(row);
}

/** A page of a user's orders, newest first: open ones, settled ones or all; of one market or of all. */
export async function ordersOfUser(
  db: Queries,
  user: UserId,
  filter: { readonly market: MarketId | undefined; readonly open: boolean | undefined },
  page: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: Order[]; readonly total: number }> {
  const where = sql`user_id = ${user}
    and (${filter.market ?? null}::int is null or market_id = ${filter.market ?? null}::int)
    and (${filter.open ?? null}::boolean is null or (outcome is null) = ${filter.open ?? null}::boolean)`;
  const rows = await db.rows<OrderRow>(sql`
    select * from options_orders where ${where} order by id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from options_orders where ${where}`,
  );
  return { rows: rows.map(orderOf), total };
}

/** Open stakes and obligations by market and currency. */
export const readExposure = (db: Queries) =>
  db.rows<{
    market_id: MarketId;
    currency_id: number;
    orders: number;
    stake_up: string;
    stake_down: string;
    owed_up: string;
    owed_down: string;
    next_expiry: number;
  }>(sql`
    select market_id, currency_id, count(*) as orders,
      coalesce(sum(stake) filter (where direction = 'up'), 0)::text as stake_up,
      coalesce(sum(stake) filter (where direction = 'down'), 0)::text as stake_down,
      coalesce(sum(profit) filter (where direction = 'up'), 0)::text as owed_up,
      coalesce(sum(profit) filter (where direction = 'down'), 0)::text as owed_down,
      min(expires_at) as next_expiry
    from options_orders where outcome is null group by market_id, currency_id order by market_id, currency_id`);

/** Sums settled since a time. */
export const readDay = (db: Queries, since: number) =>
  db.one<{
    settled: number;
    wins: number;
    losses: number;
    ties: number;
    voids: number;
    staked: string;
    returned: string;
    lateness: number;
  }>(sql`
    select count(*) as settled, count(*) filter (where outcome = 'win') as wins,
      count(*) filter (where outcome = 'lose') as losses, count(*) filter (where outcome = 'tie') as ties,
      count(*) filter (where outcome = 'void') as voids,
      coalesce(sum(stake), 0)::text as staked, coalesce(sum(returned), 0)::text as returned,
      coalesce(round(percentile_cont(0.99) within group (order by extract(epoch from settled_at - expires_at) * 1000)), 0)::bigint
        as lateness
    from options_orders where outcome is not null and settled_at >= to_timestamp(${since} / 1000.0)`);
