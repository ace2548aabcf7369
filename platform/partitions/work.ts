import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
import { addMonths } from './months.ts';

const KIND = 'platform:add-months';
const DAY_MS = 86_400_000;

const plan = (tx: Tx, after: number): Promise<number> =>
  schedule(tx, { kind: KIND, subject: 'all', dueAt: (Math.floor(after / DAY_MS) + 1) * DAY_MS });

/** Schedules the first daily run; each run schedules the next. */
export const startMonths = (ctx: Context): Promise<number> =>
  ctx.db.transact((tx) => plan(tx, ctx.clock.now()));

/** Due work: adds the partitions of the months to come, at the beginning of each day (UTC). */
export const applyMonths = (ctx: Context): WorkHandlers => ({
  async [KIND](tx, item) {
    const now = ctx.clock.now();
    await addMonths(tx, now);
    await plan(tx, Math.max(now, item.dueAt));
  },
});
