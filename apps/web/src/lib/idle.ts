import { useEffect, useState } from 'react';

/** What waits for an idle moment runs after this time at the latest; Safari has no idle moments. */
const LATEST_MS = 3_000;
const WITHOUT_IDLE_MS = 1_000;

/** Runs an action when the browser has nothing to do; the returned function cancels it. */
export function whenIdle(action: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(action, { timeout: LATEST_MS });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(action, WITHOUT_IDLE_MS);
  return () => clearTimeout(timer);
}

/** Returns true once the browser had nothing to do since the component was mounted. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}
