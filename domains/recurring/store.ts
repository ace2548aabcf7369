import { marketId, orderId, userId } from '@karat/contract';
import type { MarketId, RecurringFrequency, RecurringOutcome, RecurringState, UserId } from '@karat/contract';
import { amount, format, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Occurrence } from './schedule.ts';
import type { Execution, Plan, PlanTerms, Purchase } from './types.ts';

interface PlanRow {
  id: number;
  user_id: number;
  market_id: number;
  amount: string;
  frequency: RecurringFrequency;
  day: number;
  hour: number;
  zone: string;
  slippage: string;
  state: RecurringState;
  next_date: string;
  due_at: number;
  buy_at: number;
  is_placing: boolean;
  waiting: 'not_traded' | null;
  purchases: number;
  skips: number;
  spent: string;
  bought: string;
  fee: string;
  created_at: number;
  ended_at: number | null;
}

const planOf = (row: PlanRow): Plan => ({
  id: row.id,
  userId: userId(row.user_id),
  marketId: marketId(row.market_id),
  amount: amount(row.amount),
  frequency: row.frequency,
  day: row.day,
  hour: row.hour,
  zone: row.zone,
  slippage: rate(row.slippage),
  createdMs: row.created_at,
  state: row.state,
  next: { date: row.next_date, dueMs: row.due_at, buyMs: row.buy_at },
  isPlacing: row.is_placing,
  waiting: row.waiting ?? undefined,
  purchases: row.purchases,
  skips: row.skips,
  spent: amount(row.spent),
  bought: amount(row.bought),
  fee: amount(row.fee),
  endedMs: row.ended_at ?? undefined,
});

/** Counts another open plan of a user; returns false at the maximum, however many are counted at once. */
export async function countPlan(tx: Tx, user: UserId, max: number): Promise<boolean> {
  const row = await tx.maybe<{ plans: number }>(sql`
    insert into recurring_users as u (user_id, plans) values (${user}, 1)
    on conflict (user_id) do update set plans = u.plans + 1 where u.plans < ${max} returning plans`);
  return row !== undefined;
}

export const uncountPlan = (tx: Tx, user: UserId): Promise<number> =>
  tx.run(sql`update recurring_users set plans = plans - 1 where user_id = ${user}`);

export const insertPlan = async (tx: Tx, terms: PlanTerms, next: Occurrence): Promise<Plan> =>
  planOf(
    await tx.one<PlanRow>(sql`
      insert into recurring_plans (user_id, market_id, amount, frequency, day, hour, zone, slippage, next_date, due_at, buy_at,
        attempt_at, created_at)
      values (${terms.userId}, ${terms.marketId}, ${format(terms.amount)}, ${terms.frequency}, ${terms.day}, ${terms.hour},
        ${terms.zone}, ${format(terms.slippage)}, ${next.date}, to_timestamp(${next.dueMs} / 1000.0),
        to_timestamp(${next.buyMs} / 1000.0), to_timestamp(${next.buyMs} / 1000.0), to_timestamp(${terms.createdMs} / 1000.0))
      returning *`),
  );

const NEXT_DUE = `select attempt_at as at from recurring_plans where state = 'active' order by attempt_at limit 1`;

/** When the first plan is due, unix ms. */
export async function nextDue(db: Queries): Promise<number | undefined> {
  const [row] = await db.prepared<{ at: number }>('recurring_next_due', NEXT_DUE, []);
  return row?.at;
}

/** The plan that is due longest, locked until the transaction ends. */
export async function claimDue(tx: Tx, now: number): Promise<Plan | undefined> {
  const row = await tx.maybe<PlanRow>(sql`
    select * from recurring_plans where state = 'active' and attempt_at <= to_timestamp(${now} / 1000.0)
    order by attempt_at, id limit 1 for update skip locked`);
  return row && planOf(row);
}

/** A plan, locked until the transaction ends; of a user if one is given. */
export async function lockPlan(tx: Tx, id: number, user?: UserId): Promise<Plan | undefined> {
  const row = await tx.maybe<PlanRow>(sql`
    select * from recurring_plans where id = ${id} and (${user ?? null}::bigint is null or user_id = ${user ?? null}::bigint)
    for update`);
  return row && planOf(row);
}

/** The state of a plan and its next date. */
export interface PlanProgress {
  readonly state: RecurringState;
  readonly next: Occurrence;
  /** When the next date is tried, unix ms; undefined unless the plan is active. */
  readonly attemptMs: number | undefined;
  readonly isPlacing: boolean;
  readonly waiting: 'not_traded' | undefined;
  readonly endedMs: number | undefined;
}

/** A plan that buys at a date. */
export const activeAt = (next: Occurrence): PlanProgress => ({
  state: 'active',
  next,
  attemptMs: next.buyMs,
  isPlacing: false,
  waiting: undefined,
  endedMs: undefined,
});

/** Writes a plan that the transaction has locked. */
export const writeProgress = async (tx: Tx, id: number, to: PlanProgress): Promise<Plan> =>
  planOf(
    await tx.one<PlanRow>(sql`
      update recurring_plans set state = ${to.state}, next_date = ${to.next.date},
        due_at = to_timestamp(${to.next.dueMs} / 1000.0), buy_at = to_timestamp(${to.next.buyMs} / 1000.0),
        attempt_at = to_timestamp(${to.attemptMs ?? null}::float8 / 1000.0), is_placing = ${to.isPlacing},
        waiting = ${to.waiting ?? null}, ended_at = to_timestamp(${to.endedMs ?? null}::float8 / 1000.0)
      where id = ${id} returning *`),
  );

/** Adds results of dates to a plan that the transaction has locked; a date that has one already violates the primary key. */
export async function insertExecutions(tx: Tx, plan: number, added: readonly Execution[]): Promise<void> {
  await tx.run(sql`
    insert into recurring_executions (plan_id, date, due_at, outcome, order_id, spent, bought, fee, executed_at)
    select ${plan}, e.date, to_timestamp(e.due / 1000.0), e.outcome, e.order_id, e.spent, e.bought, e.fee,
      to_timestamp(e.executed / 1000.0)
    from unnest(${added.map((one) => one.date)}::text[], ${added.map((one) => one.dueMs)}::float8[],
      ${added.map((one) => one.outcome)}::text[], ${added.map((one) => one.orderId ?? null)}::bigint[],
      ${added.map((one) => format(one.spent))}::numeric[], ${added.map((one) => format(one.bought))}::numeric[],
      ${added.map((one) => format(one.fee))}::numeric[], ${added.map((one) => one.executedMs)}::float8[])
      as e (date, due, outcome, order_id, spent, bought, fee, executed)`);
  await tx.run(sql`
    update recurring_plans p set purchases = p.purchases + e.purchases, skips = p.skips + e.skips, spent = p.spent + e.spent,
      bought = p.bought + e.bought, fee = p.fee + e.fee
    from (select count(*) filter (where outcome = 'bought')::int as purchases,
        count(*) filter (where outcome <> 'bought')::int as skips, sum(spent) as spent, sum(bought) as bought, sum(fee) as fee
      from recurring_executions where plan_id = ${plan} and date = any(${added.map((one) => one.date)}::text[])) e
    where p.id = ${plan}`);
}

export async function planOfUser(db: Queries, user: UserId, id: number): Promise<Plan | undefined> {
  const row = await db.maybe<PlanRow>(
    sql`select * from recurring_plans where id = ${id} and user_id = ${user}`,
  );
  return row && planOf(row);
}

/** Which plans a list has; undefined does not filter. */
export interface PlanFilter {
  readonly user: UserId | undefined;
  readonly market: MarketId | undefined;
  readonly state: RecurringState | undefined;
}
interface PageOf {
  readonly page: number;
  readonly limit: number;
}

/** A page of plans and how many there are: those that have not ended first, newest first. */
export async function readPlans(
  db: Queries,
  { user, market, state }: PlanFilter,
  { page, limit }: PageOf,
): Promise<{ readonly rows: Plan[]; readonly total: number }> {
  const where = sql`(${user ?? null}::bigint is null or user_id = ${user ?? null}::bigint)
    and (${market ?? null}::int is null or market_id = ${market ?? null}::int)
    and (${state ?? null}::text is null or state = ${state ?? null}::text)`;
  const rows = await db.rows<PlanRow>(sql`
    select * from recurring_plans where ${where} order by state = 'ended', id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from recurring_plans where ${where}`,
  );
  return { rows: rows.map(planOf), total };
}

interface ExecutionRow {
  plan_id: number;
  date: string;
  due_at: number;
  outcome: RecurringOutcome;
  order_id: number | null;
  spent: string;
  bought: string;
  fee: string;
  executed_at: number;
}

const executionOf = (row: ExecutionRow): Execution => ({
  date: row.date,
  dueMs: row.due_at,
  outcome: row.outcome,
  orderId: row.order_id === null ? undefined : orderId(row.order_id),
  ...purchaseOf(row),
  executedMs: row.executed_at,
});

const purchaseOf = (row: Pick<ExecutionRow, 'spent' | 'bought' | 'fee'>): Purchase => ({
  spent: amount(row.spent),
  bought: amount(row.bought),
  fee: amount(row.fee),
});

/** A page of a plan's results, newest first, and how many there are. */
export async function readExecutions(
  db: Queries,
  plan: number,
  { page, limit }: PageOf,
): Promise<{ readonly rows: Execution[]; readonly total: number }> {
  const rows = await db.rows<ExecutionRow>(sql`
    select * from recurring_executions where plan_id = ${plan} order by date desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from recurring_executions where plan_id = ${plan}`,
  );
  return { rows: rows.map(executionOf), total };
}

/** The newest result of each plan. */
export async function lastExecutions(db: Queries, plans: readonly number[]): Promise<Map<number, Execution>> {
  const rows = await db.rows<ExecutionRow>(sql`
    select distinct on (plan_id) * from recurring_executions where plan_id = any(${[...plans]}::bigint[])
    order by plan_id, date desc`);
  return new Map(rows.map((row) => [row.plan_id, executionOf(row)]));
}
