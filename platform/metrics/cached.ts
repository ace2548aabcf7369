import type { Clock } from '@karat/platform/clock';

const PATIENCE_MS = 2_000;

/** A value that is read when someone asks for it. */
export interface Cached<T> {
  /** Returns the newest value, or the last one if the source is late or fails; undefined if there was none. */
  current(): Promise<T | undefined>;
  /** Age of the value, ms; undefined if there is none. */
  ageMs(): number | undefined;
}

/** Reads at most once in an interval; concurrent callers share one run and wait for two seconds at most. */
export function cached<T>(
  clock: Clock,
  everyMs: number,
  read: () => Promise<T>,
  onFailure: (failure: unknown) => void,
): Cached<T> {
  let value: T | undefined;
  let readAt: number | undefined;
  let triedAt: number | undefined;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    triedAt = clock.now();
    try {
      value = await read();
      readAt = triedAt;
    } catch (failure) {
      onFailure(failure);
    } finally {
      running = undefined;
    }
  };
  return {
    ageMs: () => (readAt === undefined ? undefined : clock.now() - readAt),
    async current() {
      if (triedAt !== undefined && running === undefined && clock.now() - triedAt < everyMs) return value;
      running ??= run();
      const late = Promise.withResolvers<void>();
      const stopTimer = clock.after(PATIENCE_MS, () => late.resolve());
      await Promise.race([running, late.promise]);
      stopTimer();
      return value;
    },
  };
}
