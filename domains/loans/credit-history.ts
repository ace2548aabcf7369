import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Loans of a user, counted for the credit score. */
export interface LoanHistory {
  /** Repaid without a day overdue. */
  readonly loansOnTime: number;
  /** Overdue for a day or more, closed ones included. */
  readonly loansLate: number;
  /** Overdue now. */
  readonly loansOverdue: number;
}

export const loanHistoryOf = (db: Queries, user: UserId, now: number): Promise<LoanHistory> =>
  db.one<LoanHistory>(sql`
    select count(*) filter (where l.state = 'repaid' and not late) as "loansOnTime",
      count(*) filter (where late) as "loansLate",
      count(*) filter (where l.state = 'active' and l.due_at < to_timestamp(${now} / 1000.0)) as "loansOverdue"
    from loans_loans l
    cross join lateral (
      select exists (select 1 from loans_events e where e.loan_id = l.id and e.kind = 'overdue') as late
    ) history
    where l.user_id = ${user}`);
