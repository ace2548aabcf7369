import type { IndexTick } from '@karat/contract';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { RowOf } from '../../../lib/calls.ts';
import { drawOnBeat, onChannel } from '../../../lib/channel-store.ts';
import { queryClient, useGet } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { useLink } from '../../../lib/socket.ts';

export type Option = RowOf<'microtrade/lists'>;

interface Heard {
  readonly order: Option;
  /** When it was heard, by the clock of this machine. */
  readonly at: number;
}

/** What the own channel told since the line stands. */
const useHeard = create<{ readonly orders: ReadonlyMap<number, Heard>; readonly settled: Option | null }>(
  () => ({
    orders: new Map(),
    settled: null,
  }),
);

const REFRESH_MS = 15_000;
const OPEN_READ = 50;
const KEPT = 200;
const OUTDATED = ['microtrade/lists', 'microtrade/record', 'microtrade/payable_currencies'] as const;

export const outdateOptions = (): void => {
  for (const path of OUTDATED) void queryClient.invalidateQueries({ queryKey: [path] });
};

const isOver = (order: Option): boolean => order.status >= 3;

/** An order as it is known now; older news never takes the place of a result. */
export function hear(order: Option): void {
  useHeard.setState(({ orders, settled }) => {
    const known = orders.get(order.id)?.order;
    if (known && (isOver(known) || (known.open_price !== null && order.open_price === null))) return {};
    const next = new Map([...orders].slice(-KEPT));
    next.set(order.id, { order, at: Date.now() });
    return { orders: next, settled: isOver(order) ? order : settled };
  });
}

/** The option that was settled last while the screen looked on, until it is put away. */
export const useSettled = (): readonly [Option | null, () => void] => [
  useHeard((state) => state.settled),
  () => useHeard.setState({ settled: null }),
];

/** Listens to the own options while a screen shows them. */
export function useOptionsLine(): void {
  const token = useSession((state) => state.token);
  const link = useLink((state) => state.link);
  useEffect(() => {
    if (token === null) return undefined;
    const leave = onChannel<Option>('options', (heard) => {
      if (heard === 'stale') return;
      hear(heard.data);
      outdateOptions();
    });
    return () => {
      leave();
      useHeard.setState({ orders: new Map(), settled: null });
    };
  }, [token]);
  useEffect(() => {
    if (token !== null && link === 'open') outdateOptions();
  }, [token, link]);
}

export interface OpenOption extends Heard {
  readonly order: Option;
}

/** Open options, newest first: the list that was read, kept current by the line. */
export function useOpenOptions() {
  const loggedIn = useSession((state) => state.token !== null);
  const read = useGet(
    'microtrade/lists',
    { status: 1, limit: OPEN_READ },
    { enabled: loggedIn, everyMs: REFRESH_MS },
  );
  const { orders } = useHeard();
  const rows = new Map<number, OpenOption>();
  for (const order of read.data?.data ?? []) rows.set(order.id, { order, at: read.dataUpdatedAt });
  for (const [id, heard] of orders) rows.set(id, heard);
  const open = [...rows.values()].filter(({ order }) => !isOver(order));
  return {
    data: read.data && open.toSorted((a, b) => b.order.id - a.order.id),
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

/** Milliseconds until an option expires, by what the server said when it was heard. */
export const remaining = ({ order, at }: OpenOption, now: number): number =>
  Math.max(0, order.remain_milli_seconds - (now - at));

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
      drawOnBeat(draw, first);
    });
  }, [matchId]);
  return {
    // A tick of the market that was looked at before may be drawn late.
    price: (tick?.match_id === matchId ? tick.price : null) ?? read.data?.price ?? null,
    stale: read.data?.stale ?? false,
    broken: read.data?.broken ?? false,
  };
}
