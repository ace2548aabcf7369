import { refuse } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { createCopies } from './copies.ts';
import type { Copies } from './copies.ts';
import { ContractEngine } from './engine/engine.ts';
import type { ContractsDeps, PositionEventsListener } from './engine/ports.ts';
import type { EngineTimes } from './engine/times.ts';
import { seedFunds } from './funds.ts';
import { createOrders } from './orders.ts';
import type { Orders } from './orders.ts';
import { forgetReplies } from './store.ts';

export interface Contracts extends Copies {
  readonly orders: Orders;
  /** Rebuilds the engine from rows and follows the index. Call it after the market's index has started. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Number of queued seconds of ticks, of seconds dropped by coalescing since the start, and of queued commands. */
  backlog(): ContractEngine['backlog'];
  /** Sets the listener for the times of batches and ticks, for the metrics. */
  watchTimes(listener: EngineTimes): void;
  /** Resolves when every received tick and command is processed. */
  idle(): Promise<void>;
  /** Registers a listener that runs in the transaction of every position event; its writes commit with it. */
  onPositionEvents(listener: PositionEventsListener): void;
  /** House capital for a demonstration. */
  seedFunds(tx: Tx): Promise<void>;
  /** Deletes stored replies to keys from before a time. */
  forget(before: number): Promise<number>;
  readonly inside: { readonly deps: ContractsDeps; readonly engine: ContractEngine };
}

/** Creates the contracts service. Nothing runs before `start`. */
export function createContracts(deps: ContractsDeps): Contracts {
  const { ctx, ledger } = deps;
  const engine = new ContractEngine(deps);
  return {
    orders: createOrders(deps, engine),
    start: () => engine.start(),
    stop: () => engine.stop(),
    backlog: () => engine.backlog,
    watchTimes: (listener) => engine.watch(listener),
    idle: () => engine.idle(),
    onPositionEvents: (listener) => engine.listen(listener),
    ...createCopies(engine),
    seedFunds: (tx) => seedFunds(ctx, ledger, tx),
    forget: (before) => forgetReplies(ctx.db, before),
    inside: { deps, engine },
  };
}

/** Returns the market of a pair; refuses `market_unknown`. */
export function marketOfPair(
  { market }: ContractsDeps,
  { currency_id: base, legal_id: quote }: { readonly currency_id: CurrencyId; readonly legal_id: CurrencyId },
) {
  return market.byPair(base, quote) ?? refuse('market_unknown');
}
