import type { Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
import type { ResolvedDeps } from './deps.ts';
import { deleteExpired } from './used-signatures.ts';

const KIND = 'credentials:sweep';
const EVERY_MS = 600_000;
/** Rows that one sweep deletes, to keep its transaction short. */
const SWEPT_MAX = 50_000;
/** Delay of the next sweep if rows are left. */
const AGAIN_MS = 1_000;

const nextRound = (after: number): number => (Math.floor(after / EVERY_MS) + 1) * EVERY_MS;

const scheduleSweep = (tx: Tx, dueAt: number): Promise<number> =>
  schedule(tx, { kind: KIND, subject: 'all', dueAt });

/** Schedules the first sweep; each one schedules the next. */
export const startSweeping = ({ ctx }: ResolvedDeps): Promise<number> =>
  ctx.db.transact((tx) => scheduleSweep(tx, nextRound(ctx.clock.now())));

/** Due work of the domain: deletes expired signatures every ten minutes. */
export const credentialsWork = ({ ctx }: ResolvedDeps): WorkHandlers => ({
  async [KIND](tx, item) {
    const now = ctx.clock.now();
    const deleted = await deleteExpired(tx, now, SWEPT_MAX);
    const after = Math.max(now, item.dueAt);
    await scheduleSweep(tx, deleted === SWEPT_MAX ? after + AGAIN_MS : nextRound(after));
  },
});
