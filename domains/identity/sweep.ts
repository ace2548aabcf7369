import type { Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
import { dropOldTries } from './attempt-store.ts';
import { dropOldLogins } from './history-store.ts';
import { sessionLife } from './parts.ts';
import type { Parts } from './parts.ts';
import { dropDeadSessions } from './session-store.ts';

const KIND = 'identity:sweep';
const HOUR_MS = 3_600_000;
const FORGET_MS = 48 * HOUR_MS;
const HISTORY_MS = 180 * 24 * HOUR_MS;

const nextHour = (after: number): number => (Math.floor(after / HOUR_MS) + 1) * HOUR_MS;

const scheduleSweep = (tx: Tx, after: number): Promise<number> =>
  schedule(tx, { kind: KIND, subject: 'all', dueAt: nextHour(after) });

/** Plans the first sweep; each one plans the next. */
export const startSweeping = (parts: Parts): Promise<number> =>
  parts.ctx.db.transact((tx) => scheduleSweep(tx, parts.ctx.clock.now()));

/** Due work of the domain: once an hour expired codes, forgotten tries and dead sessions are deleted. */
export const identityWork = (parts: Parts): WorkHandlers => ({
  async [KIND](tx, item) {
    const now = parts.ctx.clock.now();
    await dropOldTries(tx, now, FORGET_MS);
    await dropDeadSessions(tx, now, sessionLife(parts));
    await dropOldLogins(tx, now - HISTORY_MS);
    // After a clock that went back the next hour may be one that is done already.
    await scheduleSweep(tx, Math.max(now, item.dueAt));
  },
});
