import { createPolling } from '@karat/platform/work';
import type { GamesDeps } from './deps.ts';
import { nextDue } from './due-store.ts';
import { createScheduled } from './schedule.ts';
import { settleDue } from './settle.ts';

/** Creates and settles rounds by the clock. */
export interface GamesWorker {
  start(): void;
  /** Does everything that is due now; returns how many steps and entries that were. */
  runDue(): Promise<number>;
  stop(): Promise<void>;
}

const POLL_MS = 200;
/** What another process writes is seen within this time. */
const REST_MS = 1_000;
const SCHEDULE_POLL_MS = 2_000;

/** Works by the rows: any number of processes may run it, and any may be killed. */
export function createGamesWorker(deps: GamesDeps): GamesWorker {
  const { ctx, pollMs = POLL_MS } = deps;
  const settling = createPolling(ctx, {
    name: 'game rounds',
    pollMs,
    restMs: REST_MS,
    next: () => nextDue(ctx.db),
    runBatch: () => ctx.db.transact((tx) => settleDue(deps, tx)),
  });
  const scheduling = createPolling(ctx, {
    name: 'scheduled game rounds',
    pollMs: SCHEDULE_POLL_MS,
    runBatch: () => ctx.db.transact((tx) => createScheduled(deps, tx)),
  });
  return {
    start() {
      settling.start();
      scheduling.start();
    },
    runDue: async () => (await scheduling.runDue()) + (await settling.runDue()),
    stop: async () => void (await Promise.all([settling.stop(), scheduling.stop()])),
  };
}
