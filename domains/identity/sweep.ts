import type { Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
import { HOUR_MS } from '@karat/rules';
import { deleteExpiredCodes, deleteOldAttempts } from './attempt-store.ts';
import { dropOldReportLinks } from './contact-store.ts';
import { dropOldDevices } from './device-store.ts';
import { dropOldLogins } from './history-store.ts';
import { DEVICE_LIFE_MS } from './login-policy.ts';
import { sessionLife } from './deps.ts';
import type { ResolvedDeps } from './deps.ts';
import { dropDeadSessions } from './session-store.ts';

const KIND = 'identity:sweep';
const FORGET_MS = 48 * HOUR_MS;
const HISTORY_MS = 180 * 24 * HOUR_MS;
/** Rows of one table that one sweep deletes, to keep its transaction short. */
const SWEPT_MAX = 5_000;
/** Delay of the next sweep if rows are left. */
const AGAIN_MS = 1_000;

const nextHour = (after: number): number => (Math.floor(after / HOUR_MS) + 1) * HOUR_MS;

const scheduleSweep = (tx: Tx, dueAt: number): Promise<number> =>
  schedule(tx, { kind: KIND, subject: 'all', dueAt });

/** Schedules the first sweep; each one schedules the next. */
export const startSweeping = (deps: ResolvedDeps): Promise<number> =>
  deps.ctx.db.transact((tx) => scheduleSweep(tx, nextHour(deps.ctx.clock.now())));

/** Due work of the domain: deletes expired codes, attempts and sessions every hour. */
export const identityWork = (deps: ResolvedDeps): WorkHandlers => ({
  async [KIND](tx, item) {
    const now = deps.ctx.clock.now();
    const swept = [
      await deleteExpiredCodes(tx, now, SWEPT_MAX),
      await deleteOldAttempts(tx, now, now - FORGET_MS, SWEPT_MAX),
      await dropDeadSessions(tx, now, sessionLife(deps), SWEPT_MAX),
      await dropOldLogins(tx, now - HISTORY_MS, SWEPT_MAX),
      await dropOldReportLinks(tx, now, SWEPT_MAX),
      await dropOldDevices(tx, now - DEVICE_LIFE_MS, SWEPT_MAX),
    ];
    // After the clock went back, the next hour may be done already.
    const after = Math.max(now, item.dueAt);
    await scheduleSweep(tx, swept.includes(SWEPT_MAX) ? after + AGAIN_MS : nextHour(after));
  },
});
