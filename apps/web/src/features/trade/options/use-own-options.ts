import { OPTION_STATUS } from '@karat/contract';
import { useEffect, useState } from 'react';
import { BALANCES } from '../../../lib/balances.ts';
import { ownStore, useOwnChannels } from '../../../lib/own-store.ts';
import { invalidate, useGet } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { NOTHING, openOptions, withOption, withoutConnection } from './own-options-store.ts';
import type { OwnOptions, Option } from './own-options-store.ts';

const store = ownStore<OwnOptions>(NOTHING, withoutConnection);
const useOwnOptions = store.useStore;

const REFRESH_MS = 15_000;
const OPEN_READ = 50;

/** Invalidates everything that options change. */
export const invalidateOptions = (): void =>
  void invalidate('microtrade/lists', 'microtrade/record', ...BALANCES);

/** Applies an order that a call returned. */
export const onOptionEvent = (order: Option): void =>
  useOwnOptions.setState((own) => withOption(own, order, Date.now()));

/** The last option settled while the screen was open, and its dismissal. */
export const useSettled = (): readonly [Option | null, () => void] => [
  useOwnOptions((state) => state.settled),
  () => useOwnOptions.setState({ settled: null }),
];

const subscribe = (): (() => void) =>
  store.follow<Option>('options', (own, order) => withOption(own, order, Date.now()), invalidateOptions);

/** Subscribes to the user's options while a screen shows them. */
export const useOptionsChannel = (): void => useOwnChannels({ subscribe, refetch: invalidateOptions });

/** Open options, newest first: the fetched list with live events. */
export function useOpenOptions() {
  const loggedIn = useSession((state) => state.token !== null);
  const read = useGet(
    'microtrade/lists',
    { status: OPTION_STATUS.open, limit: OPEN_READ },
    { enabled: loggedIn, everyMs: REFRESH_MS },
  );
  const own = useOwnOptions();
  const rows = read.data?.data.map((order) => ({ order, at: read.dataUpdatedAt }));
  return {
    data: rows && openOptions(rows, own),
    isPending: read.isPending,
    error: read.error,
    refetch: () => void read.refetch(),
  };
}

const BEAT_MS = 200;

/** This device's clock, updated five times a second while an option is open. */
export function useRunningTime(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), BEAT_MS);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
