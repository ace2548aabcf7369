import { createPolling } from '@karat/platform/work';
import { hasDueBoost } from './boost-store.ts';
import { payBoosts } from './boost.ts';
import { runAuto } from './auto.ts';
import type { MiningDeps } from './deps.ts';
import { payDue } from './pay.ts';
import { nextAuto } from './product-store.ts';
import { nextDue } from './store.ts';

/** What Earn does by the clock: yields, principals at expiry, standing instructions. */
export interface MiningWorker {
  start(): void;
  /** Pays and subscribes everything that is due now; returns how many yields were paid. */
  runDue(): Promise<number>;
  stop(): Promise<void>;
}

const POLL_MS = 250;
/** No yield is due earlier than a day after its purchase, so orders of other processes are seen in time. */
const REST_MS = 2_000;

/**
 * Pays by the rows: a process that was killed, a clock that jumped or days without a server change when a yield is paid, never
 * whether and for which day. Any number of processes may do it.
 */
export function createMiningWorker(deps: MiningDeps): MiningWorker {
  const { ctx, pollMs = POLL_MS } = deps;
  const paying = createPolling(ctx, {
    name: 'mining yields',
    pollMs,
    restMs: REST_MS,
    next: () => nextDue(ctx.db),
    runBatch: () => ctx.db.transact((tx) => payDue(deps, tx)),
  });
  const subscribing = createPolling(ctx, {
    name: 'mining subscriptions',
    pollMs,
    restMs: REST_MS,
    next: () => nextAuto(ctx.db),
    runBatch: () => runAuto(deps),
  });
  const boosting = createPolling(ctx, {
    name: 'mining extra yields',
    pollMs,
    restMs: REST_MS,
    next: async () => ((await hasDueBoost(ctx.db)) ? ctx.clock.now() : undefined),
    runBatch: () => ctx.db.transact((tx) => payBoosts(deps, tx)),
  });
  return {
    start() {
      boosting.start();
      paying.start();
      subscribing.start();
    },
    async runDue() {
      const paid = await paying.runDue();
      await boosting.runDue();
      await subscribing.runDue();
      return paid;
    },
    async stop() {
      await Promise.all([paying.stop(), boosting.stop(), subscribing.stop()]);
    },
  };
}
