import type { Stop } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { isUnavailable } from '@karat/platform/db';
import type { Log } from '@karat/platform/log';

/** Something that is looked at again and again while there is work in it. */
export interface Polling {
  start(): void;
  /** Somebody in this process has written something: looks within `pollMs`, whatever the rows said last. */
  wake(): void;
  /** Goes through what is there now, batch after batch, and answers how many items that were. */
  runDue(): Promise<number>;
  /** Takes no further batch and waits for the one at hand. */
  stop(): Promise<void>;
}

/** What is looked at, and how often. */
export interface PollTarget {
  readonly name: string;
  /** Pause between two looks, ms, while there is something to do. */
  readonly pollMs: number;
  /** Does some of what is due now; answers how many items, 0 when nothing is left. */
  runBatch(): Promise<number>;
  /**
   * The earliest moment (unix ms) at which the rows as they are may have something to do, asked by one statement without a
   * transaction; nothing where there is none up to `until`. Batches run only from that moment on. Left out: at any moment.
   */
  next?(until: number): Promise<number | undefined>;
  /**
   * Runs also while the clock is not trusted: for what does not settle by time, such as handing messages over to their
   * providers. Default false.
   */
  readonly runsUntrusted?: boolean;
  /** The longest pause until the rows are asked again, ms: so long may stay unseen what others have written. Default `pollMs`. */
  readonly restMs?: number;
}

const ANY_MOMENT = -Infinity;
const NOT_KNOWN = Infinity;
/** While the clock is not trusted it is asked again after so long. */
const UNTRUSTED_MS = 500;

/** Looks, and answers how long to pause then. A failure is logged; while the database is away, only the first one is. */
function createNotifier(
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
      if (!known) log.error({ of: name, error: String(error) }, 'a batch failed');
      away = isUnavailable(error);
      return pollMs;
    }
  };
}

/**
 * Runs batches, each after the other until one is empty, from the moment for which the rows promise something; sleeps until
 * then, but never longer than `restMs`. The rows alone decide what is done: a moment that was missed costs a pause, nothing
 * else. A look that throws is logged, and the next one tries again. While the clock is not trusted nothing runs: a wrong clock
 * settles nothing, and everything is done once two operators have resumed it.
 */
export function createPolling(ctx: Pick<Context, 'clock' | 'log'>, what: PollTarget): Polling {
  const { clock, log } = ctx;
  const { pollMs, restMs = pollMs } = what;
  const told = createNotifier(log, what);
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

  /** Answers how long to pause. */
  async function look(): Promise<number> {
    if (!mayRun()) return Math.max(pollMs, UNTRUSTED_MS);
    if (promised > clock.now())
      promised = what.next ? ((await what.next(clock.now() + restMs)) ?? NOT_KNOWN) : ANY_MOMENT;
    const wait = promised - clock.now();
    if (wait > 0) return Math.min(wait, restMs);
    // Whoever has found something asks for no moment: there may be more at any.
    if ((await once()) === 0) promised = NOT_KNOWN;
    return pollMs;
  }

  async function ring(): Promise<void> {
    woken = false;
    const pause = await told(look);
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
