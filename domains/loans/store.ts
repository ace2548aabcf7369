import { currencyId, userId as brandUser } from '@karat/contract';
import type { CurrencyAmount, CurrencyId, LoanReason, LoanState, UserId } from '@karat/contract';
import { amount, format, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Loan, RunningLoan } from './types.ts';

interface LoanRow {
  id: number;
  user_id: number;
  currency_id: number;
  decimals: number;
  amount: string;
  days: number;
  purpose: string;
  state: LoanState;
  applied_at: number;
  decide_by: number;
  decided_at: number | null;
  decided_by: string | null;
  reason: LoanReason | null;
  note: string;
  daily: string | null;
  started_at: number | null;
  due_at: number | null;
  principal: string;
  interest: string;
  overdue: string;
  charged_days: number;
  next_charge_at: number | null;
  called_at: number | null;
  closed_at: number | null;
  receipt: string | null;
}

const runningOf = ({ daily, started_at: startedMs, due_at: dueMs }: LoanRow): Loan['running'] =>
  daily === null || startedMs === null || dueMs === null
    ? undefined
    : { daily: rate(daily), startedMs, dueMs };

const loanOf = (row: LoanRow, assets: readonly CurrencyAmount[]): Loan => ({
  id: row.id,
  userId: brandUser(row.user_id),
  currencyId: currencyId(row.currency_id),
  decimals: row.decimals,
  amount: amount(row.amount),
  days: row.days,
  purpose: row.purpose,
  state: row.state,
  assets,
  appliedMs: row.applied_at,
  decideByMs: row.decide_by,
  decidedMs: row.decided_at ?? undefined,
  decidedBy: row.decided_by ?? undefined,
  reason: row.reason ?? undefined,
  note: row.note,
  running: runningOf(row),
  principal: amount(row.principal),
  interest: amount(row.interest),
  overdue: amount(row.overdue),
  chargedDays: row.charged_days,
  nextChargeMs: row.next_charge_at ?? undefined,
  calledMs: row.called_at ?? undefined,
  closedMs: row.closed_at ?? undefined,
  receipt: row.receipt ?? undefined,
});

/**
 * Adds the assets of loans. They are read after the rows: a statement that waits for a lock would otherwise see the assets from
 * before it.
 */
async function withAssets(db: Queries, rows: readonly LoanRow[]): Promise<Loan[]> {
  if (rows.length === 0) return [];
  const found = await db.rows<{ loan_id: number; currency_id: number; amount: string }>(sql`
    select loan_id, currency_id, amount from loans_assets
    where loan_id = any(${rows.map(({ id }) => id)}::bigint[]) and amount > 0 order by loan_id, currency_id`);
  const byLoan = Map.groupBy(found, (row) => row.loan_id);
  return rows.map((row) =>
    loanOf(
      row,
      (byLoan.get(row.id) ?? []).map((asset) => ({
        currency: currencyId(asset.currency_id),
        amount: amount(asset.amount),
      })),
    ),
  );
}

export type NewLoan = Pick<
  Loan,
  'userId' | 'currencyId' | 'decimals' | 'amount' | 'days' | 'purpose' | 'assets' | 'appliedMs' | 'decideByMs'
>;

/** Adds an application; undefined if the user has one already. */
export async function insertLoan(tx: Tx, loan: NewLoan): Promise<Loan | undefined> {
  const row = await tx.maybe<LoanRow>(sql`
    insert into loans_loans (user_id, currency_id, decimals, amount, days, purpose, state, applied_at, decide_by)
    values (${loan.userId}, ${loan.currencyId}, ${loan.decimals}, ${format(loan.amount)}, ${loan.days}, ${loan.purpose}, 'pending',
      to_timestamp(${loan.appliedMs} / 1000.0), to_timestamp(${loan.decideByMs} / 1000.0))
    on conflict (user_id) where state = 'pending' do nothing returning *`);
  if (!row) return undefined;
  await writeAssets(tx, row.id, loan.assets);
  return loanOf(row, loan.assets);
}

async function writeAssets(tx: Tx, id: number, assets: readonly CurrencyAmount[]): Promise<void> {
  await tx.run(sql`
    insert into loans_assets (loan_id, currency_id, amount)
    select ${id}, a.currency_id, a.amount
    from unnest(${assets.map(({ currency }) => Number(currency))}::int[],
      ${assets.map((asset) => format(asset.amount))}::numeric[]) as a (currency_id, amount)
    on conflict (loan_id, currency_id) do update set amount = excluded.amount`);
}

/** Writes a loan that the transaction has locked; assets that it does not list become zero. */
export async function writeLoan(tx: Tx, loan: Loan): Promise<void> {
  const at = (ms: number | undefined): number | null => ms ?? null;
  const { running } = loan;
  await tx.run(sql`
    update loans_loans set state = ${loan.state}, decided_at = to_timestamp(${at(loan.decidedMs)}::float8 / 1000.0),
      decided_by = ${loan.decidedBy ?? null}, reason = ${loan.reason ?? null}, note = ${loan.note}, daily = ${running ? format(running.daily) : null},
      started_at = to_timestamp(${at(running?.startedMs)}::float8 / 1000.0), due_at = to_timestamp(${at(running?.dueMs)}::float8 / 1000.0),
      principal = ${format(loan.principal)}, interest = ${format(loan.interest)}, overdue = ${format(loan.overdue)},
      charged_days = ${loan.chargedDays}, next_charge_at = to_timestamp(${at(loan.nextChargeMs)}::float8 / 1000.0),
      called_at = to_timestamp(${at(loan.calledMs)}::float8 / 1000.0), closed_at = to_timestamp(${at(loan.closedMs)}::float8 / 1000.0),
      receipt = ${loan.receipt ?? null}
    where id = ${loan.id}`);
  const present = loan.assets.map(({ currency }) => Number(currency));
  await tx.run(sql`
    update loans_assets set amount = 0 where loan_id = ${loan.id} and amount > 0 and currency_id <> all(${present}::int[])`);
  if (loan.assets.length > 0) await writeAssets(tx, loan.id, loan.assets);
}

/** One of a user's loans, locked until the transaction ends. */
export async function lockLoanOfUser(tx: Tx, user: UserId, id: number): Promise<Loan | undefined> {
  const row = await tx.maybe<LoanRow>(
    sql`select * from loans_loans where id = ${id} and user_id = ${user} for update`,
  );
  return row && (await withAssets(tx, [row]))[0];
}

/** A loan, locked until the transaction ends. */
export async function lockLoan(tx: Tx, id: number): Promise<Loan | undefined> {
  const row = await tx.maybe<LoanRow>(sql`select * from loans_loans where id = ${id} for update`);
  return row && (await withAssets(tx, [row]))[0];
}

export async function loanOfUser(db: Queries, user: UserId, id: number): Promise<Loan | undefined> {
  const row = await db.maybe<LoanRow>(sql`select * from loans_loans where id = ${id} and user_id = ${user}`);
  return row && (await withAssets(db, [row]))[0];
}

export async function findLoan(db: Queries, id: number): Promise<Loan | undefined> {
  const row = await db.maybe<LoanRow>(sql`select * from loans_loans where id = ${id}`);
  return row && (await withAssets(db, [row]))[0];
}

const isRunning = (loan: Loan): loan is RunningLoan => loan.state === 'active' && loan.running !== undefined;

/** Running loans with a day to charge, the longest due first, locked until the transaction ends. */
export async function claimDue(tx: Tx, now: number, limit: number): Promise<RunningLoan[]> {
  const rows = await tx.rows<LoanRow>(sql`
    select * from loans_loans where state = 'active' and next_charge_at <= to_timestamp(${now} / 1000.0)
    order by next_charge_at, id limit ${limit} for update skip locked`);
  return (await withAssets(tx, rows)).filter(isRunning);
}

const NEXT_DUE = `select next_charge_at as at from loans_loans where state = 'active' order by next_charge_at limit 1`;

/** When the next day is charged, unix ms. */
export async function nextDue(db: Queries): Promise<number | undefined> {
  const [row] = await db.prepared<{ at: number }>('loans_next_due', NEXT_DUE, []);
  return row?.at;
}

/** Running loans: all, or those of a list of ids. */
export async function runningLoans(db: Queries, ids?: readonly number[]): Promise<RunningLoan[]> {
  const rows = await db.rows<LoanRow>(
    ids
      ? sql`select * from loans_loans where state = 'active' and id = any(${ids}::bigint[])`
      : sql`select * from loans_loans where state = 'active'`,
  );
  return (await withAssets(db, rows)).filter(isRunning);
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

async function readPage(
  db: Queries,
  where: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
  { page, limit }: Page,
): Promise<{ readonly rows: Loan[]; readonly total: number }> {
  const rows = await db.rows<LoanRow>(
    sql`select * from loans_loans where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
  );
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from loans_loans where ${where}`,
  );
  return { rows: await withAssets(db, rows), total };
}

/** A user's applications and loans, newest first. */
export const loansOfUser = (
  db: Queries,
  user: UserId,
  filter: 'open' | 'closed' | undefined,
  page: Page,
): Promise<{ readonly rows: Loan[]; readonly total: number }> => {
  const open = sql`state in ('pending', 'active')`;
  const state = filter === undefined ? sql`true` : filter === 'open' ? open : sql`not (${open})`;
  return readPage(db, sql`user_id = ${user} and ${state}`, sql`id desc`, page);
};

/** The price of one unit of a currency in USDT. */
export interface UnitPrice {
  readonly currency: CurrencyId;
  readonly price: Price;
}

/** Assets / debt at prices; null where the currency of the loan has none. */
function riskOrder(prices: readonly UnitPrice[]): ReturnType<typeof sql> {
  const given = sql`unnest(${prices.map(({ currency }) => Number(currency))}::int[],
    ${prices.map(({ price }) => format(price))}::numeric[]) as p (currency_id, price)`;
  return sql`(select sum(a.amount * p.price) from loans_assets a join ${given} using (currency_id) where a.loan_id = loans_loans.id)
    / nullif((principal + interest + overdue) * (select p.price from ${given} where p.currency_id = loans_loans.currency_id), 0)`;
}

/** Loans for operators, of one state or of all: waiting ones oldest first, running ones by their risk rate, others newest first. */
export const loansInState = (
  db: Queries,
  state: LoanState | undefined,
  user: UserId | undefined,
  prices: readonly UnitPrice[],
  page: Page,
): Promise<{ readonly rows: Loan[]; readonly total: number }> => {
  const order =
    state === 'pending'
      ? sql`id`
      : state === 'active'
        ? sql`${riskOrder(prices)} nulls first, id`
        : sql`id desc`;
  const inState = state === undefined ? sql`true` : sql`state = ${state}`;
  const ofUser = user === undefined ? sql`true` : sql`user_id = ${user}`;
  return readPage(db, sql`${inState} and ${ofUser}`, order, page);
};
