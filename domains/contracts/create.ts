import { refuse } from '@karat/contract';
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

/** A user's requests, in the engine's turn. `key`: the same key and input again gets the first answer. */
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
  /** Rebuilds the engine from rows and follows the index. Call when the market's index runs. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Seconds of ticks that wait, those left out by coalescing since the start, and commands that wait. */
  backlog(): ContractEngine['backlog'];
  /** Resolves when everything that was heard so far is settled. */
  idle(): Promise<void>;
  /** Told in the transaction of every deed (opened, closed, ...): what is written there becomes true together with it. */
  onDeeds(listener: PositionEventsListener): void;
  /** House capital of a demonstration. */
  seedFunds(tx: Tx): Promise<void>;
  /** Forgets answers to keys from before a moment. */
  forget(before: number): Promise<number>;
  readonly inside: { readonly deps: ContractsDeps; readonly engine: ContractEngine };
}

const text = (input: object): string =>
  JSON.stringify(input, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** A user's requests, each put to the engine as one command. */
function createOrders({ ctx, market }: ContractsDeps, engine: ContractEngine): Orders {
  const viewOf = (scene: BatchContext, position: Position): PositionView =>
    positionView(
      position,
      market.find(position.marketId) ?? refuse('market_unknown'),
      scene.account,
      scene.marks,
    );
  const one = (scene: BatchContext, events: readonly PositionEvent[]): PositionView =>
    events[0] ? viewOf(scene, events[0].position) : refuse('position_unknown');

  const ask = <Reply>(
    userId: UserId,
    key: string | undefined,
    input: object,
    ids: number,
    decide: Command<Reply>['decide'],
    reply: Command<Reply>['reply'],
  ): Promise<Reply> => engine.ask({ userId, ids, key, input: text(input), decide, reply });

  /** Whose position it is is asked before it is worked on: a foreign one does not exist. */
  const own = async (user: UserId, id: number): Promise<Position> =>
    (await readPosition(ctx.db, user, id)) ?? refuse('position_unknown');

  return {
    open: (user, request, key) =>
      ask(user, key, { open: request }, 1, (scene) => [openRequestOf(scene, user, request)], one),
    async close(user, id, lots, key) {
      const { marketId } = await own(user, id);
      const decide = (scene: BatchContext): PositionEvent[] => [
        closePosition(scene.terms(marketId), scene.account, scene.house, { id, lots, at: scene.at }),
      ];
      return ask(user, key, { close: id, lots }, 0, decide, one);
    },
    closeMany(user, type, only, key) {
      const side = type === 0 ? undefined : type === 1 ? 'long' : 'short';
      const wanted = (position: Position): boolean =>
        (side === undefined || position.side === side) && (only === undefined || position.marketId === only);
      return ask(
        ...([user, key, { closeMany: type, only }, 0] as const),
        (scene) => closeMany(scene.terms, scene.account, scene.house, wanted, scene.at),
        (scene, events) => events.map((event) => viewOf(scene, event.position)),
      );
    },
    async cancel(user, id, key) {
      await own(user, id);
      return ask(user, key, { cancel: id }, 0, (scene) => [cancelOrder(scene.account, id, scene.at)], one);
    },
    async setStops(user, id, stops, key) {
      const { marketId } = await own(user, id);
      const decide = (scene: BatchContext): PositionEvent[] => [
        setStops(scene.terms(marketId), scene.account, { id, ...stops }),
      ];
      return ask(user, key, { setStops: id, ...stops }, 0, decide, one);
    },
  };
}

/** Contracts against the index. Nothing runs before `start`. */
export function createContracts(deps: ContractsDeps): Contracts {
  const { ctx, ledger } = deps;
  const engine = new ContractEngine(deps);
  return {
    orders: createOrders(deps, engine),
    start: () => engine.start(),
    stop: () => engine.stop(),
    backlog: () => engine.backlog,
    idle: () => engine.idle(),
    onDeeds: (listener) => engine.listen(listener),
    ...createCopies(engine),
    seedFunds: (tx) => seedFunds(ctx, ledger, tx),
    forget: (before) => forgetReplies(ctx.db, before),
    inside: { deps, engine },
  };
}

/** The market of a pair that is named whole; refuses `market_unknown`. */
export function marketOfPair(
  { market }: ContractsDeps,
  { currency_id: base, legal_id: quote }: { readonly currency_id: CurrencyId; readonly legal_id: CurrencyId },
) {
  return market.byPair(base, quote) ?? refuse('market_unknown');
}
