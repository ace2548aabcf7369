import { createPolling } from '@karat/platform/work';
import { buyNext } from './buy.ts';
import type { RecurringDeps } from './deps.ts';
import { nextDue } from './store.ts';

/** Buys what is due by the plans; runs where the matching engine runs. */
export interface RecurringWorker {
  start(): void;
  /** Executes everything that is due now; returns how many dates were handled. */
  runDue(): Promise<number>;
  stop(): Promise<void>;
}

const POLL_MS = 250;
/** A plan of another process is due an hour boundary later than it is written, or is seen with this delay. */
const REST_MS = 2_000;
/** Purchases at a time: they share the batches of the engine. */
const PARALLEL = 8;

/** Plans are rows: a process that was killed, a clock that jumped or days without a server change when a date is handled, never how often. */
export function createRecurringWorker(deps: RecurringDeps): RecurringWorker {
  const { ctx, pollMs = POLL_MS } = deps;
  return createPolling(ctx, {
    name: 'recurring purchases',
    pollMs,
    restMs: REST_MS,
    next: () => nextDue(ctx.db),
    async runBatch() {
      const results = await Promise.allSettled(Array.from({ length: PARALLEL }, () => buyNext(deps)));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return results.filter((result) => result.status === 'fulfilled' && result.value).length;
    },
  });
}
