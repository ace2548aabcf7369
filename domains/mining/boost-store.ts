import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { amount, format, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** Extra yield of an order from a coupon. */
export interface YieldBoost {
  readonly orderId: number;
  readonly couponId: number;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly decimals: number;
  /** Extra yield of a day for one unit of principal. */
  readonly rate: Rate;
  /** Days of the order that are raised, both included. */
  readonly fromDay: number;
  readonly toDay: number;
  /** Most that is paid; the interest account holds what is not paid yet. */
  readonly reserve: Amount;
  readonly paid: Amount;
  readonly lastDay: number;
  readonly isFinished: boolean;
}

interface BoostRow {
  readonly order_id: number;
  readonly coupon_id: number;
  readonly user_id: number;
  readonly currency_id: number;
  readonly decimals: number;
  readonly rate: string;
  readonly from_day: number;
  readonly to_day: number;
  readonly reserve: string;
  readonly paid: string;
  readonly last_day: number;
  readonly finished_at: number | null;
}

const toBoost = (row: BoostRow): YieldBoost => ({
  orderId: row.order_id,
  couponId: row.coupon_id,
  userId: userId(row.user_id),
  currencyId: currencyId(row.currency_id),
  decimals: row.decimals,
  rate: rate(row.rate),
  fromDay: row.from_day,
  toDay: row.to_day,
  reserve: amount(row.reserve),
  paid: amount(row.paid),
  lastDay: row.last_day,
  isFinished: row.finished_at !== null,
});

/** Stores a boost; returns false if its order has one. */
export const insertBoost = async (
  tx: Tx,
  boost: Omit<YieldBoost, 'paid' | 'lastDay' | 'isFinished'>,
  now: number,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into mining_boosts (order_id, coupon_id, user_id, currency_id, decimals, rate, from_day, to_day, reserve,
      last_day, created_at)
    values (${boost.orderId}, ${boost.couponId}, ${boost.userId}, ${boost.currencyId}, ${boost.decimals},
      ${format(boost.rate)}, ${boost.fromDay}, ${boost.toDay}, ${format(boost.reserve)}, ${boost.fromDay - 1},
      to_timestamp(${now} / 1000.0))
    on conflict (order_id) do nothing`)) === 1;

export const boostsOfOrders = async (
  db: Queries,
  orders: readonly number[],
): Promise<ReadonlyMap<number, YieldBoost>> =>
  new Map(
    (
      await db.rows<BoostRow>(sql`select * from mining_boosts where order_id = any(${[...orders]}::bigint[])`)
    ).map((row) => [row.order_id, toBoost(row)]),
  );

/** A boost of which days were paid since the last time, or whose order has ended. */
export interface DueBoost extends YieldBoost {
  readonly hasOrderEnded: boolean;
}

const IS_DUE = sql`b.finished_at is null and (o.days_paid > b.last_day or o.outcome is not null)`;

export const hasDueBoost = async (db: Queries): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 from mining_boosts b join mining_orders o on o.id = b.order_id where ${IS_DUE} limit 1`)) !==
  undefined;

/** Due boosts, locked until the transaction ends; those that another transaction holds are left out. */
export const claimBoosts = async (tx: Tx, limit: number): Promise<DueBoost[]> =>
  (
    await tx.rows<BoostRow & { readonly has_ended: boolean }>(sql`
      select b.*, o.outcome is not null as has_ended from mining_boosts b join mining_orders o on o.id = b.order_id
      where ${IS_DUE} order by b.order_id limit ${limit} for update of b skip locked`)
  ).map((row) => ({ ...toBoost(row), hasOrderEnded: row.has_ended }));

/** A day of an order that was paid. */
export interface PaidDay {
  readonly day: number;
  readonly dueMs: number;
  readonly principal: Amount;
}

/** Paid days of boosted orders that the boosts have not paid yet, by order, oldest first. */
export async function daysToPay(
  tx: Tx,
  orders: readonly number[],
): Promise<ReadonlyMap<number, readonly PaidDay[]>> {
  const rows = await tx.rows<{ order_id: number; day: number; due_at: number; principal: string }>(sql`
    select a.order_id, a.day, a.due_at, a.principal from mining_accruals a join mining_boosts b using (order_id)
    where a.order_id = any(${[...orders]}::bigint[]) and a.day > b.last_day and a.day <= b.to_day
    order by a.order_id, a.day`);
  const days = Map.groupBy(rows, ({ order_id: order }) => order);
  return new Map(
    [...days].map(([order, own]) => [
      order,
      own.map(({ day, due_at: dueMs, principal }) => ({ day, dueMs, principal: amount(principal) })),
    ]),
  );
}

/** Stores what boosts have paid. */
export const writeBoosts = (
  tx: Tx,
  boosts: readonly Pick<YieldBoost, 'orderId' | 'paid' | 'lastDay' | 'isFinished'>[],
  now: number,
): Promise<number> =>
  tx.run(sql`
    update mining_boosts b set paid = n.paid, last_day = n.last_day,
      finished_at = case when n.finished then to_timestamp(${now} / 1000.0) end
    from unnest(${boosts.map(({ orderId }) => orderId)}::bigint[], ${boosts.map(({ paid }) => format(paid))}::numeric[],
      ${boosts.map(({ lastDay }) => lastDay)}::integer[], ${boosts.map(({ isFinished }) => isFinished)}::boolean[])
      as n (order_id, paid, last_day, finished)
    where b.order_id = n.order_id`);
