import type { Log } from '@karat/platform/log';

/** Far more than any step takes, unless it waits for an unavailable database. */
const STEP_MS_MAX = 15_000;

/**
 * Runs stop functions in reverse order of their registration, each with a timeout; a step that fails, or exceeds
 * `stepMs`, does not block the others.
 */
export interface Shutdown {
  /** Registers a stop function. */
  add(name: string, stop: () => void | Promise<void>): void;
  /** Runs once; further calls wait for the same run. */
  run(): Promise<void>;
}

export function createShutdown(log: Log, stepMs = STEP_MS_MAX): Shutdown {
  const steps: { readonly name: string; readonly stop: () => void | Promise<void> }[] = [];
  let running: Promise<void> | undefined;
  const stopAll = async (): Promise<void> => {
    for (const { name, stop } of steps.toReversed()) {
      try {
        await inTime(stop(), stepMs);
      } catch (failure) {
        log.error({ err: failure, step: name }, 'shutdown step failed');
      }
    }
  };
  return {
    add: (name, stop) => void steps.push({ name, stop }),
    run: () => (running ??= stopAll()),
  };
}

async function inTime(step: void | Promise<void>, ms: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`timeout after ${ms} ms`)), ms);
  await Promise.race([step, late]).finally(() => clearTimeout(timer));
}
