import type { CurrencyId, UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import { ZERO, amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { poolKey } from './deps.ts';

export interface LoanCounts {
  readonly pending: number;
  readonly late: number;
  readonly active: number;
  readonly called: number;
  readonly overdue: number;
  readonly liquidated: number;
}

/** How many applications and loans there are. */
export const countsOf = (db: Queries, now: number): Promise<LoanCounts> =>
  db.one<LoanCounts>(sql`
    select count(*) filter (where state = 'pending') as pending,
      count(*) filter (where state = 'pending' and decide_by < to_timestamp(${now} / 1000.0)) as late,
      count(*) filter (where state = 'active') as active,
      count(*) filter (where state = 'active' and called_at is not null) as called,
      count(*) filter (where state = 'active' and due_at < to_timestamp(${now} / 1000.0)) as overdue,
      count(*) filter (where state = 'liquidated') as liquidated
    from loans_loans`);

/** A user's loans by their end. */
export const countsOfUser = (
  db: Queries,
  user: UserId,
): Promise<{ readonly active: number; readonly repaid: number; readonly liquidated: number }> =>
  db.one(sql`
    select count(*) filter (where state = 'active') as active, count(*) filter (where state = 'repaid') as repaid,
      count(*) filter (where state = 'liquidated') as liquidated
    from loans_loans where user_id = ${user}`);

export interface PoolRow {
  readonly currency: CurrencyId;
  readonly available: Amount;
  /** Principal of running loans. */
  readonly lent: Amount;
  /** Interest and overdue charges that are owed. */
  readonly accrued: Amount;
}

/** The pool by currency. */
export async function poolOf(
  db: Queries,
  ledger: Pick<Ledger, 'balance'>,
  currencies: readonly CurrencyId[],
): Promise<PoolRow[]> {
  const lent = await db.rows<{ currency_id: number; lent: string; accrued: string }>(sql`
    select currency_id, sum(principal) as lent, sum(interest + overdue) as accrued
    from loans_loans where state = 'active' group by currency_id`);
  const rows: PoolRow[] = [];
  for (const currency of currencies) {
    const { account } = poolKey(currency);
    const found = lent.find((row) => row.currency_id === Number(currency));
    rows.push({
      currency,
      available: (await ledger.balance(db, account, currency)).available,
      lent: found ? amount(found.lent) : ZERO,
      accrued: found ? amount(found.accrued) : ZERO,
    });
  }
  return rows;
}
