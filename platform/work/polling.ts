import type { Stop } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { isUnavailable } from '@karat/platform/db';
import type { Log } from '@karat/platform/log';

/** A poller of rows with work. */
export interface Polling {
  start(): void;
  /** Polls within `pollMs`, because this process has written a row. */
  wake(): void;
  /** Processes everything present now, batch after batch; returns the number of items. */
  runDue(): Promise<number>;
  /** Starts no further batch and waits for the running one. */
  stop(): Promise<void>;
}

/** Work of a poller, and its pace. */
export interface PollTarget {
  readonly name: string;
  /** Interval between two polls, ms, while there is work. */
  readonly pollMs: number;
  /** Processes a batch of due work; returns the number of items, 0 when nothing is left. */
  runBatch(): Promise<number>;
  /**
   * Returns the earliest moment (unix ms) at which the rows may have work, by one statement without a transaction;
   * undefined if there is none up to `until`. Batches run only from that moment on. Without it: at any moment.
   */
  next?(until: number): Promise<number | undefined>;
  /**
   * Runs also while the clock is not trusted: for work that does not settle by time, such as handing messages to
   * providers. Default false.
   */
  readonly runsUntrusted?: boolean;
  /**
   * Longest pause until the rows are queried again, ms: rows of other processes may stay unseen this long. Default
   * `pollMs`.
   */
  readonly restMs?: number;
}

const ANY_MOMENT = -Infinity;
const NOT_KNOWN = Infinity;
/** Pause between checks while the clock is not trusted. */
const UNTRUSTED_MS = 500;

/** Polls, and returns the next pause. A failure is logged; during an outage of the database, only the first one is. */
function loggedPoll(
  log: Log,
  { name, pollMs }: PollTarget,
): (look: () => Promise<number>) => Promise<number> {
  let away = false;
  return async (look) => {
    try {
      const pause = await look();
      away = false;
      return pause;
    } catch (error) {
      const known = away && isUnavailable(error);
      if (!known) log.error({ of: name, error: String(error) }, 'batch failed');
      away = isUnavailable(error);
      return pollMs;
    }
  };
}

/**
 * Runs batches, each after the other until one is empty, from the moment that the rows announce; sleeps until then,
 * but never longer than `restMs`. The rows alone decide what is done: a missed moment costs a pause, nothing else. A
 * failed poll is logged, and the next one retries. While the clock is not trusted nothing runs: a wrong clock settles
 * nothing, and everything is done once two operators have resumed it.
 */
export function createPolling(ctx: Pick<Context, 'clock' | 'log'>, what: PollTarget): Polling {
  const { clock, log } = ctx;
  const { pollMs, restMs = pollMs } = what;
  const poll = loggedPoll(log, what);
  let state: 'new' | 'started' | 'stopped' = 'new';
  let busy: Promise<number> | undefined;
  let looking: Promise<void> | undefined;
  let promised = NOT_KNOWN;
  let woken = false;
  let rings = NOT_KNOWN;
  let stopAlarm: Stop = () => undefined;

  const mayRun = (): boolean => what.runsUntrusted === true || clock.isTrusted();

  async function runAll(): Promise<number> {
    let total = 0;
    while (state !== 'stopped' && mayRun()) {
      const count = await what.runBatch();
      total += count;
      if (count === 0) break;
    }
    return total;
  }

  const once = (): Promise<number> => (busy ??= runAll().finally(() => (busy = undefined)));

  /** Returns the next pause. */
  async function look(): Promise<number> {
    if (!mayRun()) return Math.max(pollMs, UNTRUSTED_MS);
    if (promised > clock.now())
      promised = what.next ? ((await what.next(clock.now() + restMs)) ?? NOT_KNOWN) : ANY_MOMENT;
    const wait = promised - clock.now();
    if (wait > 0) return Math.min(wait, restMs);
    // After work was found the next moment is not queried: there may be more at any.
    if ((await once()) === 0) promised = NOT_KNOWN;
    return pollMs;
  }

  async function ring(): Promise<void> {
    woken = false;
    const pause = await poll(look);
    looking = undefined;
    lookAfter(woken ? Math.min(pause, pollMs) : pause);
  }

  function lookAfter(ms: number): void {
    if (state === 'stopped') return;
    stopAlarm();
    rings = clock.now() + ms;
    stopAlarm = clock.after(ms, () => void (looking = ring()));
  }

  return {
    start() {
      if (state !== 'new') return;
      state = 'started';
      lookAfter(pollMs);
    },
    wake() {
      woken = true;
      if (state === 'started' && !looking && rings > clock.now() + pollMs) lookAfter(pollMs);
    },
    runDue: once,
    async stop() {
      state = 'stopped';
      stopAlarm();
      await looking;
      await busy?.catch(() => 0);
    },
  };
}
