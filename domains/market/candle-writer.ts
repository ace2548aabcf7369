import { PERIODS } from '@karat/contract';
import type { MarketId, Period } from '@karat/contract';
import type { Price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import { DAY_S } from '@karat/rules';
import { lastTradingMoment } from './calendar.ts';
import {
  candleBefore,
  newestCandles,
  readCandles,
  readCursors,
  writeCandles,
  writeCursors,
} from './candle-store.ts';
import { absorb, piecesOf } from './candles.ts';
import type { Candle } from './candles.ts';
import { stats24hOf, keepLastDay, sparkline } from './stats24h.ts';
import type { Stats24h } from './stats24h.ts';
import type { Instruments } from './instruments.ts';
import { candlesMoved } from './topics.ts';
import type { PublicTrade, TradeLog } from './types.ts';

type CandleMap = Map<string, Candle>;

/** One market's candles in progress. */
interface Chart {
  /** The last trade included. */
  cursor: number;
  readonly current: Map<Period, Candle>;
  /** Five-minute candles of the last 24 hours. */
  day: Candle[];
  /** Changed since the last write, by period and start time. */
  dirty: CandleMap;
  /** In the write in progress. */
  inFlight: CandleMap;
  /** Changed since the last publication. */
  moved: CandleMap;
}

const CATCH_UP = 1_000;
/** Slightly longer than the day, for the step of five minutes in which its window moves. */
const SLACK_S = 600;
const keyOf = (candle: Candle): string => `${candle.period}:${candle.start}`;

const emptyChart = (): Chart => ({
  cursor: 0,
  current: new Map(),
  day: [],
  dirty: new Map(),
  inFlight: new Map(),
  moved: new Map(),
});

function put(chart: Chart, candle: Candle): void {
  chart.current.set(candle.period, candle);
  chart.dirty.set(keyOf(candle), candle);
  chart.moved.set(keyOf(candle), candle);
  if (candle.period !== '5min') return;
  if (chart.day.at(-1)?.start === candle.start) chart.day[chart.day.length - 1] = candle;
  else chart.day = keepLastDay([...chart.day, candle], candle.start);
}

/** Holds the candles in progress in memory, and writes them together with their last trade. */
export class CandleWriter {
  readonly #ctx: Context;
  readonly #instruments: Instruments;
  readonly #houseCounts: boolean;
  readonly #charts = new Map<MarketId, Chart>();
  /** Trades published while the rows are still being read; undefined afterwards. */
  #early: [MarketId, readonly PublicTrade[]][] | undefined = [];
  #writing: Promise<void> | undefined;

  /** `houseCounts`: whether trades between two house accounts count as volume (with simulated prices only). */
  constructor(ctx: Context, instruments: Instruments, houseCounts: boolean) {
    this.#ctx = ctx;
    this.#instruments = instruments;
    this.#houseCounts = houseCounts;
  }

  /** Reads the last stored trades, then adds the trades after them. */
  async load(trades: TradeLog): Promise<void> {
    const { db } = this.#ctx;
    for (const [id, cursor] of await readCursors(db)) this.#chart(id).cursor = cursor;
    for (const candle of await newestCandles(db)) {
      this.#chart(candle.marketId).current.set(candle.period, candle);
    }
    for (const { id } of this.#instruments.all()) {
      this.#chart(id).day = await this.#readDay(id);
      await this.#catchUp(id, trades);
    }
    for (const [id, printed] of this.#early ?? []) this.#fold(id, printed);
    this.#early = undefined;
  }

  /** Reloads a market's candles after their rows were changed elsewhere. */
  async reread(id: MarketId): Promise<void> {
    const chart = this.#chart(id);
    for (const candle of await newestCandles(this.#ctx.db)) {
      if (candle.marketId === id) chart.current.set(candle.period, candle);
    }
    chart.day = await this.#readDay(id);
  }

  /** Adds published trades; trades already included are skipped. */
  print(id: MarketId, trades: readonly PublicTrade[]): void {
    if (this.#early) this.#early.push([id, trades]);
    else this.#fold(id, trades);
  }

  /** Writes changed candles together with the cursors, in one transaction. */
  async flush(): Promise<void> {
    // One write at a time; a second caller waits for the first and then writes later changes.
    while (this.#writing) await this.#writing.catch(() => undefined);
    this.#writing = this.#write().finally(() => (this.#writing = undefined));
    await this.#writing;
  }

  /** Publishes the changes since the last call. */
  announce(): void {
    for (const [id, chart] of this.#charts) {
      const figures = chart.moved.size > 0 ? stats24hOf(chart.day, this.#asOf(id)) : undefined;
      if (!figures) continue;
      const moved = [...chart.moved.values()];
      chart.moved = new Map();
      this.#ctx.bus.publish(candlesMoved, { marketId: id, candles: moved, figures });
    }
  }

  /** Candles of a market and period that may not be in the rows yet. */
  fresh(id: MarketId, period: Period): Candle[] {
    const { current, dirty, inFlight } = this.#chart(id);
    const waiting = new Map([...inFlight, ...dirty]);
    const now = current.get(period);
    if (now) waiting.set(keyOf(now), now);
    return [...waiting.values()].filter((candle) => candle.period === period);
  }

  figures(id: MarketId): Stats24h | undefined {
    return stats24hOf(this.#chart(id).day, this.#asOf(id));
  }

  sparkline(id: MarketId): Price[] {
    return sparkline(this.#chart(id).day, this.#asOf(id));
  }

  /** End of the last 24 hours, unix seconds: a closed stock market's figures stay as at its close. */
  #asOf(id: MarketId): number {
    const now = this.#ctx.clock.now();
    const closes = this.#instruments.find(id)?.kind === 'stock';
    return Math.floor((closes ? lastTradingMoment(now) : now) / 1000);
  }

  #now(): number {
    return Math.floor(this.#ctx.clock.now() / 1000);
  }

  #chart(id: MarketId): Chart {
    let chart = this.#charts.get(id);
    if (!chart) {
      chart = emptyChart();
      this.#charts.set(id, chart);
    }
    return chart;
  }

  async #readDay(id: MarketId): Promise<Candle[]> {
    const newest = this.#chart(id).current.get('5min');
    if (!newest) return [];
    const from = Math.min(this.#now(), newest.start) - DAY_S - SLACK_S;
    const before = await candleBefore(this.#ctx.db, id, '5min', from);
    const day = await readCandles(this.#ctx.db, id, '5min', from, newest.start);
    return before ? [before, ...day] : day;
  }

  async #catchUp(id: MarketId, trades: TradeLog): Promise<void> {
    for (;;) {
      const page = await trades.since(id, this.#chart(id).cursor, CATCH_UP);
      this.#fold(id, page);
      if (page.length < CATCH_UP) return;
    }
  }

  #fold(id: MarketId, trades: readonly PublicTrade[]): void {
    const chart = this.#chart(id);
    const news = trades.filter((trade) => trade.id > chart.cursor);
    for (const piece of piecesOf(id, news, this.#houseCounts)) {
      for (const period of PERIODS) put(chart, absorb(chart.current.get(period), period, piece));
    }
    chart.cursor = news.at(-1)?.id ?? chart.cursor;
  }

  async #write(): Promise<void> {
    const batches = [...this.#charts]
      .filter(([, chart]) => chart.dirty.size > 0)
      .map(([id, chart]) => ({ id, chart, dirty: chart.dirty, cursor: chart.cursor }));
    if (batches.length === 0) return;
    for (const { chart, dirty } of batches) {
      chart.inFlight = dirty;
      chart.dirty = new Map();
    }
    try {
      await this.#ctx.db.transact(async (tx) => {
        await writeCandles(
          tx,
          batches.flatMap(({ dirty }) => [...dirty.values()]),
        );
        await writeCursors(
          tx,
          batches.map(({ id, cursor }) => [id, cursor]),
        );
      });
    } catch (error) {
      // Candles that could not be written are written next time, newer versions of the same candle first.
      for (const { chart, dirty } of batches) chart.dirty = new Map([...dirty, ...chart.dirty]);
      throw error;
    } finally {
      for (const { chart } of batches) chart.inFlight = new Map();
    }
  }
}
