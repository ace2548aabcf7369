import type { Clock } from '@karat/platform/clock';
import type { Log } from '@karat/platform/log';
import type { Postmaster } from './postmaster.ts';
import { DirectoryLost } from './refusal.ts';

/** Clock for the pauses, and the log. */
export interface Watch {
  readonly clock: Clock;
  readonly log: Log;
}

export interface Supervision {
  /** Resolves with the last failure when no attempt is left. */
  readonly lost: Promise<string>;
  /** Stops supervising: the database is not restarted when it ends, and a running restart is aborted. */
  detach(): void;
  /** Detaches and stops the database. */
  stop(): Promise<void>;
}

/** Pause before each attempt, ms. About a minute in all: a longer failure needs a person. */
export const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
/** After this run time all attempts are available again. */
export const STEADY_MS = 60_000;

/**
 * Restarts a postmaster that ends unexpectedly, each time a little later. `restart` aborts without leftovers when its
 * signal fires; its exception is the logged failure.
 */
export function supervise(
  first: Postmaster,
  restart: (broken: AbortSignal) => Promise<Postmaster>,
  { clock, log }: Watch,
): Supervision {
  const over = new AbortController();
  const detached = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>();
  let current = first;
  let starting = Promise.resolve();
  let tries = 0;

  /** Waits for its end and returns the cause. */
  const live = async (): Promise<string> => {
    const began = clock.now();
    const how = await current.ended;
    if (clock.now() - began >= STEADY_MS) tries = 0;
    return `it has ended: ${how}`;
  };
  const tryRestart = async (): Promise<string> => {
    starting = restart(over.signal).then((postmaster) => void (current = postmaster));
    try {
      await starting;
    } catch (failure) {
      if (failure instanceof DirectoryLost) tries = PAUSES_MS.length;
      return failure instanceof Error ? failure.message : String(failure);
    }
    log.warn({}, 'embedded database runs again');
    return live();
  };
  const keepRunning = async (): Promise<void> => {
    let reason = await live();
    while (!over.signal.aborted) {
      const pauseMs = PAUSES_MS[tries];
      if (pauseMs === undefined) return lose(reason);
      tries += 1;
      const turn = `try ${tries} of ${PAUSES_MS.length} in ${pauseMs} ms`;
      log.warn({}, `embedded database ended, restarting: ${turn}; ${reason}`);
      await Promise.race([new Promise<void>((resolve) => clock.after(pauseMs, resolve)), detached]);
      if (!over.signal.aborted) reason = await tryRestart();
    }
  };
  void keepRunning();
  return {
    lost,
    detach: () => over.abort(),
    async stop() {
      over.abort();
      await starting.catch(() => undefined);
      await current.stop();
    },
  };
}
