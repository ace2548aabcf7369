import type { MarketId, OrderId, UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import { marketChanged } from '@karat/domains/market';
import type { Books, TradeLog } from '@karat/domains/market';
import type { Amount } from '@karat/money';
import type { Context } from '@karat/platform/context';
import { Engine } from './engine/engine.ts';
import type { EngineDeps } from './engine/decide/context.ts';
import type { BatchTimes } from './engine/persist/pipeline.ts';
import type { BatchPlan } from './engine/decide/plan.ts';
import { depthOf, publishPlan, toPublicTrade, topOf } from './publish.ts';
import { readLatestTrades, readTradesSince } from './store.ts';
import type { Markets, Order, PlaceInput } from './types.ts';

export interface SpotDeps extends Omit<EngineDeps, 'onCommit' | 'onTimes'> {
  readonly ctx: Context;
  readonly ledger: Ledger;
}

/** Orders within the server process: handlers, sockets and bots use the same queue. */
export interface Trading {
  /** Refuses as `coin/trade` does. Returns the order once it is durable. */
  place(userId: UserId, input: PlaceInput): Promise<Order>;
  /** Refuses `order_unknown`, `order_not_open`, `busy`. */
  cancel(userId: UserId, id: OrderId): Promise<Order>;
  /** Returns the ids of the cancelled orders. */
  cancelAll(userId: UserId, marketId?: MarketId): Promise<readonly OrderId[]>;
  /** Lowers the total quantity of an order in the book. */
  amend(userId: UserId, id: OrderId, total: Amount): Promise<Order>;
  /** Cancels a limit order in the book and places another in one step; returns the new one. */
  replace(userId: UserId, id: OrderId, input: PlaceInput): Promise<Order>;
}

export interface Spot {
  readonly trading: Trading;
  /** The reads that the market domain needs. */
  readonly books: Books;
  readonly trades: TradeLog;
  readonly markets: Markets;
  /** Takes the lease, rebuilds the books from rows and starts matching. */
  start(): Promise<void>;
  /** Finishes queued commands and releases the lease. */
  stop(): Promise<void>;
  /** Whether orders are accepted. */
  running(): boolean;
  /** Number of resting orders in a market's book. */
  openOrders(id: MarketId): number;
  /** Metrics: totals since the start, and the number of queued orders. */
  counts(): {
    readonly batches: number;
    readonly commands: number;
    readonly orders: number;
    readonly fills: number;
    readonly queued: number;
  };
  /** Calls a listener with size and times of every committed batch. The last listener counts. */
  watchBatches(listen: (times: BatchTimes) => void): void;
  /** For the handlers and channels of this domain only. */
  readonly inside: Inside;
}

interface Inside {
  readonly ctx: Context;
  /** Sequence number of the last depth message of a market, once there is a channel. */
  depthSeq: (marketId: MarketId) => number;
  /** Whether a user's orders have a subscriber outside of the spot domain. */
  isWatched: (userId: UserId) => boolean;
}

const RETRY_MS = 1_000;

/** Creates the matching engine and its services. Nothing runs before `start`. */
export function createSpot(deps: SpotDeps): Spot {
  const { ctx, markets } = deps;
  const counts = { batches: 0, commands: 0, orders: 0, fills: 0 };
  const inside: Inside = { ctx, depthSeq: () => 0, isWatched: () => false };
  const isWatched = (user: UserId): boolean => (deps.isHouse?.(user) ?? false) || inside.isWatched(user);
  const onCommit = (plan: BatchPlan): void => {
    counts.batches += 1;
    counts.commands += plan.decisions.length;
    counts.orders += plan.batch.placed.size;
    counts.fills += plan.batch.fills.length;
    publishPlan(ctx.bus, plan, isWatched);
  };
  const listener = { of: (_times: BatchTimes): void => undefined };
  const engine = new Engine({ isWatched, ...deps, onCommit, onTimes: (times) => listener.of(times) });
  let unsubscribe = (): void => undefined;
  /** Opens the books of markets that were listed since the start; tries again while the database is away. */
  const addBooks = async (): Promise<void> => {
    try {
      await markets.load();
      engine.addBooks();
    } catch (error) {
      ctx.log.error({ err: error }, 'opening a book failed, retrying');
      ctx.clock.after(RETRY_MS, () => void addBooks());
    }
  };
  return {
    markets,
    trading: engine,
    books: {
      depth(marketId, limit) {
        const book = engine.books.get(marketId);
        return book && { seq: inside.depthSeq(marketId), ...depthOf(book, limit) };
      },
      top(marketId) {
        const book = engine.books.get(marketId);
        return book && topOf(book);
      },
    },
    trades: {
      since: async (marketId, afterId, limit) =>
        (await readTradesSince(ctx.db, marketId, afterId, limit)).map(toPublicTrade),
      latest: async (marketId, limit) => (await readLatestTrades(ctx.db, marketId, limit)).map(toPublicTrade),
    },
    async start() {
      await engine.start();
      unsubscribe = ctx.bus.subscribe(marketChanged, ({ marketId }) => {
        engine.wake(marketId);
        if (!engine.books.has(marketId)) void addBooks();
      });
      // A market may have been listed while the books were rebuilt.
      await addBooks();
    },
    async stop() {
      unsubscribe();
      await engine.stop();
    },
    running: () => engine.running,
    openOrders: (id) => engine.books.get(id)?.book.orderCount ?? 0,
    counts: () => ({ ...counts, queued: engine.queued }),
    watchBatches: (listen) => void (listener.of = listen),
    inside,
  };
}
