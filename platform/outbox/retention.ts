import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { forgetDone, schedule } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
import { pruneOutbox } from './store.ts';

const KIND = 'platform:keep-small';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Retention of finished work, so that the same work scheduled again is recognised. */
const DONE_RETENTION_MS = 30 * DAY_MS;
const EVENT_RETENTION_MS = 7 * DAY_MS;

const plan = (tx: Tx, after: number): Promise<number> =>
  schedule(tx, { kind: KIND, subject: 'all', dueAt: (Math.floor(after / HOUR_MS) + 1) * HOUR_MS });

/** Schedules the first retention run of the platform's tables; each run schedules the next. */
export const startRetention = (ctx: Context): Promise<number> =>
  ctx.db.transact((tx) => plan(tx, ctx.clock.now()));

/** Due work of the platform: deletes old finished work and processed events hourly. */
export const applyRetention = (ctx: Context): WorkHandlers => ({
  async [KIND](tx, item) {
    const now = ctx.clock.now();
    await forgetDone(tx, now - DONE_RETENTION_MS);
    await pruneOutbox(tx, now - EVENT_RETENTION_MS);
    await plan(tx, Math.max(now, item.dueAt));
  },
});
