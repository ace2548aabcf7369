import { currencyId, marketId as brandMarket, userId as brandUser } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import type { DualOutcome } from '@karat/evidence';
import type { DualType } from '@karat/rules';
import { amount, format, price, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { StrikeSums } from './rules.ts';
import type { Order, SettlementKey } from './types.ts';

interface OrderRow {
  id: number;
  user_id: number;
  product_id: number;
  market_id: number;
  maturity_at: number;
  coin_id: number;
  quote_id: number;
  coin_decimals: number;
  quote_decimals: number;
  type: DualType;
  strike: string;
  apr: string;
  days: number;
  shares: number;
  principal: string;
  coin_payout: string;
  coin_cost: string;
  quote_payout: string;
  quote_cost: string;
  purchased_at: number;
  outcome: DualOutcome | null;
  payout: string | null;
  receipt: string | null;
  settled_at: number | null;
}

const orderOf = (row: OrderRow): Order => ({
  id: row.id,
  userId: brandUser(row.user_id),
  productId: row.product_id,
  marketId: brandMarket(row.market_id),
  maturityMs: row.maturity_at,
  coinId: currencyId(row.coin_id),
  quoteId: currencyId(row.quote_id),
  coinDecimals: row.coin_decimals,
  quoteDecimals: row.quote_decimals,
  type: row.type,
  strike: price(row.strike),
  apr: rate(row.apr),
  days: row.days,
  shares: row.shares,
  principal: amount(row.principal),
  coinPayout: amount(row.coin_payout),
  coinCost: amount(row.coin_cost),
  quotePayout: amount(row.quote_payout),
  quoteCost: amount(row.quote_cost),
  purchasedMs: row.purchased_at,
  outcome: row.outcome ?? undefined,
  payout: row.payout === null ? undefined : amount(row.payout),
  receipt: row.receipt ?? undefined,
  settledMs: row.settled_at ?? undefined,
});

/** What is agreed at the purchase. */
export type NewOrder = Omit<Order, 'id' | 'outcome' | 'payout' | 'receipt' | 'settledMs'>;

export const insertOrder = async (tx: Tx, order: NewOrder): Promise<Order> =>
  orderOf(
    await tx.one<OrderRow>(sql`
      insert into dual_orders (user_id, product_id, market_id, maturity_at, coin_id, quote_id, coin_decimals, quote_decimals, type,
        strike, apr, days, shares, principal, coin_payout, coin_cost, quote_payout, quote_cost, purchased_at)
      values (${order.userId}, ${order.productId}, ${order.marketId}, to_timestamp(${order.maturityMs} / 1000.0), ${order.coinId},
        ${order.quoteId}, ${order.coinDecimals}, ${order.quoteDecimals}, ${order.type}, ${format(order.strike)}, ${format(order.apr)},
        ${order.days}, ${order.shares}, ${format(order.principal)}, ${format(order.coinPayout)}, ${format(order.coinCost)},
        ${format(order.quotePayout)}, ${format(order.quoteCost)}, to_timestamp(${order.purchasedMs} / 1000.0))
      returning *`),
  );

export async function orderOfUser(db: Queries, user: UserId, id: number): Promise<Order | undefined> {
  const row = await db.maybe<OrderRow>(sql`select * from dual_orders where id = ${id} and user_id = ${user}`);
  return row && orderOf(row);
}

/** States of orders as the wire names them. */
export type OrderState = 'failed' | 'purchased' | 'settling' | 'success';

function inState(state: OrderState | undefined, now: number): ReturnType<typeof sql> {
  switch (state) {
    case undefined:
      return sql`true`;
    case 'failed':
      return sql`outcome = 'void'`;
    case 'success':
      return sql`outcome in ('coin', 'quote')`;
    case 'purchased':
      return sql`outcome is null and maturity_at > to_timestamp(${now} / 1000.0)`;
    case 'settling':
      return sql`outcome is null and maturity_at <= to_timestamp(${now} / 1000.0)`;
  }
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

async function readPage(
  db: Queries,
  where: ReturnType<typeof sql>,
  { page, limit }: Page,
): Promise<{ readonly rows: Order[]; readonly total: number }> {
  const rows = await db.rows<OrderRow>(sql`
    select * from dual_orders where ${where} order by id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from dual_orders where ${where}`,
  );
  return { rows: rows.map(orderOf), total };
}

/** A page of a user's orders, newest first. */
export const ordersOfUser = (
  db: Queries,
  user: UserId,
  filter: { readonly state: OrderState | undefined; readonly now: number },
  page: Page,
) => readPage(db, sql`user_id = ${user} and ${inState(filter.state, filter.now)}`, page);

/** A page of all orders, newest first. */
export const allOrders = (
  db: Queries,
  filter: {
    readonly product: number | undefined;
    readonly user: UserId | undefined;
    readonly open: boolean | undefined;
  },
  page: Page,
) =>
  readPage(
    db,
    sql`(${filter.product ?? null}::int is null or product_id = ${filter.product ?? null}::int)
      and (${filter.user ?? null}::bigint is null or user_id = ${filter.user ?? null}::bigint)
      and (${filter.open ?? null}::boolean is null or (outcome is null) = ${filter.open ?? null}::boolean)`,
    page,
  );

const ofSettlement = ({ marketId, maturityMs }: SettlementKey) =>
  sql`market_id = ${marketId} and maturity_at = to_timestamp(${maturityMs} / 1000.0)`;

/** Open orders of a settlement, locked until the transaction ends; those that another process has locked are left out. */
export const claimOrders = async (tx: Tx, key: SettlementKey, limit: number): Promise<Order[]> =>
  (
    await tx.rows<OrderRow>(sql`
      select * from dual_orders where outcome is null and ${ofSettlement(key)}
      order by id limit ${limit} for update skip locked`)
  ).map(orderOf);

export const usersWithOpenOrders = async (tx: Tx, key: SettlementKey): Promise<UserId[]> =>
  (
    await tx.rows<{ user_id: number }>(sql`
      select distinct user_id from dual_orders where outcome is null and ${ofSettlement(key)} order by user_id`)
  ).map(({ user_id }) => brandUser(user_id));

/** The settlement of one order. */
export interface SettledOrder {
  readonly id: number;
  readonly outcome: DualOutcome;
  readonly payout: Amount;
  readonly receipt: string;
}

/** Writes settlements of orders, the only writer of outcomes. Returns how many were open. */
export const writeSettled = (tx: Tx, settled: readonly SettledOrder[], at: number): Promise<number> =>
  tx.run(sql`
    update dual_orders o set outcome = s.outcome, payout = s.payout, receipt = s.receipt, settled_at = to_timestamp(${at} / 1000.0)
    from unnest(${settled.map(({ id }) => id)}::bigint[], ${settled.map(({ outcome }) => outcome)}::text[],
      ${settled.map(({ payout }) => format(payout))}::numeric[], ${settled.map(({ receipt }) => receipt)}::text[])
      as s (id, outcome, payout, receipt)
    where o.id = s.id and o.outcome is null`);

/** Open orders of one market, maturity and strike. */
export interface StrikeExposure extends StrikeSums {
  readonly key: SettlementKey;
  readonly calls: { readonly orders: number; readonly shares: number };
  readonly puts: { readonly orders: number; readonly shares: number };
  readonly coinPayout: Amount;
  readonly quotePayout: Amount;
}

interface ExposureRow {
  market_id: MarketId;
  maturity_at: number;
  strike: string;
  call_orders: number;
  call_shares: number;
  put_orders: number;
  put_shares: number;
  call_principal: string;
  put_principal: string;
  call_coin_cost: string;
  call_quote_cost: string;
  put_coin_cost: string;
  put_quote_cost: string;
  coin_payout: string;
  quote_payout: string;
}

/** Open orders by market, maturity and strike, in this order. */
export async function readExposure(db: Queries): Promise<StrikeExposure[]> {
  const rows = await db.rows<ExposureRow>(sql`
    select market_id, maturity_at, strike,
      count(*) filter (where type = 'call') as call_orders, count(*) filter (where type = 'put') as put_orders,
      coalesce(sum(shares) filter (where type = 'call'), 0) as call_shares,
      coalesce(sum(shares) filter (where type = 'put'), 0) as put_shares,
      coalesce(sum(principal) filter (where type = 'call'), 0)::text as call_principal,
      coalesce(sum(principal) filter (where type = 'put'), 0)::text as put_principal,
      coalesce(sum(coin_cost) filter (where type = 'call'), 0)::text as call_coin_cost,
      coalesce(sum(quote_cost) filter (where type = 'call'), 0)::text as call_quote_cost,
      coalesce(sum(coin_cost) filter (where type = 'put'), 0)::text as put_coin_cost,
      coalesce(sum(quote_cost) filter (where type = 'put'), 0)::text as put_quote_cost,
      sum(coin_payout)::text as coin_payout, sum(quote_payout)::text as quote_payout
    from dual_orders where outcome is null
    group by market_id, maturity_at, strike order by market_id, maturity_at, strike`);
  return rows.map((row) => ({
    key: { marketId: row.market_id, maturityMs: row.maturity_at },
    strike: price(row.strike),
    calls: { orders: row.call_orders, shares: row.call_shares },
    puts: { orders: row.put_orders, shares: row.put_shares },
    callPrincipal: amount(row.call_principal),
    putPrincipal: amount(row.put_principal),
    callCoinCost: amount(row.call_coin_cost),
    callQuoteCost: amount(row.call_quote_cost),
    putCoinCost: amount(row.put_coin_cost),
    putQuoteCost: amount(row.put_quote_cost),
    coinPayout: amount(row.coin_payout),
    quotePayout: amount(row.quote_payout),
  }));
}

/** What open orders may cost the house beyond their principal, by currency. */
export async function readReserves(db: Queries): Promise<ReadonlyMap<number, Amount>> {
  const rows = await db.rows<{ currency_id: number; reserve: string }>(sql`
    select currency_id, sum(reserve)::text as reserve from (
      select coin_id as currency_id, coin_cost - case type when 'call' then principal else 0 end as reserve
      from dual_orders where outcome is null
      union all
      select quote_id, quote_cost - case type when 'put' then principal else 0 end from dual_orders where outcome is null
    ) as each group by currency_id`);
  return new Map(rows.map((row) => [row.currency_id, amount(row.reserve)]));
}
