import { currencyId as brandCurrency, userId as brandUser } from '@karat/contract';
import type { MiningCategory, MiningEnd, UserId } from '@karat/contract';
import type { PaidDays } from '@karat/rules';
import { amount, format, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Accrual, Order, Terms } from './types.ts';

interface OrderRow {
  id: number;
  user_id: number;
  product_id: number;
  currency_id: number;
  decimals: number;
  category: MiningCategory;
  days: number;
  rate: string;
  penalty_ratio: string;
  reserve_days: number;
  amount: string;
  auto: boolean;
  opened_at: number;
  principal: string;
  daily: string;
  reserved_days: number;
  days_paid: number;
  interest: string;
  next_at: number | null;
  redemptions: number;
  returned: string;
  penalty: string;
  outcome: MiningEnd | null;
  closed_at: number | null;
}

const orderOf = (row: OrderRow): Order => ({
  id: row.id,
  userId: brandUser(row.user_id),
  productId: row.product_id,
  currencyId: brandCurrency(row.currency_id),
  decimals: row.decimals,
  category: row.category,
  days: row.days,
  rate: rate(row.rate),
  penaltyRatio: rate(row.penalty_ratio),
  reserveDays: row.reserve_days,
  amount: amount(row.amount),
  auto: row.auto,
  openedMs: row.opened_at,
  principal: amount(row.principal),
  daily: amount(row.daily),
  reservedDays: row.reserved_days,
  daysPaid: row.days_paid,
  interest: amount(row.interest),
  nextMs: row.next_at ?? undefined,
  redemptions: row.redemptions,
  returned: amount(row.returned),
  penalty: amount(row.penalty),
  outcome: row.outcome ?? undefined,
  closedMs: row.closed_at ?? undefined,
});

/** What is fixed at the purchase. */
export interface NewOrder extends Terms {
  readonly userId: UserId;
  readonly productId: number;
  readonly decimals: number;
  readonly amount: Amount;
  readonly daily: Amount;
  readonly auto: boolean;
  readonly openedMs: number;
}

export const insertOrder = async (tx: Tx, order: NewOrder): Promise<Order> =>
  orderOf(
    await tx.one<OrderRow>(sql`
      insert into mining_orders (user_id, product_id, currency_id, decimals, category, days, rate, penalty_ratio, amount,
        reserve_days, auto, opened_at, principal, daily, reserved_days, next_at)
      values (${order.userId}, ${order.productId}, ${order.currencyId}, ${order.decimals}, ${order.category}, ${order.days},
        ${format(order.rate)}, ${format(order.penaltyRatio)}, ${format(order.amount)}, ${order.reserveDays}, ${order.auto},
        to_timestamp(${order.openedMs} / 1000.0), ${format(order.amount)}, ${format(order.daily)}, ${order.reserveDays},
        to_timestamp(${order.openedMs} / 1000.0) + interval '24 hours')
      returning *`),
  );

const NEXT_DUE = 'select next_at as at from mining_orders where outcome is null order by next_at limit 1';

/** When the first yield is due, unix ms. */
export async function nextDue(db: Queries): Promise<number | undefined> {
  const [row] = await db.prepared<{ at: number }>('mining_next_due', NEXT_DUE, []);
  return row?.at;
}

/** Orders whose next yield is due, the longest due first, locked until the transaction ends. */
export const claimDue = async (tx: Tx, now: number, limit: number): Promise<Order[]> =>
  (
    await tx.rows<OrderRow>(sql`
      select * from mining_orders where outcome is null and next_at <= to_timestamp(${now} / 1000.0)
      order by next_at, id limit ${limit} for update skip locked`)
  ).map(orderOf);

/** An order of a user, locked until the transaction ends. */
export async function lockOrder(tx: Tx, user: UserId, id: number): Promise<Order | undefined> {
  const row = await tx.maybe<OrderRow>(
    sql`select * from mining_orders where id = ${id} and user_id = ${user} for update`,
  );
  return row && orderOf(row);
}

/** Adds yields; a day of an order that is there already violates the primary key. */
export const insertAccruals = (tx: Tx, accruals: readonly Accrual[], paidMs: number): Promise<number> =>
  tx.run(sql`
    insert into mining_accruals (order_id, day, due_at, principal, amount, paid_at)
    select a.order_id, a.day, to_timestamp(a.due / 1000.0), a.principal, a.amount, to_timestamp(${paidMs} / 1000.0)
    from unnest(${accruals.map((one) => one.orderId)}::bigint[], ${accruals.map((one) => one.day)}::int[],
      ${accruals.map((one) => one.dueMs)}::float8[], ${accruals.map((one) => format(one.principal))}::numeric[],
      ${accruals.map((one) => format(one.amount))}::numeric[]) as a (order_id, day, due, principal, amount)`);

/** What an order is after a payment or a redemption. */
export type OrderUpdate = Pick<
  Order,
  | 'id'
  | 'principal'
  | 'daily'
  | 'reservedDays'
  | 'daysPaid'
  | 'interest'
  | 'nextMs'
  | 'redemptions'
  | 'returned'
  | 'penalty'
  | 'outcome'
  | 'closedMs'
>;

/** Writes orders that the transaction has locked, and returns them. */
export const writeOrders = async (tx: Tx, updates: readonly OrderUpdate[]): Promise<Order[]> => {
  const ms = (value: number | undefined): number | null => value ?? null;
  const rows = await tx.rows<OrderRow>(sql`
    update mining_orders o set principal = u.principal, daily = u.daily, reserved_days = u.reserved_days, days_paid = u.days_paid,
      interest = u.interest, next_at = to_timestamp(u.next / 1000.0), redemptions = u.redemptions, returned = u.returned,
      penalty = u.penalty, outcome = u.outcome, closed_at = to_timestamp(u.closed / 1000.0)
    from unnest(${updates.map((one) => one.id)}::bigint[], ${updates.map((one) => format(one.principal))}::numeric[],
      ${updates.map((one) => format(one.daily))}::numeric[], ${updates.map((one) => one.reservedDays)}::int[],
      ${updates.map((one) => one.daysPaid)}::int[], ${updates.map((one) => format(one.interest))}::numeric[],
      ${updates.map((one) => ms(one.nextMs))}::float8[], ${updates.map((one) => one.redemptions)}::int[],
      ${updates.map((one) => format(one.returned))}::numeric[], ${updates.map((one) => format(one.penalty))}::numeric[],
      ${updates.map((one) => one.outcome ?? null)}::text[], ${updates.map((one) => ms(one.closedMs))}::float8[])
      as u (id, principal, daily, reserved_days, days_paid, interest, next, redemptions, returned, penalty, outcome, closed)
    where o.id = u.id and o.outcome is null
    returning o.*`);
  return rows.map(orderOf);
};

/** Days paid of orders, by principal, the earliest first: what their receipts list. */
export async function paidDaysOf(db: Queries, ids: readonly number[]): Promise<Map<number, PaidDays[]>> {
  const rows = await db.rows<{ id: number; principal: string; days: number }>(sql`
    select order_id as id, principal, count(*) as days from mining_accruals
    where order_id = any(${[...ids]}::bigint[]) group by order_id, principal order by order_id, min(day)`);
  const byOrder = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byOrder].map(([id, own]) => [
      id,
      own.map(({ principal, days }) => ({ principal: amount(principal), days })),
    ]),
  );
}

export async function orderOfUser(db: Queries, user: UserId, id: number): Promise<Order | undefined> {
  const row = await db.maybe<OrderRow>(
    sql`select * from mining_orders where id = ${id} and user_id = ${user}`,
  );
  return row && orderOf(row);
}

/** Which orders a list has; undefined does not filter. */
export interface OrderFilter {
  readonly user: UserId | undefined;
  readonly product: number | undefined;
  readonly isOpen: boolean | undefined;
}
interface PageOf {
  readonly page: number;
  readonly limit: number;
}

/** A page of orders, newest first, and how many there are. */
export async function readOrders(
  db: Queries,
  { user, product, isOpen }: OrderFilter,
  { page, limit }: PageOf,
): Promise<{ readonly rows: Order[]; readonly total: number }> {
  const where = sql`(${user ?? null}::bigint is null or user_id = ${user ?? null}::bigint)
    and (${product ?? null}::int is null or product_id = ${product ?? null}::int)
    and (${isOpen ?? null}::boolean is null or (outcome is null) = ${isOpen ?? null}::boolean)`;
  const rows = await db.rows<OrderRow>(sql`
    select * from mining_orders where ${where} order by id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from mining_orders where ${where}`,
  );
  return { rows: rows.map(orderOf), total };
}

/** A page of an order's yields, newest first, and how many there are. */
export async function readAccruals(
  db: Queries,
  order: number,
  { page, limit }: PageOf,
): Promise<{ readonly rows: Accrual[]; readonly total: number }> {
  const rows = await db.rows<{
    order_id: number;
    day: number;
    due_at: number;
    principal: string;
    amount: string;
    paid_at: number;
  }>(sql`
    select * from mining_accruals where order_id = ${order} order by day desc
    limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from mining_accruals where order_id = ${order}`,
  );
  return {
    rows: rows.map((row) => ({
      orderId: row.order_id,
      day: row.day,
      dueMs: row.due_at,
      principal: amount(row.principal),
      amount: amount(row.amount),
      paidMs: row.paid_at,
    })),
    total,
  };
}
