import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** Payload for the handler besides kind, subject and time; flat, because it is stored as JSON. */
export type WorkPayload = Readonly<Record<string, string | number | boolean | null>>;

/** Work to be done once at or after a moment. Its first three fields are its identity. */
export interface DueWork {
  readonly kind: string;
  readonly subject: string;
  /** Unix ms. */
  readonly dueAt: number;
  readonly payload?: WorkPayload;
}

/**
 * Schedules work in the transaction of its cause. Work with a known kind, subject and moment (waiting, done or failed)
 * is left unchanged. Returns the number of new rows.
 */
export async function schedule(tx: Tx, ...work: readonly DueWork[]): Promise<number> {
  if (work.length === 0) return 0;
  return tx.run(sql`
    insert into platform_work (kind, subject, due_at, try_at, payload)
    select w.kind, w.subject, to_timestamp(w.due / 1000.0), to_timestamp(w.due / 1000.0), w.payload
    from jsonb_to_recordset(${JSON.stringify(work.map(asRow))}::jsonb)
      as w (kind text, subject text, due numeric, payload jsonb)
    on conflict (kind, subject, due_at) do nothing`);
}

const asRow = (work: DueWork): object => ({
  kind: work.kind,
  subject: work.subject,
  due: work.dueAt,
  payload: work.payload ?? {},
});

/** Cancels pending work of a kind and subject, for one moment or for all. Returns the count. */
export async function unschedule(
  tx: Tx,
  work: { readonly kind: string; readonly subject: string; readonly dueAt?: number },
): Promise<number> {
  const dueAt = work.dueAt ?? null;
  return tx.run(sql`
    delete from platform_work
    where kind = ${work.kind} and subject = ${work.subject} and state = 'waiting'
      and (${dueAt}::numeric is null or due_at = to_timestamp(${dueAt}::numeric / 1000.0))`);
}

/** Counts of due work at a moment, the oldest waiting moment, and the count of failed work. */
export interface WorkStatus {
  readonly due: number;
  readonly oldestDueMs: number | null;
  /** The oldest moment of a planned attempt that has not begun. */
  readonly oldestTryMs: number | null;
  readonly failed: number;
}

export const workStatus = (db: Queries, now: number): Promise<WorkStatus> =>
  db.one<WorkStatus>(sql`
    select (select count(*) from platform_work where state = 'waiting' and try_at <= to_timestamp(${now} / 1000.0)) as due,
      (select min(due_at) from platform_work
        where state = 'waiting' and try_at <= to_timestamp(${now} / 1000.0)) as "oldestDueMs",
      (select min(try_at) from platform_work
        where state = 'waiting' and try_at <= to_timestamp(${now} / 1000.0)) as "oldestTryMs",
      (select count(*) from platform_work where state = 'failed') as failed`);

export interface FailedWork {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
  readonly dueMs: number;
  readonly attempts: number;
  readonly lastError: string;
}

const FAILED_PAGE = 100;

/** Returns failed work after its last attempt, oldest first; it stays until an operator retries it. */
export const failedWork = (db: Queries, limit = FAILED_PAGE): Promise<FailedWork[]> =>
  db.rows<FailedWork>(sql`
    select id, kind, subject, due_at as "dueMs", attempts, coalesce(last_error, '') as "lastError"
    from platform_work where state = 'failed' order by id limit ${Math.min(limit, FAILED_PAGE)}`);

/** Resets the attempts of failed work. Returns true if there was such work. */
export async function retryFailed(tx: Tx, id: number, now: number): Promise<boolean> {
  const touched = await tx.run(sql`
    update platform_work set state = 'waiting', attempts = 0, try_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and state = 'failed'`);
  return touched === 1;
}

const PRUNE_BATCH = 5_000;

/** Deletes work done before a moment; the same work could then be scheduled again. Returns the count. */
export const forgetDone = (db: Queries, before: number): Promise<number> =>
  db.run(sql`
    delete from platform_work where id in (
      select id from platform_work where state = 'done' and done_at < to_timestamp(${before} / 1000.0)
      order by done_at limit ${PRUNE_BATCH})`);
