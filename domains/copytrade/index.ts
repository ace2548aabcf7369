/** Traders and their followers. */
import type { Contract, UserId } from '@karat/contract';
import type { Stop } from '@karat/platform/clock';
import type { Tx } from '@karat/platform/db';
import type { Stoppable } from '@karat/domains/operators';
import type { Handlers } from '@karat/platform/http';
import { createPolling } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
import type { CopytradeDeps, CopiedPositionEvent } from './deps.ts';
import { copyWaiting } from './fan-out.ts';
import { FIGURES, beginHistory, computeAllFigures, scheduleFigures } from './figures.ts';
import { copytradeHandlers } from './http.ts';
import { listenTo } from './listen.ts';
import { SHARES, scheduleShares, settleShares } from './shares.ts';
import { watchStops } from './stops.ts';
import { fillsToCopy } from './topics.ts';
import { SHARE_RATIO } from './trader.ts';
import { markSimulated, traderById, writeApplication, writeDecision } from './trader-store.ts';

export { copytradeMessages } from './messages.ts';
import { traderStoppable } from './trader.ts';
export { copytradeNotices } from './notices.ts';
export { contractsForCopies, onContractEvents } from './contracts.ts';
export type { CopytradeDeps } from './deps.ts';

export interface Copytrade {
  readonly handlers: Handlers<Contract['copytrade']>;
  /** Traders, whom one operator can suspend. */
  readonly stoppable: Stoppable;
  /** Receives every event of the contracts inside its transaction. */
  readonly listen: (tx: Tx, events: readonly CopiedPositionEvent[]) => Promise<void>;
  /** Due work for a worker. */
  readonly work: WorkHandlers;
  /** Starts copying; in the process of the contracts engine. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Demo mode only: a trader without statistics; a simulated one is traded by a strategy. */
  seedDemoTrader(tx: Tx, user: UserId, about: string, isSimulated?: boolean): Promise<void>;
}

const POLL_MS = 250;
const STOPS_MS = 1_000;

export function createCopytrade(deps: CopytradeDeps): Copytrade {
  const { ctx } = deps;
  const copying = createPolling(ctx, {
    name: 'copy trading',
    runsUntrusted: true,
    pollMs: POLL_MS,
    runBatch: () => copyWaiting(deps),
  });
  const stops = createPolling(ctx, {
    name: 'stop-loss of copies',
    runsUntrusted: true,
    pollMs: STOPS_MS,
    runBatch: () => watchStops(deps).then(() => 0),
  });
  let unsubscribe: Stop = () => undefined;
  return {
    handlers: copytradeHandlers(deps),
    stoppable: traderStoppable(deps),
    listen: listenTo(ctx),
    work: { [SHARES]: settleShares(deps), [FIGURES]: computeAllFigures(deps) },
    async start() {
      await ctx.db.transact(async (tx) => {
        await scheduleShares(tx, ctx.clock.now());
        await scheduleFigures(tx, ctx.clock.now());
      });
      // At once when there is an event; the poll finds events of a process that died.
      const log = (error: unknown): void => ctx.log.error({ err: error }, 'copying of fills failed');
      unsubscribe = ctx.bus.subscribe(fillsToCopy, () => void copying.runDue().catch(log));
      copying.start();
      stops.start();
    },
    async stop() {
      unsubscribe();
      await copying.stop();
      await stops.stop();
    },
    async seedDemoTrader(tx, user, about, isSimulated = false) {
      if ((await traderById(tx, user)) !== undefined) return;
      const at = ctx.clock.now();
      await writeApplication(tx, user, about, SHARE_RATIO, at);
      await writeDecision(tx, user, 'accepted', 'demo', at);
      await beginHistory(deps, tx, user);
      if (isSimulated) await markSimulated(tx, user);
    },
  };
}
