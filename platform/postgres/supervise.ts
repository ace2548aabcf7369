import type { Clock } from '@karat/platform/clock';
import type { Log } from '@karat/platform/log';
import type { Postmaster } from './postmaster.ts';
import { DirectoryLost } from './refusal.ts';

/** Time for the pauses, and where each try is told. */
export interface Watch {
  readonly clock: Clock;
  readonly log: Log;
}

export interface Supervision {
  /** Resolves with the last trouble when no try is left. */
  readonly lost: Promise<string>;
  /** Whoever ends it from now on means it: it is not started again, and a start under way is broken off. */
  letGo(): void;
  /** Lets go and stops what runs. */
  stop(): Promise<void>;
}

/** Before each try, ms. About a minute in all: whatever takes longer to mend is for a person. */
export const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
/** Who ran for so long has all tries again. */
export const STEADY_MS = 60_000;

/**
 * Starts a postmaster again that ends by itself, each time a little later. `again` breaks off, leaving nothing behind, when its
 * signal says so; what it throws is the trouble that is told.
 */
export function supervise(
  first: Postmaster,
  again: (broken: AbortSignal) => Promise<Postmaster>,
  { clock, log }: Watch,
): Supervision {
  const over = new AbortController();
  const letGo = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>();
  let current = first;
  let starting = Promise.resolve();
  let tries = 0;

  /** Waits for its end, and answers how that came. */
  const live = async (): Promise<string> => {
    const began = clock.now();
    const how = await current.ended;
    if (clock.now() - began >= STEADY_MS) tries = 0;
    return `it has ended: ${how}`;
  };
  const startAgain = async (): Promise<string> => {
    starting = again(over.signal).then((postmaster) => void (current = postmaster));
    try {
      await starting;
    } catch (failure) {
      if (failure instanceof DirectoryLost) tries = PAUSES_MS.length;
      return failure instanceof Error ? failure.message : String(failure);
    }
    log.warn({}, 'the embedded database runs again');
    return live();
  };
  const keepRunning = async (): Promise<void> => {
    let trouble = await live();
    while (!over.signal.aborted) {
      const pauseMs = PAUSES_MS[tries];
      if (pauseMs === undefined) return lose(trouble);
      tries += 1;
      const turn = `try ${tries} of ${PAUSES_MS.length} in ${pauseMs} ms`;
      log.warn({}, `the embedded database is away and is started again, ${turn}; ${trouble}`);
      await Promise.race([new Promise<void>((resolve) => clock.after(pauseMs, resolve)), letGo]);
      if (!over.signal.aborted) trouble = await startAgain();
    }
  };
  void keepRunning();
  return {
    lost,
    letGo: () => over.abort(),
    async stop() {
      over.abort();
      await starting.catch(() => undefined);
      await current.stop();
    },
  };
}
