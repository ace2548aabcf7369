import { createPolling } from '@karat/platform/work';
import type { DualDeps } from './deps.ts';
import { settleDue } from './settle.ts';
import { nextDue } from './settlement-store.ts';

/** Settles dual currency orders by the clock. */
export interface Settler {
  start(): void;
  /** Settles everything that is due now; returns how many steps and orders that were. */
  runDue(): Promise<number>;
  stop(): Promise<void>;
}

const POLL_MS = 100;
/** A decision of operators in another process is seen within this time. */
const REST_MS = 1_000;

/**
 * Looks at the rows when the next settlement is due. The rows decide, so a killed process, a jump of the clock or days without a
 * server change when an order settles, never how. Any number of processes may run it.
 */
export function createSettler(deps: DualDeps): Settler {
  const { ctx, pollMs = POLL_MS } = deps;
  const polling = createPolling(ctx, {
    name: 'dual currency settlements',
    pollMs,
    restMs: REST_MS,
    next: () => nextDue(ctx.db),
    runBatch: () => ctx.db.transact((tx) => settleDue(deps, tx)),
  });
  return {
    start: () => polling.start(),
    runDue: () => polling.runDue(),
    stop: () => polling.stop(),
  };
}
