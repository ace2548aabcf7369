import type { MarketId } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import type { Queries, Tx } from '@karat/platform/db';
import { backfill } from './backfill.ts';
import { resizeCandles } from './candle-store.ts';
import type { ShareRatio } from './candle-store.ts';
import { CandleWriter } from './candle-writer.ts';
import type { Candle } from './candles.ts';
import { changeMarket, changeOrigin } from './change.ts';
import type { MarketChange, OriginChange } from './change.ts';
import { ticksBetween } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import { IndexTicks } from './index-ticks.ts';
import { createInstruments, stateAt } from './instruments.ts';
import type { Instruments } from './instruments.ts';
import type { Engine, MarketInternals } from './internals.ts';
import { insertListing } from './listing.ts';
import type { Listing } from './listing.ts';
import { createRowWatcher } from './row-watcher.ts';
import { createMarketScheduler } from './scheduler.ts';
import type { MarketScheduler } from './scheduler.ts';
import { createViewCounter } from './view-counter.ts';
import { createSeeds } from './seeds.ts';
import { readMarkets } from './store.ts';
import { marketChanged, tradesPrinted } from './topics.ts';
import { newestSeconds } from './tick-store.ts';
import { createPrices } from './prices.ts';
import type { Prices } from './prices.ts';
import type {
  Breaker,
  IndexPrice,
  Market,
  MarketState,
  PricedPair,
  ShareActions,
  Source,
  SourceKind,
} from './types.ts';

export interface MarketDeps {
  readonly ctx: Context;
  /** Price sources. Simulated and live ones are never mixed. */
  readonly sources: readonly Source[];
  readonly signer: Signer;
  /** Dividends and splits of stocks; undefined without stocks. */
  readonly actions?: ShareActions;
  /** Days that single index ticks are stored; signed heads are stored permanently. */
  readonly keepTickDays?: number;
  /** Limit of disagreement between sources for an index. */
  readonly breaker?: Breaker;
}

/** Instruments, their index, candles and figures. */
export interface MarketData {
  readonly instruments: Instruments;
  /** Whether prices are live or simulated. */
  readonly source: SourceKind;
  /** State of a market now: operators' setting, then the trading calendar. Refuses `market_unknown`. */
  state(id: MarketId): MarketState;
  /** The index in memory; none before the first tick. */
  index(id: MarketId): IndexPrice | undefined;
  /** Published ticks between two unix seconds, both included, with their hashes; at most an hour. For settlements. */
  ticks(queries: Queries, id: MarketId, from: number, to: number): Promise<Evidence>;
  /** The unix second of every market's newest stored tick: no earlier one is added any more. */
  newestSeconds(queries: Queries): Promise<ReadonlyMap<MarketId, number>>;
  /** Value of one unit of a currency in USDT. */
  readonly prices: Prices;
  /** Changes an instrument inside the operators' transaction; memory and topic follow its commit. */
  changeMarket(tx: Tx, change: MarketChange): Promise<{ before: Market; after: Market }>;
  /**
   * Lists a market that is priced by its own order book, inside the transaction of a listing; the pair's market if it is there.
   * Memory follows the commit, in other processes within a second. Refuses `value_invalid` for terms that a book cannot keep.
   */
  listMarket(tx: Tx, listing: Listing): Promise<Market>;
  /** Changes what the index of a listed market is made of, inside the operators' transaction; memory follows its commit. */
  changeOrigin(tx: Tx, change: OriginChange): Promise<void>;
  /** Outside sources as operators add them to a pair. */
  readonly outside: {
    /** Minimum number of sources of an index. */
    readonly sourcesMin: number;
    /** Names of the sources that have a name for a pair. */
    covering(pair: PricedPair): readonly string[];
    /** Present quotes of a pair, and the index that they would make, if they are enough and agree. */
    trial(pair: PricedPair & Pick<Market, 'indexDecimals'>): ReturnType<IndexTicks['trial']>;
  };
  /** Follows markets that other processes list or change; returns a function that stops it. */
  watchRows(): () => Promise<void>;
  /**
   * Converts a market's candles to a new share size, inside the transaction of a split; memory follows its commit. The
   * market must be paused.
   */
  resizeShares(tx: Tx, id: MarketId, ratio: ShareRatio): Promise<void>;
  /** Starts the index: chains from the rows, sources, a tick per second. Resolves after the first tick was attempted. */
  start(): Promise<void>;
  /** Stores labelled history if there are no candles yet (simulated prices only); returns the number of candles. */
  backfill(history: () => Iterable<Candle>): Promise<number>;
  /** Starts candles and statistics from the engine's durable trades. Call after the engine has loaded its books. */
  connect(engine: Engine): Promise<void>;
  /** Signs and writes the rest. */
  stop(): Promise<void>;
  readonly inside: MarketInternals;
}

const KEEP_TICK_DAYS = 7;

/** Writes changes in memory, then changes the rows; memory is reloaded after the commit. */
async function resizeShares(
  ctx: Context,
  candles: CandleWriter,
  tx: Tx,
  id: MarketId,
  ratio: ShareRatio,
): Promise<void> {
  // Otherwise these candles in memory would later overwrite the resized ones.
  await candles.flush();
  await resizeCandles(tx, id, ratio);
  tx.afterCommit(
    () =>
      void candles
        .reread(id)
        .catch((error: unknown) => ctx.log.error({ err: error, market: id }, 'candles reload failed')),
  );
}

/** Starts candles from the engine's trades. */
async function connectEngine(
  inside: MarketInternals,
  scheduler: MarketScheduler,
  engine: Engine,
): Promise<void> {
  const { candles, ctx } = inside;
  inside.engine = engine;
  // Trades published from now on are queued until those in the rows have been read.
  scheduler.until(
    ctx.bus.subscribe(tradesPrinted, ({ marketId, trades }) => candles.print(marketId, trades)),
  );
  await candles.load(engine.trades);
  scheduler.startCandles();
}

/** Returns a function with which memory follows the commit of an instrument's row. */
const commitFollower =
  ({ bus }: Pick<Context, 'bus'>, instruments: Instruments) =>
  (tx: Tx, row: Market): void =>
    tx.afterCommit(() => {
      instruments.replace(row);
      bus.publish(marketChanged, { marketId: row.id });
    });

const outsideOf = ({ clock }: Pick<Context, 'clock'>, ticks: IndexTicks): MarketData['outside'] => ({
  sourcesMin: ticks.sourcesMin,
  covering: (pair) => ticks.covering(pair),
  trial: (pair) => ticks.trial(pair, clock.now()),
});

/** Reads the instruments; nothing runs before `start`. */
export async function createMarket(deps: MarketDeps): Promise<MarketData> {
  const { ctx, sources, signer, actions, keepTickDays = KEEP_TICK_DAYS } = deps;
  if (new Set(sources.map((source) => source.kind)).size > 1) {
    throw new Error('live and simulated sources cannot be mixed');
  }
  const instruments = createInstruments(await readMarkets(ctx.db));
  const ticks = new IndexTicks({
    ctx,
    instruments,
    sources,
    signer,
    ...(deps.breaker ? { breaker: deps.breaker } : {}),
    keepDays: keepTickDays,
    actions,
    topOf: (id) => inside.engine?.books.top(id),
  });
  const candles = new CandleWriter(ctx, instruments, ticks.kind === 'simulated');
  const seeds = createSeeds(ctx);
  const inside: MarketInternals = {
    ctx,
    ticks,
    candles,
    looks: createViewCounter(ctx),
    seeds,
    signer,
    engine: undefined,
  };
  const state = (market: Market): MarketState => {
    const now = ctx.clock.now();
    return stateAt(market, now, ticks.priced(market) && actions?.paused(market.id, now) !== true);
  };
  const scheduler = createMarketScheduler(inside, instruments, state);
  const follow = commitFollower(ctx, instruments);

  return {
    instruments,
    source: ticks.kind,
    state: (id) => state(instruments.need(id)),
    index: (id) => ticks.price(id, ctx.clock.now()),
    ticks: (queries, id, from, to) => ticksBetween(queries, instruments, id, from, to),
    newestSeconds,
    prices: createPrices(ctx.clock, instruments, ticks),
    async changeMarket(tx, change) {
      const done = await changeMarket(tx, change);
      follow(tx, done.after);
      return done;
    },
    async listMarket(tx, listing) {
      const listed = await insertListing(tx, listing, ctx.clock.now());
      follow(tx, listed);
      return listed;
    },
    changeOrigin: async (tx, change) => follow(tx, (await changeOrigin(tx, change)).after),
    outside: outsideOf(ctx, ticks),
    watchRows: () => createRowWatcher(ctx, instruments).start(),
    resizeShares: (tx, id, ratio) => resizeShares(ctx, candles, tx, id, ratio),
    async start() {
      await ticks.load();
      for (const source of sources) await source.start();
      await scheduler.startIndex();
    },
    backfill: async (history) => (ticks.kind === 'simulated' ? backfill(ctx, history) : 0),
    connect: (engine) => connectEngine(inside, scheduler, engine),
    async stop() {
      for (const source of sources) source.stop();
      await scheduler.stop();
    },
    inside,
  };
}
