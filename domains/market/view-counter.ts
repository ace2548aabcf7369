import type { MarketId } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { addViews, deleteViews, readViews } from './store.ts';

/** Views of markets, counted in memory and written together, so that a search does not write a row. */
export interface ViewCounter {
  seen(id: MarketId): void;
  flush(): Promise<void>;
  /** Views of the last 24 hours, highest count first; unwritten views come with the next write. */
  hot(): Promise<{ market_id: MarketId; views: number }[]>;
}

export function createViewCounter({ db, clock }: Pick<Context, 'db' | 'clock'>): ViewCounter {
  let counts = new Map<MarketId, number>();
  return {
    seen: (id) => void counts.set(id, (counts.get(id) ?? 0) + 1),
    async flush() {
      if (counts.size === 0) return;
      const taken = counts;
      counts = new Map();
      const now = clock.now();
      await addViews(db, now - (now % HOUR_MS), [...taken]);
      await deleteViews(db, now - 2 * DAY_MS);
    },
    hot: () => readViews(db, clock.now() - DAY_MS),
  };
}
