import { currencyId, userId as brandUser } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Dividend } from './types.ts';

interface DividendRow {
  id: number;
  project_id: number;
  currency_id: number;
  decimals: number;
  amount: string;
  record_at: number;
  recorded_at: number | null;
  holders: number | null;
  finished_at: number | null;
}

const dividendOf = (row: DividendRow): Dividend => ({
  id: row.id,
  projectId: row.project_id,
  currencyId: currencyId(row.currency_id),
  decimals: row.decimals,
  amount: amount(row.amount),
  recordMs: row.record_at,
  recordedMs: row.recorded_at ?? undefined,
  holders: row.holders ?? undefined,
  finishedMs: row.finished_at ?? undefined,
});

export type NewDividend = Pick<Dividend, 'projectId' | 'currencyId' | 'decimals' | 'amount' | 'recordMs'>;

export async function insertDividend(tx: Tx, added: NewDividend, now: number): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into launchpad_dividends (project_id, currency_id, decimals, amount, record_at, created_at)
    values (${added.projectId}, ${added.currencyId}, ${added.decimals}, ${format(added.amount)},
      to_timestamp(${added.recordMs} / 1000.0), to_timestamp(${now} / 1000.0))
    returning id`);
  return id;
}

/** Every holder is recorded this long after the record time, when all postings up to it are committed. */
export const RECORD_DELAY_MS = 2_000;

const NEXT_DUE = `
  select min(case when recorded_at is null then record_at + interval '${RECORD_DELAY_MS} ms' else recorded_at end) as at
  from launchpad_dividends where finished_at is null`;

/** The first moment (unix ms) at which a dividend has something to do. */
export async function nextDividendDue(db: Queries): Promise<number | undefined> {
  const [row] = await db.prepared<{ at: number | null }>('launchpad_next_dividend', NEXT_DUE, []);
  return row?.at ?? undefined;
}

/** A dividend with something due, locked until the transaction ends; one that another process works on is left out. */
export async function claimDividend(tx: Tx, now: number): Promise<Dividend | undefined> {
  const row = await tx.maybe<DividendRow>(sql`
    select * from launchpad_dividends
    where finished_at is null and record_at <= to_timestamp(${now - RECORD_DELAY_MS} / 1000.0)
    order by record_at, id limit 1 for update skip locked`);
  return row && dividendOf(row);
}

export interface HolderPart {
  readonly userId: UserId;
  readonly holding: Amount;
  readonly amount: Amount;
}

/** Writes the holders of a dividend with their parts. */
export async function recordHolders(
  tx: Tx,
  id: number,
  holders: readonly HolderPart[],
  now: number,
): Promise<void> {
  await tx.run(sql`
    insert into launchpad_dividend_payments (dividend_id, user_id, holding, amount)
    select ${id}, h.user_id, h.holding, h.amount
    from unnest(${holders.map(({ userId }) => userId)}::bigint[], ${holders.map(({ holding }) => format(holding))}::numeric[],
      ${holders.map((each) => format(each.amount))}::numeric[]) as h (user_id, holding, amount)`);
  await tx.run(sql`
    update launchpad_dividends set recorded_at = to_timestamp(${now} / 1000.0), holders = ${holders.length}
    where id = ${id} and recorded_at is null`);
}

/** Unpaid holders by user, locked until the transaction ends. */
export const claimPayments = async (tx: Tx, id: number, limit: number): Promise<HolderPart[]> =>
  (
    await tx.rows<{ user_id: number; holding: string; amount: string }>(sql`
      select user_id, holding, amount from launchpad_dividend_payments
      where dividend_id = ${id} and paid_at is null order by user_id limit ${limit} for update`)
  ).map((row) => ({
    userId: brandUser(row.user_id),
    holding: amount(row.holding),
    amount: amount(row.amount),
  }));

export const writePaid = (tx: Tx, id: number, users: readonly UserId[], now: number): Promise<number> =>
  tx.run(sql`
    update launchpad_dividend_payments set paid_at = to_timestamp(${now} / 1000.0)
    where dividend_id = ${id} and user_id = any(${[...users]}::bigint[]) and paid_at is null`);

export const finishDividend = (tx: Tx, id: number, now: number): Promise<number> =>
  tx.run(sql`
    update launchpad_dividends set finished_at = to_timestamp(${now} / 1000.0) where id = ${id} and finished_at is null`);

interface Page {
  readonly page: number;
  readonly limit: number;
}

export interface CountedDividend extends Dividend {
  /** Holders that have been paid. */
  readonly paid: number;
}

/** A page of all dividends, newest first. */
export async function listDividends(
  db: Queries,
  { page, limit }: Page,
): Promise<{ readonly rows: CountedDividend[]; readonly total: number }> {
  const rows = await db.rows<DividendRow & { paid: number }>(sql`
    select d.*, (select count(*) from launchpad_dividend_payments p where p.dividend_id = d.id and p.paid_at is not null) as paid
    from launchpad_dividends d order by id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from launchpad_dividends`);
  return { rows: rows.map((row) => ({ ...dividendOf(row), paid: row.paid })), total };
}

/** A dividend that a user has received. */
export interface ReceivedDividend {
  readonly id: number;
  readonly projectId: number;
  readonly currencyId: CurrencyId;
  readonly holding: Amount;
  readonly amount: Amount;
  readonly recordMs: number;
  readonly paidMs: number;
}

/** A page of the dividends that a user has received, newest first. */
export async function dividendsOfUser(
  db: Queries,
  user: UserId,
  { page, limit }: Page,
): Promise<{ readonly rows: ReceivedDividend[]; readonly total: number }> {
  interface Row {
    id: number;
    project_id: number;
    currency_id: number;
    holding: string;
    amount: string;
    record_at: number;
    paid_at: number;
  }
  const rows = await db.rows<Row>(sql`
    select d.id, d.project_id, d.currency_id, p.holding, p.amount, d.record_at, p.paid_at
    from launchpad_dividend_payments p join launchpad_dividends d on d.id = p.dividend_id
    where p.user_id = ${user} and p.paid_at is not null and p.amount > 0
    order by d.id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from launchpad_dividend_payments
    where user_id = ${user} and paid_at is not null and amount > 0`);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      projectId: row.project_id,
      currencyId: currencyId(row.currency_id),
      holding: amount(row.holding),
      amount: amount(row.amount),
      recordMs: row.record_at,
      paidMs: row.paid_at,
    })),
    total,
  };
}
