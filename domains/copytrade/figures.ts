import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { WorkHandler } from '@karat/platform/work';
import { DAY_MS, HOUR_MS, trackRecord } from '@karat/rules';
import type { CopytradeDeps } from './deps.ts';
import { firstSnapshot, insertSnapshot, snapshotsOf } from './snapshot-store.ts';
import { acceptedIds, writeFigures } from './trader-store.ts';

export const FIGURES = 'copytrade:figures';

/** Delay of a snapshot after its hour: by then the ticks and fills of the hour are stored. */
const SETTLE_MS = 15_000;
/** Longest history that statistics use, and the most hours that are made up for after an outage. */
const HISTORY_MS = 91 * DAY_MS;

const hourOf = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

/** Schedules the snapshot of the first full hour after a time; each one schedules the next. */
export const scheduleFigures = (tx: Tx, after: number): Promise<number> =>
  schedule(tx, { kind: FIGURES, subject: 'all', dueAt: hourOf(after) + HOUR_MS + SETTLE_MS });

/** Stores the result of a trader at a full hour. A position without an index leaves the hour out. */
async function takeSnapshot(
  { ctx, contracts }: Pick<CopytradeDeps, 'ctx' | 'contracts'>,
  tx: Tx,
  user: UserId,
  hour: number,
): Promise<void> {
  const equity = await contracts.equityAt(tx, user, hour);
  if (equity) await insertSnapshot(tx, user, hour, equity);
  else ctx.log.error({ trader: user, hour }, 'trader snapshot left out: index unknown');
}

/** Begins the history of a new trader with the last full hour. */
export const beginHistory = (
  deps: Pick<CopytradeDeps, 'ctx' | 'contracts'>,
  tx: Tx,
  user: UserId,
): Promise<void> => takeSnapshot(deps, tx, user, hourOf(deps.ctx.clock.now() - SETTLE_MS));

/** Computes a trader's statistics as of a full hour from snapshots and positions. */
async function computeFigures(
  { contracts }: CopytradeDeps,
  tx: Tx,
  user: UserId,
  hour: number,
): Promise<void> {
  const points = await snapshotsOf(tx, user, hour - HISTORY_MS, hour);
  const last = points.at(-1);
  if (last?.at !== hour) return;
  const positions = await contracts.filledPositions(tx, user, hour);
  const record = trackRecord(points, positions, hour);
  await writeFigures(tx, user, { record, hour, from: (await firstSnapshot(tx, user)) ?? hour });
}

/**
 * Takes the snapshots of all traders at the hour of the work, and computes the statistics if it is the latest one. Every hour has
 * its own work, in order: hours of an outage are made up for with the index of their time.
 */
export const computeAllFigures =
  (deps: CopytradeDeps): WorkHandler =>
  async (tx, item) => {
    const now = deps.ctx.clock.now();
    const hour = hourOf(item.dueAt);
    const isLatest = hour + HOUR_MS + SETTLE_MS > now;
    for (const user of await acceptedIds(tx, hour)) {
      await takeSnapshot(deps, tx, user, hour);
      if (isLatest) await computeFigures(deps, tx, user, hour);
    }
    await scheduleFigures(tx, Math.max(hour, now - HISTORY_MS));
  };
