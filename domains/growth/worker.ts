import { createPolling } from '@karat/platform/work';
import type { Polling } from '@karat/platform/work';
import { DAY_MS } from '@karat/rules';
import { expireCoupons } from './coupon-store.ts';
import { countFees } from './count-fees.ts';
import type { GrowthDeps } from './deps.ts';
import { payRebates } from './rebates.ts';
import { readLastRun } from './run-store.ts';
import { setLevels } from './vip-run.ts';

/** Due work of growth: paid fees are counted and rebates paid all the time, VIP levels are set at 00:00 UTC. */
export interface GrowthWorker {
  start(): void;
  /** Does everything that is due now. */
  runDue(): Promise<number>;
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
const REST_MS = 60_000;

export function createGrowthWorker(deps: GrowthDeps): GrowthWorker {
  const { ctx, feesMs, pollMs = POLL_MS } = deps;
  const levels: Polling = createPolling(ctx, {
    name: 'VIP levels',
    pollMs,
    restMs: REST_MS,
    async next() {
      const last = await readLastRun(ctx.db);
      return last?.isDone === true ? Date.parse(last.day) + DAY_MS : ctx.clock.now();
    },
    runBatch: () => setLevels(deps),
  });
  const fees: Polling = createPolling(ctx, {
    name: 'paid fees',
    pollMs: feesMs,
    async runBatch() {
      await countFees(deps);
      await expireCoupons(ctx.db, ctx.clock.now());
      return payRebates(deps);
    },
  });
  return {
    start() {
      levels.start();
      fees.start();
    },
    async runDue() {
      return (await fees.runDue()) + (await levels.runDue());
    },
    async stop() {
      await Promise.all([levels.stop(), fees.stop()]);
    },
  };
}
