import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** Facts that the handler needs besides kind, subject and time; flat, since they are kept as JSON. */
export type WorkPayload = Readonly<Record<string, string | number | boolean | null>>;

/** Something to be done once at or after a moment. The three first fields together are its identity. */
export interface DueWork {
  readonly kind: string;
  readonly subject: string;
  /** Unix ms. */
  readonly dueAt: number;
  readonly payload?: WorkPayload;
}

/**
 * Writes down work in the transaction of what causes it. Work already known by its kind, subject and moment (waiting, done
 * or failed) is left as it is. Answers how many rows are new.
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

/** Takes back what has not been done of a kind and subject, for one moment or for all. Answers how many. */
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

/** How much is due at a moment, since when the oldest waits, and how much was given up. */
export interface WorkStatus {
  readonly due: number;
  readonly oldestDueMs: number | null;
  /** The oldest moment for which a try is planned and has not begun. */
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

/** Work that was given up after its last attempt, oldest first; it stays until somebody retries it. */
export const failedWork = (db: Queries, limit = FAILED_PAGE): Promise<FailedWork[]> =>
  db.rows<FailedWork>(sql`
    select id, kind, subject, due_at as "dueMs", attempts, coalesce(last_error, '') as "lastError"
    from platform_work where state = 'failed' order by id limit ${Math.min(limit, FAILED_PAGE)}`);

/** Gives failed work its attempts back. Answers whether there was such work. */
export async function retryFailed(tx: Tx, id: number, now: number): Promise<boolean> {
  const touched = await tx.run(sql`
    update platform_work set state = 'waiting', attempts = 0, try_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and state = 'failed'`);
  return touched === 1;
}

const PRUNE_BATCH = 5_000;

/** Forgets what was done before a moment; from then on the same work could be scheduled anew. Answers how many. */
export const forgetDone = (db: Queries, before: number): Promise<number> =>
  db.run(sql`
    delete from platform_work where id in (
      select id from platform_work where state = 'done' and done_at < to_timestamp(${before} / 1000.0)
      order by done_at limit ${PRUNE_BATCH})`);
