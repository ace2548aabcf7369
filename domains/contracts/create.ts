import { POSITION_SIDE, refuse } from '@karat/contract';
import type { CurrencyId, MarketId, UserId } from '@karat/contract';
import type { Amount, Price } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { cancelOrder, closeMany, closePosition, setStops } from './commands.ts';
import type { OpenRequest } from './commands.ts';
import { createCopies } from './copies.ts';
import type { Copies } from './copies.ts';
import type { PositionEvent } from './margin-account.ts';
import { ContractEngine } from './engine/engine.ts';
import type { Command } from './engine/intake/command.ts';
import type { BatchContext } from './engine/persist/batch.ts';
import type { ContractsDeps, PositionEventsListener } from './engine/ports.ts';
import { seedFunds } from './funds.ts';
import { openRequestOf } from './open-in.ts';
import type { Position } from './position.ts';
import { forgetReplies, readPosition } from './store.ts';
import { positionView } from './view.ts';
import type { PositionView } from './view.ts';

/** User requests, serialised by the engine. `key`: the same key with the same input returns the first reply. */
export interface Orders {
  open(user: UserId, request: OpenRequest, key?: string): Promise<PositionView>;
  close(user: UserId, id: number, lots: Amount | undefined, key?: string): Promise<PositionView>;
  closeMany(
    user: UserId,
    type: 0 | 1 | 2,
    market: MarketId | undefined,
    key?: string,
  ): Promise<PositionView[]>;
  cancel(user: UserId, id: number, key?: string): Promise<PositionView>;
  setStops(
    user: UserId,
    id: number,
    stops: { readonly takeProfit?: Price | null | undefined; readonly stopLoss?: Price | null | undefined },
    key?: string,
  ): Promise<PositionView>;
}

export interface Contracts extends Copies {
  readonly orders: Orders;
  /** Rebuilds the engine from rows and follows the index. Call it after the market's index has started. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Number of queued seconds of ticks, of seconds dropped by coalescing since the start, and of queued commands. */
  backlog(): ContractEngine['backlog'];
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

const text = (input: object): string =>
  JSON.stringify(input, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** User requests, each submitted to the engine as one command. */
function createOrders({ ctx, market }: ContractsDeps, engine: ContractEngine): Orders {
  const viewOf = (context: BatchContext, position: Position): PositionView =>
    positionView(
      position,
      market.find(position.marketId) ?? refuse('market_unknown'),
      context.account,
      context.marks,
    );
  const one = (context: BatchContext, events: readonly PositionEvent[]): PositionView =>
    events[0] ? viewOf(context, events[0].position) : refuse('position_unknown');

  const ask = <Reply>(
    userId: UserId,
    key: string | undefined,
    input: object,
    ids: number,
    decide: Command<Reply>['decide'],
    reply: Command<Reply>['reply'],
  ): Promise<Reply> => engine.submit({ userId, ids, key, input: text(input), decide, reply });

  /** Ownership is checked first: a position of another user is not found. */
  const own = async (user: UserId, id: number): Promise<Position> =>
    (await readPosition(ctx.db, user, id)) ?? refuse('position_unknown');

  return {
    open: (user, request, key) =>
      ask(user, key, { open: request }, 1, (context) => [openRequestOf(context, user, request)], one),
    async close(user, id, lots, key) {
      const { marketId } = await own(user, id);
      const decide = (context: BatchContext): PositionEvent[] => [
        closePosition(context.terms(marketId), context.account, context.house, { id, lots, at: context.at }),
      ];
      return ask(user, key, { close: id, lots }, 0, decide, one);
    },
    closeMany(user, type, only, key) {
      const side = type === 0 ? undefined : type === POSITION_SIDE.long ? 'long' : 'short';
      const matches = (position: Position): boolean =>
        (side === undefined || position.side === side) && (only === undefined || position.marketId === only);
      return ask(
        ...([user, key, { closeMany: type, only }, 0] as const),
        (context) => closeMany(context.terms, context.account, context.house, matches, context.at),
        (context, events) => events.map((event) => viewOf(context, event.position)),
      );
    },
    async cancel(user, id, key) {
      await own(user, id);
      return ask(
        user,
        key,
        { cancel: id },
        0,
        (context) => [cancelOrder(context.account, id, context.at)],
        one,
      );
    },
    async setStops(user, id, stops, key) {
      const { marketId } = await own(user, id);
      const decide = (context: BatchContext): PositionEvent[] => [
        setStops(context.terms(marketId), context.account, { id, ...stops }),
      ];
      return ask(user, key, { setStops: id, ...stops }, 0, decide, one);
    },
  };
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
