/** Upper bounds of the delays in seconds. */
export const DELAY_BOUNDS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5] as const;
const INTERVAL_MS = 50;

/**
 * Reports by how many seconds a timer fires late, twenty times a second: as long as the event loop was blocked. Returns the end of
 * it. A gauge of a percentile covers the time since the last scrape only; a histogram can be added up over processes and hours.
 */
export function watchEventLoop(
  observe: (seconds: number) => void,
  now: () => number = () => performance.now(),
): () => void {
  let due = now() + INTERVAL_MS;
  const timer = setInterval(() => {
    const fired = now();
    observe(Math.max(0, fired - due) / 1_000);
    due = fired + INTERVAL_MS;
  }, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
