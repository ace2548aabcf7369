import { createPolling } from '@karat/platform/work';
import type { GiftsDeps } from './deps.ts';
import { returnExpired } from './return.ts';
import { nextExpiry } from './store.ts';

/** Returns expired gifts by the clock. */
export interface GiftWorker {
  start(): void;
  /** Returns everything that has expired now; the result is the number of gifts. */
  runDue(): Promise<number>;
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
/** A gift lives a day at least: what other processes write is never due before. */
const REST_MS = 60_000;

/** The rows decide: any number of processes may run it, and any may be killed. */
export function createGiftWorker(deps: GiftsDeps): GiftWorker {
  const { ctx, pollMs = POLL_MS } = deps;
  const polling = createPolling(ctx, {
    name: 'gift codes',
    pollMs,
    restMs: REST_MS,
    next: () => nextExpiry(ctx.db),
    runBatch: () => returnExpired(deps),
  });
  return {
    start: () => polling.start(),
    runDue: () => polling.runDue(),
    stop: () => polling.stop(),
  };
}
