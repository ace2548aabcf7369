import type { Clock } from '@karat/platform/clock';

/** Message budget of all bots together: a rate per second and a maximum saved up. */
export interface Budget {
  /** Takes one message if available. */
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
