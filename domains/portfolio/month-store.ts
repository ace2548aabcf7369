import type { CurrencyId, UserId } from '@karat/contract';
import type { AccountId } from '@karat/domains/ledger';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** Movements of a balance in a month; available and held together. */
export interface MonthRow {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly account: AccountId;
  readonly currency: CurrencyId;
  readonly opening: Amount;
  closing: Amount;
  /** Held part of the closing balance. */
  held: Amount;
  arrived: Amount;
  departed: Amount;
  movements: number;
  readonly firstPosting: number;
  lastPosting: number;
}

/** Adds movements to months; the opening balance stays, the closing one is replaced. */
export async function addMonths(tx: Tx, user: UserId, rows: readonly MonthRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (of: (row: MonthRow) => Amount) => rows.map((row) => format(of(row)));
  await tx.run(sql`
    insert into portfolio_months (user_id, month, account_id, currency_id, opening, closing, held, arrived, departed,
      movements, first_posting, last_posting)
    select ${user}::bigint, * from unnest(
      ${rows.map(({ month }) => `${month}-01`)}::date[], ${rows.map(({ account }) => account)}::bigint[],
      ${rows.map(({ currency }) => currency)}::int[], ${column((row) => row.opening)}::numeric[],
      ${column((row) => row.closing)}::numeric[], ${column((row) => row.held)}::numeric[],
      ${column((row) => row.arrived)}::numeric[], ${column((row) => row.departed)}::numeric[],
      ${rows.map(({ movements }) => movements)}::bigint[], ${rows.map(({ firstPosting }) => firstPosting)}::bigint[],
      ${rows.map(({ lastPosting }) => lastPosting)}::bigint[])
    on conflict (user_id, month, account_id, currency_id) do update set closing = excluded.closing, held = excluded.held,
      arrived = portfolio_months.arrived + excluded.arrived, departed = portfolio_months.departed + excluded.departed,
      movements = portfolio_months.movements + excluded.movements,
      last_posting = greatest(portfolio_months.last_posting, excluded.last_posting)`);
}

/** A balance of a statement. */
export interface StatementBalance {
  readonly account: AccountId;
  readonly currency: CurrencyId;
  readonly opening: Amount;
  readonly closing: Amount;
  readonly held: Amount;
  readonly arrived: Amount;
  readonly departed: Amount;
  readonly movements: number;
  readonly firstPosting: number;
  readonly lastPosting: number;
}

/** Balances of a month that moved or are not empty; those without a movement carry the last closing on. */
export async function readMonth(db: Queries, user: UserId, month: string): Promise<StatementBalance[]> {
  type Row = Record<'opening' | 'closing' | 'held' | 'arrived' | 'departed', string> &
    Pick<StatementBalance, 'account' | 'currency' | 'movements' | 'firstPosting' | 'lastPosting'> & {
      inMonth: boolean;
    };
  const rows = await db.rows<Row>(sql`
    select last.account_id as account, last.currency_id as currency, last.opening, last.closing, last.held, last.arrived,
      last.departed, last.movements, last.first_posting as "firstPosting", last.last_posting as "lastPosting",
      last.month = ${`${month}-01`}::date as "inMonth"
    from portfolio_balances b cross join lateral (
      select * from portfolio_months m
      where m.user_id = b.user_id and m.account_id = b.account_id and m.currency_id = b.currency_id
        and m.month <= ${`${month}-01`}::date
      order by m.month desc limit 1) as last
    where b.user_id = ${user} order by last.account_id, last.currency_id`);
  return rows.flatMap(({ inMonth, ...row }) => {
    const [closing, held] = [amount(row.closing), amount(row.held)];
    if (!inMonth && closing === 0n) return [];
    const zero = amount(0n);
    return [
      {
        ...row,
        closing,
        held,
        opening: inMonth ? amount(row.opening) : closing,
        arrived: inMonth ? amount(row.arrived) : zero,
        departed: inMonth ? amount(row.departed) : zero,
        movements: inMonth ? row.movements : 0,
      },
    ];
  });
}

/** First and last posting of a year, and their number; undefined without movements. */
export async function readYearRange(
  db: Queries,
  user: UserId,
  year: number,
): Promise<{ readonly first: number; readonly last: number; readonly movements: number } | undefined> {
  const row = await db.one<{ first: number | null; last: number | null; movements: number | null }>(sql`
    select min(first_posting) as first, max(last_posting) as last, sum(movements)::bigint as movements
    from portfolio_months
    where user_id = ${user} and month >= ${`${year}-01-01`}::date and month < ${`${year + 1}-01-01`}::date`);
  const { first, last, movements } = row;
  return first === null || last === null ? undefined : { first, last, movements: movements ?? 0 };
}
