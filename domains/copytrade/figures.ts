import type { Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { WorkHandler } from '@karat/platform/work';
import type { UserId } from '@karat/contract';
import { HOUR_MS } from '@karat/rules';
import type { CopytradeDeps } from './deps.ts';
import { figuresOf } from './rules.ts';
import { acceptedIds, writeFigures } from './trader-store.ts';

export const FIGURES = 'copytrade:figures';

/** Schedules the next computation; each one schedules the next. */
export const scheduleFigures = (tx: Tx, after: number): Promise<number> =>
  schedule(tx, { kind: FIGURES, subject: 'all', dueAt: (Math.floor(after / HOUR_MS) + 1) * HOUR_MS });

/** Computes a trader's statistics from closed positions. */
async function computeFigures({ ctx, contracts }: CopytradeDeps, tx: Tx, user: UserId): Promise<void> {
  const now = ctx.clock.now();
  await writeFigures(tx, user, figuresOf(await contracts.closedTrades(tx, user), now), now);
}

export const computeAllFigures =
  (deps: CopytradeDeps): WorkHandler =>
  async (tx, item) => {
    for (const user of await acceptedIds(tx)) await computeFigures(deps, tx, user);
    await scheduleFigures(tx, Math.max(deps.ctx.clock.now(), item.dueAt));
  };
