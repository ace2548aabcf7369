import type { MarketId } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import type { Queries, Tx } from '@karat/platform/db';
import { backfill } from './backfill.ts';
import { resizeCandles } from './candle-store.ts';
import type { ShareRatio } from './candle-store.ts';
import { CandleWriter } from './candle-writer.ts';
import type { Candle } from './candles.ts';
import { changeMarket } from './change.ts';
import type { MarketChange } from './change.ts';
import { ticksBetween } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import { IndexTicks } from './index-ticks.ts';
import { createInstruments, stateAt } from './instruments.ts';
import type { Instruments } from './instruments.ts';
import type { Engine, MarketInternals } from './internals.ts';
import { createMarketScheduler } from './scheduler.ts';
import { createViewCounter } from './view-counter.ts';
import { createSeeds } from './seeds.ts';
import { readMarkets } from './store.ts';
import { marketChanged, tradesPrinted } from './topics.ts';
import { newestSeconds } from './tick-store.ts';
import { createPrices } from './prices.ts';
import type { Prices } from './prices.ts';
import type { Breaker, IndexPrice, Market, MarketState, ShareActions, Source, SourceKind } from './types.ts';

export interface MarketDeps {
  readonly ctx: Context;
  /** Where prices come from. Simulated and live ones are never mixed. */
  readonly sources: readonly Source[];
  readonly signer: Signer;
  /** Dividends and splits of stocks; none where no stocks trade. */
  readonly actions?: ShareActions;
  /** Days that single index ticks are kept; signed heads are kept for good. */
  readonly keepTickDays?: number;
  /** When sources disagree too much for an index. */
  readonly breaker?: Breaker;
}

/** Instruments, their index, candles and figures. */
export interface MarketData {
  readonly instruments: Instruments;
  /** Whether prices are live or simulated. */
  readonly source: SourceKind;
  /** What holds for a market now: operators' word, then the trading calendar. Refuses `market_unknown`. */
  state(id: MarketId): MarketState;
  /** The index in memory; none before the first tick. */
  index(id: MarketId): IndexPrice | undefined;
  /** Published ticks between two unix seconds, both included, with their hashes; at most an hour. For settlements. */
  ticks(queries: Queries, id: MarketId, from: number, to: number): Promise<Evidence>;
  /** The unix second of every market's newest kept tick: no earlier one is added any more. */
  newestSeconds(queries: Queries): Promise<ReadonlyMap<MarketId, number>>;
  /** What one unit of a currency is worth in USDT. */
  readonly prices: Prices;
  /** Changes an instrument inside the operators' transaction; memory and topic follow its commit. */
  changeMarket(tx: Tx, change: MarketChange): Promise<{ before: Market; after: Market }>;
  /**
   * Counts a market's candles in shares of another size, inside the transaction of a split; memory follows its commit. The
   * market has to be paused.
   */
  resizeShares(tx: Tx, id: MarketId, ratio: ShareRatio): Promise<void>;
  /** Begins the index: chains from the rows, sources, a tick a second. Resolves after the first tick was tried. */
  start(): Promise<void>;
  /** Keeps labelled history if there are no candles yet (simulated prices only); answers how many were kept. */
  backfill(history: () => Iterable<Candle>): Promise<number>;
  /** Begins candles and figures from the engine's durable trades. Call after the engine has loaded its books. */
  connect(engine: Engine): Promise<void>;
  /** Signs and writes what is left. */
  stop(): Promise<void>;
  readonly inside: MarketInternals;
}

const KEEP_TICK_DAYS = 7;

/** Writes what is still in memory, then changes the rows; memory reads them again after the commit. */
async function resizeShares(
  ctx: Context,
  candles: CandleWriter,
  tx: Tx,
  id: MarketId,
  ratio: ShareRatio,
): Promise<void> {
  // Left in memory, these candles would be written over the resized ones later.
  await candles.flush();
  await resizeCandles(tx, id, ratio);
  tx.afterCommit(
    () =>
      void candles
        .reread(id)
        .catch((error: unknown) => ctx.log.error({ err: error, market: id }, 'reading candles failed')),
  );
}

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
      tx.afterCommit(() => {
        instruments.replace(done.after);
        ctx.bus.publish(marketChanged, { marketId: done.after.id });
      });
      return done;
    },
    resizeShares: (tx, id, ratio) => resizeShares(ctx, candles, tx, id, ratio),
    async start() {
      await ticks.load();
      for (const source of sources) await source.start();
      await scheduler.startIndex();
    },
    backfill: async (history) => (ticks.kind === 'simulated' ? backfill(ctx, history) : 0),
    async connect(engine) {
      inside.engine = engine;
      // Trades printed from now on are kept until those in the rows have been read.
      scheduler.until(
        ctx.bus.subscribe(tradesPrinted, ({ marketId, trades }) => candles.print(marketId, trades)),
      );
      await candles.load(engine.trades);
      scheduler.startCandles();
    },
    async stop() {
      for (const source of sources) source.stop();
      await scheduler.stop();
    },
    inside,
  };
}
