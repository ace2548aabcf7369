import type { Clock, Stop } from '@karat/platform/clock';
import { isUnavailable } from '@karat/platform/db';
import type { Log } from '@karat/platform/log';

/** `ok`: works. `degraded`: works late or in part. `down`: does not work. `off`: not configured. */
export type HealthState = 'ok' | 'degraded' | 'down' | 'off';

/** Result of a check. The detail is for operators and the log: no secrets, no personal data. */
export interface HealthReading {
  readonly state: HealthState;
  readonly detail: string;
}

/** A dependency of a running process. */
export interface HealthCheck {
  readonly name: string;
  /** Interval between two measurements, ms; 2 s by default. */
  readonly everyMs?: number;
  /** A failure and a timeout of 1.5 s both count as `down`. */
  measure(): HealthReading | Promise<HealthReading>;
}

/** The last reading of a check. */
export interface HealthRow extends HealthReading {
  readonly name: string;
  /** Start of the present state, unix ms. */
  readonly sinceMs: number;
}

export interface HealthMonitor {
  /** Last readings, in the order of the checks. */
  readonly rows: () => readonly HealthRow[];
  /** Measures all at once, then each at its interval. Resolves after the first measurement of all. */
  start(): Promise<void>;
  /** Stops measuring and waits for the running measurement. */
  stop(): Promise<void>;
}

const EVERY_MS = 2_000;
const TIMEOUT_MS = 1_500;

const isBad = (state: HealthState): boolean => state === 'down' || state === 'degraded';

/** Runs the checks repeatedly and logs each change of a state once. */
export function createHealthMonitor(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  checks: readonly HealthCheck[],
): HealthMonitor {
  const rows = new Map<string, HealthRow>();
  const timers = new Map<string, Stop>();
  const running = new Map<string, Promise<void>>();
  let stopped = false;

  function note(name: string, { state, detail }: HealthReading): void {
    const before = rows.get(name);
    if (before?.state === state) {
      rows.set(name, { ...before, detail });
      return;
    }
    rows.set(name, { name, state, detail, sinceMs: clock.now() });
    if (isBad(state)) log.warn({ check: name, state, detail }, 'health check failed');
    else if (before !== undefined && isBad(before.state))
      log.warn({ check: name, state, detail }, 'health check recovered');
  }

  async function measure(check: HealthCheck): Promise<void> {
    const late = Promise.withResolvers<HealthReading>();
    const stopTimer = clock.after(TIMEOUT_MS, () => late.resolve({ state: 'down', detail: 'no answer' }));
    try {
      note(check.name, await Promise.race([check.measure(), late.promise]));
    } catch (failure) {
      // The check of the database reports that failure; a line for every check that reads rows would repeat it.
      const before = isUnavailable(failure) ? rows.get(check.name) : undefined;
      const detail = failure instanceof Error ? failure.message : String(failure);
      note(check.name, { state: before?.state ?? 'down', detail });
    } finally {
      stopTimer();
    }
  }

  async function measureAndPlan(check: HealthCheck): Promise<void> {
    await measure(check);
    running.delete(check.name);
    if (stopped) return;
    const next = (): void => void running.set(check.name, measureAndPlan(check));
    timers.set(check.name, clock.after(check.everyMs ?? EVERY_MS, next));
  }

  return {
    rows: () => checks.flatMap(({ name }) => rows.get(name) ?? []),
    async start() {
      await Promise.all(checks.map((check) => measureAndPlan(check)));
    },
    async stop() {
      stopped = true;
      for (const stopTimer of timers.values()) stopTimer();
      await Promise.all(running.values());
    },
  };
}
