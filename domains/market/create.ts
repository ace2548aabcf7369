import type { CurrencyId, MarketId } from '@karat/contract';
import { UNIT, price } from '@karat/money';
import type { Price } from '@karat/money';
import type { Stop } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import type { Tx } from '@karat/platform/db';
import { backfill } from './backfill.ts';
import { createCandleWriter } from './candle-writer.ts';
import type { CandleWriter } from './candle-writer.ts';
import type { Candle } from './candles.ts';
import { changeMarket } from './change.ts';
import type { MarketChange } from './change.ts';
import { createIndexTicks } from './index-ticks.ts';
import type { IndexTicks } from './index-ticks.ts';
import { createInstruments, stateAt } from './instruments.ts';
import type { Instruments } from './instruments.ts';
import { createLooks } from './looks.ts';
import type { Looks } from './looks.ts';
import { createSeeds } from './seeds.ts';
import type { Seeds } from './seeds.ts';
import { readMarkets } from './store.ts';
import { marketChanged, tradesPrinted } from './topics.ts';
import type { Books, IndexPrice, Market, MarketState, Source, SourceKind, TradeLog } from './types.ts';

export interface MarketDeps {
  readonly ctx: Context;
  /** Where prices come from. Simulated and live ones are never mixed. */
  readonly sources: readonly Source[];
  readonly signer: Signer;
  /** Days that single index ticks are kept; signed heads are kept for good. */
  readonly keepTickDays?: number;
}

/** What the matching engine lends, once it is there. */
export interface Engine {
  readonly books: Books;
  readonly trades: TradeLog;
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
  /** What one unit of a currency is worth in USDT. */
  readonly prices: {
    /** By a fresh index; undefined for fiat, and while the index is stale. */
    inUsdt(id: CurrencyId): Price | undefined;
    /** By the last known index, for showing only. */
    lastInUsdt(id: CurrencyId): Price | undefined;
  };
  /** Changes an instrument inside the operators' transaction; memory and topic follow its commit. */
  changeMarket(tx: Tx, change: MarketChange): Promise<{ before: Market; after: Market }>;
  /** Begins the index: chains from the rows, sources, a tick a second. Resolves after the first tick was tried. */
  start(): Promise<void>;
  /** Keeps labelled history if there are no candles yet (simulated prices only); answers how many were kept. */
  backfill(history: () => Iterable<Candle>): Promise<number>;
  /** Begins candles and figures from the engine's durable trades. Call after the engine has loaded its books. */
  connect(engine: Engine): Promise<void>;
  /** Signs and writes what is left. */
  stop(): Promise<void>;
  readonly inside: Inside;
}

/** For the handlers and channels of this domain only. */
export interface Inside {
  readonly ctx: Context;
  readonly ticks: IndexTicks;
  readonly candles: CandleWriter;
  readonly looks: Looks;
  readonly seeds: Seeds;
  readonly signer: Signer;
  engine(): Engine | undefined;
}

const KEEP_TICK_DAYS = 14;
/** A tick is taken shortly after its second has begun: a timer may ring a little early. */
const TICK_DELAY_MS = 5;
const ANNOUNCE_MS = 200;
const FLUSH_MS = 1_000;
const LOOKS_MS = 10_000;
const FORGET_MS = 600_000;
const ONE = price(UNIT);
const USDT = 'USDT';

/** Reads the instruments; nothing runs before `start`. */
export async function createMarket({
  ctx,
  sources,
  signer,
  keepTickDays = KEEP_TICK_DAYS,
}: MarketDeps): Promise<MarketData> {
  if (new Set(sources.map((source) => source.kind)).size > 1)
    throw new Error('live and simulated sources cannot be mixed');
  const instruments = createInstruments(await readMarkets(ctx.db));
  const ticks = createIndexTicks({ ctx, instruments, sources, signer, keepDays: keepTickDays });
  const candles = createCandleWriter(ctx, instruments, ticks.kind() === 'simulated');
  const looks = createLooks(ctx);
  let engine: Engine | undefined;
  const stops: Stop[] = [];

  const effective = (market: Market): MarketState => stateAt(market, ctx.clock.now(), ticks.priced(market));
  const states = new Map(instruments.all().map((market) => [market.id, effective(market)]));
  /** Tells of sessions that opened or closed. */
  const watchSessions = (): void => {
    for (const market of instruments.all()) {
      const state = effective(market);
      if (states.get(market.id) === state) continue;
      states.set(market.id, state);
      ctx.bus.publish(marketChanged, { marketId: market.id });
    }
  };

  const failed = (what: string) => (error: unknown) => ctx.log.error({ error }, `${what} failed`);
  let ticking: Promise<void> = Promise.resolve();
  const tick = async (): Promise<void> => {
    const now = ctx.clock.now();
    await ticks.take(now - (now % 1000)).catch(failed('index tick'));
    watchSessions();
  };
  let stopped = false;
  let stopTick: Stop = () => undefined;
  const scheduleTick = (): void => {
    const wait = 1000 - (ctx.clock.now() % 1000) + TICK_DELAY_MS;
    stopTick = ctx.clock.after(wait, () => {
      if (stopped) return;
      // The next second is waited for from the end of this one: a slow database leaves gaps, never a queue.
      ticking = tick().finally(scheduleTick);
    });
  };

  const valueOf = (id: CurrencyId, fresh: boolean): Price | undefined => {
    const market = instruments.all().find((row) => row.base === id && row.quoteName === USDT);
    if (!market)
      return instruments.all().some((row) => row.quote === id && row.quoteName === USDT) ? ONE : undefined;
    const index = ticks.price(market.id, ctx.clock.now());
    return index && !(fresh && index.stale) ? index.price : undefined;
  };

  return {
    instruments,
    source: ticks.kind(),
    state: (id) => effective(instruments.need(id)),
    index: (id) => ticks.price(id, ctx.clock.now()),
    prices: { inUsdt: (id) => valueOf(id, true), lastInUsdt: (id) => valueOf(id, false) },
    async changeMarket(tx, change) {
      const done = await changeMarket(tx, change);
      tx.afterCommit(() => {
        instruments.replace(done.after);
        states.set(done.after.id, effective(done.after));
        ctx.bus.publish(marketChanged, { marketId: done.after.id });
      });
      return done;
    },
    async start() {
      await ticks.load();
      for (const source of sources) await source.start();
      ticking = tick();
      await ticking;
      scheduleTick();
      stops.push(
        ctx.clock.every(LOOKS_MS, () => void looks.flush().catch(failed('counting look-ups'))),
        ctx.clock.every(
          FORGET_MS,
          () => void ticks.forget(ctx.clock.now()).catch(failed('forgetting old ticks')),
        ),
      );
    },
    async backfill(history) {
      return ticks.kind() === 'simulated' ? backfill(ctx, history) : 0;
    },
    async connect(lent) {
      engine = lent;
      stops.push(ctx.bus.subscribe(tradesPrinted, ({ marketId, trades }) => candles.print(marketId, trades)));
      await candles.load(lent.trades);
      stops.push(
        ctx.clock.every(FLUSH_MS, () => void candles.flush().catch(failed('writing candles'))),
        ctx.clock.every(ANNOUNCE_MS, () => candles.announce()),
      );
    },
    async stop() {
      stopped = true;
      stopTick();
      for (const stop of stops) stop();
      for (const source of sources) source.stop();
      await ticking;
      await ticks.sign().catch(failed('signing tick heads'));
      await candles.flush().catch(failed('writing candles'));
      await looks.flush().catch(failed('counting look-ups'));
    },
    inside: { ctx, ticks, candles, looks, seeds: createSeeds(ctx), signer, engine: () => engine },
  };
}
