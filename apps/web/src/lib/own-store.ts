import { useEffect } from 'react';
import { create } from 'zustand';
import type { StoreApi, UseBoundStore } from 'zustand';
import { onChannel } from './channel-store.ts';
import { useSession } from './session.ts';
import { useConnection } from './socket.ts';

/** How the rows of the user follow private channels. */
interface OwnChannels {
  /** Subscribes and returns the cleanup; must be stable. */
  readonly subscribe: () => () => void;
  /** Refetches what may have changed while disconnected; must be stable. */
  readonly refetch?: () => void;
}

/** Follows private channels of the user while a screen shows their rows; events during a disconnection are lost. */
export function useOwnChannels({ subscribe, refetch }: OwnChannels): void {
  const token = useSession((state) => state.token);
  const link = useConnection((state) => state.link);
  useEffect(() => (token === null ? undefined : subscribe()), [token, subscribe]);
  useEffect(() => {
    if (token !== null && link === 'open') refetch?.();
  }, [token, link, refetch]);
}

export interface OwnStore<State> {
  readonly useStore: UseBoundStore<StoreApi<State>>;
  /** Subscribes to a channel whose frames change the state; `onEvent` runs after each. Returns the cleanup. */
  readonly follow: <Data>(
    channel: string,
    reduce: (state: State, data: Data) => State,
    onEvent?: () => void,
  ) => () => void;
}

/**
 * Creates a store of the user's own rows: events of private channels since the connection opened, which override lists that were
 * read before. `afterGap` drops what may be outdated once frames are missing; the last cleanup empties the store.
 */
export function ownStore<State>(empty: State, afterGap: (state: State) => State): OwnStore<State> {
  const useStore = create<State>(() => empty);
  return {
    useStore,
    follow<Data>(channel: string, reduce: (state: State, data: Data) => State, onEvent?: () => void) {
      const leave = onChannel<Data>(channel, (event) => {
        if (event === 'stale') return useStore.setState(afterGap, true);
        useStore.setState((state) => reduce(state, event.data), true);
        onEvent?.();
      });
      return () => {
        leave();
        useStore.setState(empty, true);
      };
    },
  };
}
