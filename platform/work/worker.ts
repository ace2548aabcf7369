import type { Context } from '@karat/platform/context';
import { isRetryable, sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { createAgenda } from './agenda.ts';
import type { WorkAgenda } from './agenda.ts';
import { createPolling } from './polling.ts';
import type { Polling } from './polling.ts';
import type { WorkPayload } from './schedule.ts';

/** Claimed work, as its handler sees it. */
export interface WorkItem {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
  /** The due moment, unix ms: effects belong to this moment however late they happen. */
  readonly dueAt: number;
  readonly payload: WorkPayload;
  /** 1 at the first attempt. */
  readonly attempt: number;
}

/** Does the work in the claiming transaction: effect and completion commit together. */
export type WorkHandler = (tx: Tx, item: WorkItem) => Promise<void>;
export type WorkHandlers = Readonly<Record<string, WorkHandler>>;

export interface WorkerOptions {
  /** Maximum items claimed in one transaction. */
  readonly batch?: number;
  readonly pollMs?: number;
  /** Runs also while the clock is not trusted: for work that does not settle by time. Default false. */
  readonly runsUntrusted?: boolean;
  /** Attempts before an item fails; it then stays visible as failed. */
  readonly attempts?: number;
  /** Shared with the other workers of the process. Default: one of its own, which reads the rows at each poll. */
  readonly agenda?: WorkAgenda;
}

/** Does due work, batch after batch. */
export type Worker = Polling;

const BATCH = 100;
const POLL_MS = 100;
const ATTEMPTS = 12;
const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_MAX_MS = 300_000;
const ERROR_TEXT_MAX = 500;

/** Pause before the next attempt: 1 s, 2 s, 4 s, ... at most 5 minutes. */
export const backoffMs = (attempt: number): number =>
  Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** Math.min(attempt - 1, 20));

/** Stored description of a failure. */
export const errorText = (error: unknown): string => String(error).slice(0, ERROR_TEXT_MAX);

type Claimed = Omit<WorkItem, 'attempt'> & { readonly attempts: number };

const claim = (tx: Tx, kinds: readonly string[], now: number, batch: number): Promise<Claimed[]> =>
  tx.rows<Claimed>(sql`
    select id, kind, subject, due_at as "dueAt", payload, attempts from platform_work
    where state = 'waiting' and try_at <= to_timestamp(${now} / 1000.0) and kind = any(${kinds})
    order by try_at, id limit ${batch}
    for update skip locked`);

const markDone = (tx: Tx, ids: readonly number[], now: number): Promise<number> =>
  tx.run(sql`
    update platform_work
    set state = 'done', attempts = attempts + 1, last_error = null, done_at = to_timestamp(${now} / 1000.0)
    where id = any(${ids})`);

/** Records a failed attempt at `now` (unix ms); the item waits for its next one, or fails after the last. */
const markTried = (
  tx: Tx,
  item: Claimed,
  error: unknown,
  now: number,
  attemptsMax: number,
): Promise<number> =>
  tx.run(sql`
    update platform_work
    set attempts = attempts + 1, last_error = ${errorText(error)},
      state = case when attempts + 1 >= ${attemptsMax} then 'failed' else 'waiting' end,
      try_at = to_timestamp(${now + backoffMs(item.attempts + 1)} / 1000.0)
    where id = ${item.id} and state = 'waiting'`);

/**
 * Does due work of the kinds that have a handler. Any number of workers, in any number of processes, may run at once:
 * a row is locked by the worker that claims it, and claim, effect and completion are one transaction. An item that
 * throws undoes only itself and backs off; a serialization failure or deadlock (40001, 40P01) retries the whole batch.
 */
export function createWorker(ctx: Context, handlers: WorkHandlers, options: WorkerOptions = {}): Worker {
  const kinds = Object.keys(handlers);
  const batch = options.batch ?? BATCH;
  const attempts = options.attempts ?? ATTEMPTS;
  const agenda = options.agenda ?? createAgenda(ctx, 0);

  async function doOne(tx: Tx, item: Claimed): Promise<boolean> {
    const handler = handlers[item.kind];
    if (!handler) throw new Error(`no handler for ${item.kind}`);
    try {
      await tx.savepoint(() => handler(tx, { ...item, attempt: item.attempts + 1 }));
      return true;
    } catch (error) {
      if (isRetryable(error)) throw error;
      ctx.log.warn(
        { kind: item.kind, work: item.id, attempt: item.attempts + 1, error: errorText(error) },
        'work failed',
      );
      await markTried(tx, item, error, ctx.clock.now(), attempts);
      return false;
    }
  }

  async function runBatch(): Promise<number> {
    if (kinds.length === 0) return 0;
    let current: Claimed | undefined;
    try {
      return await ctx.db.transact(async (tx) => {
        current = undefined;
        const items = await claim(tx, kinds, ctx.clock.now(), batch);
        const done: number[] = [];
        for (const item of items) {
          current = item;
          if (await doOne(tx, item)) done.push(item.id);
        }
        current = undefined;
        if (done.length > 0) await markDone(tx, done, ctx.clock.now());
        return items.length;
      });
    } catch (error) {
      const loser = current;
      // An item that loses every retry steps back so that the others of its batch proceed.
      if (loser === undefined || !isRetryable(error)) throw error;
      await ctx.db.transact((tx) => markTried(tx, loser, error, ctx.clock.now(), attempts));
      return 1;
    } finally {
      agenda.noteDone(kinds);
    }
  }

  return createPolling(ctx, {
    name: 'work',
    pollMs: options.pollMs ?? POLL_MS,
    runsUntrusted: options.runsUntrusted ?? false,
    next: (until) => agenda.next(kinds, until),
    runBatch,
  });
}
