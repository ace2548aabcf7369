import { useSyncExternalStore } from 'react';
import { socket } from './socket.ts';
import type { ChannelEvent } from './socket.ts';

/**
 * Store fed by a WebSocket channel, outside of React: components select what they show and re-render only when that
 * changes. Subscribed while at least one component uses it.
 */
export interface ChannelStore<State> {
  readonly get: () => State;
  readonly subscribe: (onChange: () => void) => () => void;
}

export interface LiveState<State> {
  readonly state: State;
  /** The connection was lost or a frame is missing: the state is the last known one. */
  readonly stale: boolean;
}

/** Frames of 100 ms are rendered together. */
const GATE_MS = 100;

/** One render cycle for all stores. */
const renderCycle = { waiting: false, drawn: 0, callbacks: new Set<() => void>() };

function flushRenders(time: number): void {
  renderCycle.waiting = false;
  renderCycle.drawn = time;
  const callbacks = [...renderCycle.callbacks];
  renderCycle.callbacks.clear();
  for (const draw of callbacks) draw();
}

/** Schedules a flush with the next cycle, at most once; a store that has never flushed does not wait. */
export function scheduleRender(draw: () => void, first: boolean): void {
  renderCycle.callbacks.add(draw);
  const gate = Math.max(0, renderCycle.drawn + GATE_MS - performance.now());
  if (first || (!renderCycle.waiting && gate === 0)) requestAnimationFrame(flushRenders);
  else if (!renderCycle.waiting) setTimeout(() => requestAnimationFrame(flushRenders), gate);
  renderCycle.waiting = true;
}

/** Creates the store of a channel. `reduce` gets the state, the frame and whether it is the first since subscribing. */
export function channelStore<Data, State>(
  channel: string,
  initial: State,
  reduce: (state: State, data: Data, first: boolean) => State,
): ChannelStore<LiveState<State>> {
  let live: LiveState<State> = { state: initial, stale: true };
  const watchers = new Set<() => void>();
  let leave: (() => void) | null = null;
  let waiting = false;
  let first = true;

  const draw = (): void => {
    waiting = false;
    for (const watcher of watchers) watcher();
  };
  const drawSoon = (): void => {
    if (waiting) return;
    waiting = true;
    scheduleRender(draw, first);
    first = false;
  };
  let shown = live;
  const onEvent = (event: ChannelEvent<unknown>): void => {
    live =
      event === 'stale'
        ? { ...live, stale: true }
        : { state: reduce(live.state, event.data as Data, event.first), stale: false };
    drawSoon();
  };

  return {
    // All components see the same state between two flushes.
    get: () => {
      if (!waiting) shown = live;
      return shown;
    },
    subscribe(onChange) {
      watchers.add(onChange);
      leave ??= socket.subscribe(channel, onEvent);
      return () => {
        watchers.delete(onChange);
        if (watchers.size > 0) return;
        leave?.();
        leave = null;
      };
    },
  };
}

/** Selects from a store; `select` must return the same value for the same state. */
export function useSelected<State, Shown>(
  store: ChannelStore<State>,
  select: (state: State) => Shown,
): Shown {
  const selected = (): Shown => select(store.get());
  return useSyncExternalStore(store.subscribe, selected, selected);
}

/** Subscribes while the component is mounted; the listener must be stable or cheap. */
export function onChannel<Data>(channel: string, listener: (event: ChannelEvent<Data>) => void): () => void {
  return socket.subscribe(channel, (event) => listener(event as ChannelEvent<Data>));
}
