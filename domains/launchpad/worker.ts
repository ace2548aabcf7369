import { createPolling } from '@karat/platform/work';
import type { Tx } from '@karat/platform/db';
import { settleApplications, startSettlement } from './allot.ts';
import { ChunksAhead, NOTHING_AHEAD } from './chunk.ts';
import type { DecidedAhead } from './chunk.ts';
import type { LaunchpadDeps } from './deps.ts';
import { payDividends } from './dividends.ts';
import { nextDividendDue } from './dividend-store.ts';
import { claimDue, nextProjectDue, startUnlocking } from './settlement-store.ts';
import { unlockTokens } from './unlock.ts';

/** What the launchpad does by the clock: allotments, listings, dividends. */
export interface LaunchpadWorker {
  start(): void;
  /** Does everything that is due now; returns how much that was. */
  runDue(): Promise<number>;
  stop(): Promise<void>;
}

const POLL_MS = 100;
/** A decision of operators in another process is seen within this time. */
const REST_MS = 1_000;

/**
 * Does one step of the project that is due, in one transaction with everything that follows from it. `ahead` has chunks of
 * allotments that were decided before. Returns 0 when nothing is due.
 */
export async function runProject(
  deps: LaunchpadDeps,
  tx: Tx,
  ahead: DecidedAhead = NOTHING_AHEAD,
): Promise<number> {
  const now = deps.ctx.clock.now();
  const project = await claimDue(tx, now);
  if (!project) return 0;
  if (!project.allotment) {
    await startSettlement(deps, tx, project);
    deps.onStep?.('started');
    return 1;
  }
  if (project.settledMs === undefined) return settleApplications(deps, tx, project, project.allotment, ahead);
  if (project.unlockingMs === undefined) return startUnlocking(tx, project.id, now);
  return unlockTokens(deps, tx, project);
}

/**
 * Works by the rows: a killed process, a jump of the clock or days without a server change when a project is settled, never how. Any
 * number of processes may run it.
 */
export function createLaunchpadWorker(deps: LaunchpadDeps): LaunchpadWorker {
  const { ctx, pollMs = POLL_MS } = deps;
  const ahead = new ChunksAhead(deps);
  const projects = createPolling(ctx, {
    name: 'launchpad projects',
    pollMs,
    restMs: REST_MS,
    next: () => nextProjectDue(ctx.db),
    async runBatch() {
      await ahead.advance();
      return ctx.db.transact((tx) => runProject(deps, tx, ahead));
    },
  });
  const dividends = createPolling(ctx, {
    name: 'fund dividends',
    pollMs,
    restMs: REST_MS,
    next: () => nextDividendDue(ctx.db),
    runBatch: () => ctx.db.transact((tx) => payDividends(deps, tx)),
  });
  return {
    start() {
      projects.start();
      dividends.start();
    },
    runDue: async () => (await projects.runDue()) + (await dividends.runDue()),
    stop: async () => void (await Promise.all([projects.stop(), dividends.stop()])),
  };
}
