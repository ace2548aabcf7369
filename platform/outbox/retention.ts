import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { forgetDone, schedule } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
import { pruneOutbox } from './store.ts';

const KIND = 'platform:keep-small';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Done work is remembered so long, so that the same work scheduled again is known to be done. */
const DONE_RETENTION_MS = 30 * DAY_MS;
const EVENT_RETENTION_MS = 7 * DAY_MS;

const plan = (tx: Tx, after: number): Promise<number> =>
  schedule(tx, { kind: KIND, subject: 'all', dueAt: (Math.floor(after / HOUR_MS) + 1) * HOUR_MS });

/** Plans the first round of keeping the platform's tables small; each round plans the next. */
export const startRetention = (ctx: Context): Promise<number> =>
  ctx.db.transact((tx) => plan(tx, ctx.clock.now()));

/** Due work of the platform: once an hour old done work and events that everyone has heard are deleted. */
export const applyRetention = (ctx: Context): WorkHandlers => ({
  async [KIND](tx, item) {
    const now = ctx.clock.now();
    await forgetDone(tx, now - DONE_RETENTION_MS);
    await pruneOutbox(tx, now - EVENT_RETENTION_MS);
    await plan(tx, Math.max(now, item.dueAt));
  },
});
