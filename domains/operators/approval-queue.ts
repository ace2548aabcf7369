import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Requests for a second person of one kind. */
export interface ApprovalQueue {
  readonly kind: string;
  readonly count: number;
  /** Unix ms at which the oldest was made. */
  readonly oldestMs: number;
}

/** Returns the subjects of the open requests of a kind. */
export async function requestedSubjects(
  db: Queries,
  kind: string,
  now: number,
): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ subject: string }>(sql`
    select subject from operators_approvals
    where state = 'asked' and kind = ${kind} and expires_at > to_timestamp(${now} / 1000.0)`);
  return new Set(rows.map(({ subject }) => subject));
}

/** Returns the open requests for approval by kind; a kind without any is left out. */
export const approvalQueues = (db: Queries, now: number): Promise<ApprovalQueue[]> =>
  db.rows<ApprovalQueue>(sql`
    select kind, count(*) as count, min(created_at) as "oldestMs" from operators_approvals
    where state = 'asked' and expires_at > to_timestamp(${now} / 1000.0)
    group by kind order by kind`);
