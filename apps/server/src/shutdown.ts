import type { Log } from '@karat/platform/log';

/** Stops what was started, the last first, each in its time; a step that fails does not keep the others from running. */
export interface Shutdown {
  /** Remembers how to stop what has just been started. */
  add(name: string, stop: () => void | Promise<void>): void;
  /** Runs once; further calls wait for the same. */
  run(): Promise<void>;
}

export function createShutdown(log: Log): Shutdown {
  const steps: { readonly name: string; readonly stop: () => void | Promise<void> }[] = [];
  let running: Promise<void> | undefined;
  const stopAll = async (): Promise<void> => {
    for (const { name, stop } of steps.toReversed()) {
      try {
        await stop();
      } catch (failure) {
        log.error({ err: failure, step: name }, 'stopping failed');
      }
    }
  };
  return {
    add: (name, stop) => void steps.push({ name, stop }),
    run: () => (running ??= stopAll()),
  };
}
