import { MINUTE_MS } from '@karat/rules';
import { useSyncExternalStore } from 'react';

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
    timer = setInterval(tick, MINUTE_MS);
  }
  return () => {
    watchers.delete(onChange);
    if (watchers.size === 0) clearInterval(timer);
  };
}

/** Current time to the minute, unix ms, for "5 minutes ago": one clock for the whole screen. */
export const useNow = (): number => useSyncExternalStore(watch, () => now);
