import { createPolling } from '@karat/platform/work';
import { HOUR_MS } from '@karat/rules';
import type { OptionsDeps } from './deps.ts';
import { enterDue, settleDue } from './settle.ts';
import { nextDue, nextEntering } from './store.ts';
import { forgetWindows } from './terms-store.ts';
import { optionsChanged } from './topics.ts';

/** Scheduled work of options: entries, settlements, deletion. */
export interface Settler {
  start(): void;
  /** Enters and settles everything that is due now; returns the number of settlements. */
  runDue(): Promise<number>;
  stop(): Promise<void>;
}

const POLL_MS = 25;
/** Maximum delay until orders accepted by another process are seen: entries are for the next second ... */
const ENTER_REST_MS = 100;
/** ... and no order runs for less than five seconds. */
const SETTLE_REST_MS = 1_000;
const FORGET_MS = HOUR_MS;
const KEEP_WINDOWS_S = 86_400;

/**
 * Settles by reading the rows when the next of them is due: rows are the source of truth, so a killed process, a clock
 * jump or days without a server change when an order is settled, never by what. Any number of processes may run it.
 */
export function createSettler(deps: OptionsDeps): Settler {
  const { ctx, pollMs = POLL_MS } = deps;
  const entering = createPolling(ctx, {
    name: 'option entries',
    pollMs,
    restMs: ENTER_REST_MS,
    next: () => nextEntering(ctx.db),
    runBatch: () => ctx.db.transact((tx) => enterDue(deps, tx)),
  });
  const settling = createPolling(ctx, {
    name: 'option settlements',
    pollMs,
    restMs: SETTLE_REST_MS,
    next: () => nextDue(ctx.db),
    runBatch: () => ctx.db.transact((tx) => settleDue(deps, tx)),
  });
  let stopForgetting = (): void => undefined;
  let stopHearing = (): void => undefined;
  return {
    start() {
      stopHearing = ctx.bus.subscribe(optionsChanged, () => entering.wake());
      entering.start();
      settling.start();
      stopForgetting = ctx.clock.every(FORGET_MS, () => {
        const before = Math.floor(ctx.clock.now() / 1000) - KEEP_WINDOWS_S;
        forgetWindows(ctx.db, before).catch((error: unknown) =>
          ctx.log.error({ err: error }, 'deletion of option windows failed'),
        );
      });
    },
    async runDue() {
      await entering.runDue();
      return settling.runDue();
    },
    async stop() {
      stopHearing();
      stopForgetting();
      await Promise.all([entering.stop(), settling.stop()]);
    },
  };
}
