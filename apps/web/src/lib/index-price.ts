import type { IndexTick } from '@karat/contract';
import { useEffect, useState } from 'react';
import { onChannel, scheduleRender } from './channel-store.ts';
import { useGet } from './query.ts';

/** The live index of a market. */
export function useIndex(matchId: number) {
  const read = useGet('market/index', { match_id: matchId }, { everyMs: 5_000 });
  const [tick, setTick] = useState<IndexTick | null>(null);
  useEffect(() => {
    let news: IndexTick | null = null;
    const draw = (): void => setTick(news);
    return onChannel<IndexTick>(`index:${matchId}`, (event) => {
      const first = news === null;
      news = event === 'stale' ? null : event.data;
      scheduleRender(draw, first);
    });
  }, [matchId]);
  return {
    // A tick of the previous market may arrive late.
    price: (tick?.match_id === matchId ? tick.price : null) ?? read.data?.price ?? null,
    stale: read.data?.stale ?? false,
    broken: read.data?.broken ?? false,
  };
}
