import type { Tx } from '@karat/platform/db';
import type { Context } from '@karat/platform/context';
import { schedule } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
import { DAY_MS } from '@karat/rules';
import { forgetBefore } from './store.ts';

const KIND = 'messages:forget';
/** Retention of notices; bills keep the movements permanently. */
const KEPT_MS = 730 * DAY_MS;

const plan = (tx: Tx, after: number): Promise<number> =>
  schedule(tx, { kind: KIND, subject: 'all', dueAt: (Math.floor(after / DAY_MS) + 1) * DAY_MS });

/** Schedules the first run; each one schedules the next. */
export const startForgetting = (ctx: Context): Promise<number> =>
  ctx.db.transact((tx) => plan(tx, ctx.clock.now()));

/** Due work of the domain: deletes old notices once a day. */
export const messagesWork = (ctx: Context): WorkHandlers => ({
  async [KIND](tx, item) {
    const now = ctx.clock.now();
    await forgetBefore(tx, now - KEPT_MS);
    await plan(tx, Math.max(now, item.dueAt));
  },
});
