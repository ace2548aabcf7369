import { useSyncExternalStore } from 'react';

/** Returns a hook for the current time, unix ms, to the interval: one timer for all components that use it. */
export function createClock(intervalMs: number): () => number {
  let now = Date.now();
  const watchers = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function tick(): void {
    now = Date.now();
    for (const watcher of watchers) watcher();
  }

  function watch(onChange: () => void): () => void {
    watchers.add(onChange);
    if (watchers.size === 1) {
      now = Date.now();
      timer = setInterval(tick, intervalMs);
    }
    return () => {
      watchers.delete(onChange);
      if (watchers.size === 0) clearInterval(timer);
    };
  }

  return () => useSyncExternalStore(watch, () => now);
}
