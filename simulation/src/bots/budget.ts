import type { Clock } from '@karat/platform/clock';

/** How many messages all bots together may send: so many a second, so many saved up at most. */
export interface Budget {
  /** Takes one message if there is one. */
  take(): boolean;
}

export function createBudget(clock: Clock, perSecond: number, most: number): Budget {
  let saved = most;
  let since = clock.now();
  return {
    take() {
      const now = clock.now();
      saved = Math.min(most, saved + (Math.max(0, now - since) * perSecond) / 1000);
      since = now;
      if (saved < 1) return false;
      saved -= 1;
      return true;
    },
  };
}
