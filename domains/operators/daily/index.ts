import { createPolling } from '@karat/platform/work';
import type { Polling } from '@karat/platform/work';
import { createRunningDays, nextStorable, readPeriod, storeNextDay } from './days.ts';
import type { Period } from './days.ts';
import type { DailyDeps } from './deps.ts';
import type { DailyPeriod } from '@karat/contract';

const POLL_MS = 1_000;
const REST_MS = 60_000;

/** Figures of the exchange by day. */
export interface DailyFigures {
  /** Reads a period that ends today. */
  read(period: DailyPeriod): Promise<Period>;
  /** Stores complete days, each once; runs where due work runs. */
  readonly worker: Polling;
}

export function createDailyFigures(deps: DailyDeps): DailyFigures {
  const running = createRunningDays(deps);
  return {
    read: (period) => readPeriod(deps, running, period),
    worker: createPolling(deps.ctx, {
      name: 'daily figures',
      pollMs: POLL_MS,
      restMs: REST_MS,
      next: () => nextStorable(deps),
      runBatch: () => storeNextDay(deps),
    }),
  };
}
