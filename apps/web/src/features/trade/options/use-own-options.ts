import type { IndexTick } from '@karat/contract';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { BALANCES } from '../../../lib/balances.ts';
import { scheduleRender, onChannel } from '../../../lib/channel-store.ts';
import { invalidate, useGet } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { useConnection } from '../../../lib/socket.ts';
import { NOTHING, openOptions, withOption, withoutConnection } from './own-options-store.ts';
import type { OwnOptions, Option } from './own-options-store.ts';

const useOwnOptions = create<OwnOptions>(() => NOTHING);

const REFRESH_MS = 15_000;
const OPEN_READ = 50;

/** Has everything that options change read again. */
export const invalidateOptions = (): void =>
  void invalidate('microtrade/lists', 'microtrade/record', ...BALANCES);

/** Takes an order as it is known now. */
export const onOptionEvent = (order: Option): void =>
  useOwnOptions.setState((heard) => withOption(heard, order, Date.now()));

/** The option that was settled last while the screen looked on, and how to put it away. */
export const useSettled = (): readonly [Option | null, () => void] => [
  useOwnOptions((state) => state.settled),
  () => useOwnOptions.setState({ settled: null }),
];

/** Listens to the own options while a screen shows them. */
export function useOptionsChannel(): void {
  const token = useSession((state) => state.token);
  const link = useConnection((state) => state.link);
  useEffect(() => {
    if (token === null) return undefined;
    const leave = onChannel<Option>('options', (heard) => {
      if (heard === 'stale') return useOwnOptions.setState(withoutConnection);
      onOptionEvent(heard.data);
      invalidateOptions();
    });
    return () => {
      leave();
      useOwnOptions.setState(NOTHING);
    };
  }, [token]);
  useEffect(() => {
    if (token !== null && link === 'open') invalidateOptions();
  }, [token, link]);
}

/** Open options, newest first: the list that was read, kept current by the line. */
export function useOpenOptions() {
  const loggedIn = useSession((state) => state.token !== null);
  const read = useGet(
    'microtrade/lists',
    { status: 1, limit: OPEN_READ },
    { enabled: loggedIn, everyMs: REFRESH_MS },
  );
  const heard = useOwnOptions();
  const rows = read.data?.data.map((order) => ({ order, at: read.dataUpdatedAt }));
  return {
    data: rows && openOptions(rows, heard),
    isPending: read.isPending,
    error: read.error,
    refetch: () => void read.refetch(),
  };
}

const BEAT_MS = 200;

/** The time of this machine, moving five times a second while something runs. */
export function useRunningTime(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), BEAT_MS);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

/** The published index of a market, live. */
export function useIndex(matchId: number) {
  const read = useGet('market/index', { match_id: matchId }, { everyMs: 5_000 });
  const [tick, setTick] = useState<IndexTick | null>(null);
  useEffect(() => {
    let news: IndexTick | null = null;
    const draw = (): void => setTick(news);
    return onChannel<IndexTick>(`index:${matchId}`, (heard) => {
      const first = news === null;
      news = heard === 'stale' ? null : heard.data;
      scheduleRender(draw, first);
    });
  }, [matchId]);
  return {
    // A tick of the market that was looked at before may be drawn late.
    price: (tick?.match_id === matchId ? tick.price : null) ?? read.data?.price ?? null,
    stale: read.data?.stale ?? false,
    broken: read.data?.broken ?? false,
  };
}
