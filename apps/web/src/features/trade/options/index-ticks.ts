import type { IndexTick } from '@karat/contract';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { onChannel, scheduleRender } from '../../../lib/channel-store.ts';

/** A tick for drawing, in binary numbers. */
export interface ChartTick {
  /** Unix ms. */
  readonly at: number;
  readonly price: number;
}

/** History that is read at the start. */
const HISTORY_S = 180;
const KEPT = 600;

/** Returns the ticks of both lists, oldest first, each time once, at most the newest `KEPT`. */
export function mergedTicks(older: readonly ChartTick[], newer: readonly ChartTick[]): readonly ChartTick[] {
  const byTime = new Map([...older, ...newer].map((tick) => [tick.at, tick]));
  return [...byTime.values()].toSorted((a, b) => a.at - b.at).slice(-KEPT);
}

/** Parses published ticks, one JSON object per line; lines of other types are left out. */
export function parseTicks(lines: string): readonly ChartTick[] {
  return lines.split('\n').flatMap((line) => {
    if (!line.startsWith('{"type":"tick"')) return [];
    const { time, price } = JSON.parse(line) as { readonly time: number; readonly price: string };
    return [{ at: time * 1000, price: Number(price) }];
  });
}

const readHistory = async (matchId: number, signal: AbortSignal): Promise<readonly ChartTick[]> => {
  const to = Math.floor(Date.now() / 1000);
  const range = { match_id: matchId, from: to - HISTORY_S, to };
  const file = await api.file('market/ticks', range, { quiet: true, signal });
  return parseTicks(await file.text());
};

/** The ticks of a market's index: those of the last minutes and the live ones, oldest first. */
export function useIndexTicks(matchId: number): readonly ChartTick[] {
  const [ticks, setTicks] = useState<readonly ChartTick[]>([]);
  useEffect(() => {
    const ended = new AbortController();
    let waiting: ChartTick[] = [];
    const draw = (): void => {
      const news = waiting;
      waiting = [];
      if (!ended.signal.aborted) setTicks((old) => mergedTicks(old, news));
    };
    const leave = onChannel<IndexTick>(`index:${matchId}`, (event) => {
      if (event === 'stale' || event.data.match_id !== matchId) return;
      waiting.push({ at: event.data.time, price: Number(event.data.price) });
      scheduleRender(draw, waiting.length === 1);
    });
    readHistory(matchId, ended.signal).then(
      (history) => setTicks((live) => mergedTicks(history, live)),
      // Without the history the line grows from the live ticks.
      () => undefined,
    );
    return () => {
      ended.abort();
      leave();
    };
  }, [matchId]);
  return ticks;
}
