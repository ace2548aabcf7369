import { currencyId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** What a user's orders of a currency earn and have earned. */
export interface Totals {
  readonly currencyId: CurrencyId;
  readonly principal: Amount;
  readonly orders: number;
  readonly daily: Amount;
  readonly yesterday: Amount;
  readonly total: Amount;
  readonly nextMs: number | undefined;
}

/** Totals by currency; `from` (included) and `to` (not included) are the bounds of yesterday, unix ms. */
export async function readTotals(
  db: Queries,
  user: UserId,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Totals[]> {
  const rows = await db.rows<{
    currency_id: number;
    principal: string;
    orders: number;
    daily: string;
    yesterday: string;
    total: string;
    next_at: number | null;
  }>(sql`
    select o.currency_id, sum(o.principal)::text as principal, count(*) filter (where o.outcome is null) as orders,
      coalesce(sum(o.daily) filter (where o.outcome is null), 0)::text as daily, sum(o.interest)::text as total,
      coalesce(sum(y.amount), 0)::text as yesterday, min(o.next_at) as next_at
    from mining_orders o
    left join lateral (
      select sum(a.amount) as amount from mining_accruals a
      where a.order_id = o.id and a.due_at >= to_timestamp(${from} / 1000.0) and a.due_at < to_timestamp(${to} / 1000.0)
        and (o.closed_at is null or o.closed_at >= to_timestamp(${from} / 1000.0))
    ) y on true
    where o.user_id = ${user} group by o.currency_id order by o.currency_id`);
  return rows.map((row) => ({
    currencyId: currencyId(row.currency_id),
    principal: amount(row.principal),
    orders: row.orders,
    daily: amount(row.daily),
    yesterday: amount(row.yesterday),
    total: amount(row.total),
    nextMs: row.next_at ?? undefined,
  }));
}

/** What the open orders of a currency will still earn; `owed` includes extra yield from coupons. */
export interface Owed {
  readonly currencyId: CurrencyId;
  readonly owed: Amount;
  readonly orders: number;
  readonly principal: Amount;
  /** Due within a day and within a week. */
  readonly day: Amount;
  readonly week: Amount;
  /** The oldest due time of a yield that is not paid, unix ms. */
  readonly overdueMs: number | undefined;
}

export async function readOwed(db: Queries, now: number): Promise<Owed[]> {
  const rows = await db.rows<{
    currency_id: number;
    owed: string;
    orders: number;
    principal: string;
    day: string;
    week: string;
    overdue: number | null;
  }>(sql`
    with open_orders as (
      select currency_id, sum(daily * reserved_days) as owed, count(*) as orders, sum(principal) as principal,
        sum(daily) filter (where next_at <= to_timestamp(${now} / 1000.0) + interval '1 day') as day,
        sum(daily * least(7, reserved_days)) as week,
        min(next_at) filter (where next_at <= to_timestamp(${now} / 1000.0)) as overdue
      from mining_orders where outcome is null group by currency_id
    ), boosts as (
      select currency_id, sum(reserve - paid) as owed from mining_boosts where finished_at is null group by currency_id
    )
    select currency_id, (coalesce(o.owed, 0) + coalesce(b.owed, 0))::text as owed, coalesce(o.orders, 0) as orders,
      coalesce(o.principal, 0)::text as principal, coalesce(o.day, 0)::text as day, coalesce(o.week, 0)::text as week, o.overdue
    from open_orders o full join boosts b using (currency_id) order by currency_id`);
  return rows.map((row) => ({
    currencyId: currencyId(row.currency_id),
    owed: amount(row.owed),
    orders: row.orders,
    principal: amount(row.principal),
    day: amount(row.day),
    week: amount(row.week),
    overdueMs: row.overdue ?? undefined,
  }));
}

/** How many orders of each product are open. */
export const readOpenOrders = async (db: Queries): Promise<Map<number, number>> =>
  new Map(
    (
      await db.rows<{ id: number; orders: number }>(
        sql`select product_id as id, count(*) as orders from mining_orders where outcome is null group by product_id`,
      )
    ).map(({ id, orders }) => [id, orders]),
  );
