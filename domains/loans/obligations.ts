import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/**
 * Refuses `loan_called` and `loan_overdue` while a loan of the user is under margin call, or past its due date. The gate for
 * outgoing money asks it.
 */
export async function checkLoans(db: Queries, user: UserId, now: number): Promise<void> {
  const found = await db.one<{ called: boolean | null; overdue: boolean | null }>(sql`
    select bool_or(called_at is not null) as called, bool_or(due_at < to_timestamp(${now} / 1000.0)) as overdue
    from loans_loans where user_id = ${user} and state = 'active'`);
  if (found.overdue === true) refuse('loan_overdue');
  if (found.called === true) refuse('loan_called');
}
