import { PERIODS } from '@karat/contract';
import type { MarketId, Period } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import {
  candleBefore,
  newestCandles,
  readCandles,
  readCursors,
  writeCandles,
  writeCursors,
} from './candle-store.ts';
import { fold } from './candles.ts';
import type { Candle } from './candles.ts';
import { figuresOf, keepDay, sparkline } from './figures.ts';
import type { Figures } from './figures.ts';
import type { Instruments } from './instruments.ts';
import type { Price } from '@karat/money';
import { candlesMoved } from './topics.ts';
import type { PublicTrade, TradeLog } from './types.ts';

/** One market's candles in progress. */
interface Chart {
  /** The last trade folded in. */
  cursor: number;
  readonly current: Map<Period, Candle>;
  /** Five-minute candles of the last 24 hours. */
  day: Candle[];
  /** Changed since the last write, by period and beginning. */
  dirty: Map<string, Candle>;
  /** Being written at the moment. */
  inFlight: Map<string, Candle>;
  /** Changed since the last announcement. */
  moved: Map<string, Candle>;
}

export interface CandleWriter {
  /** Reads where the rows stand, then folds in the trades that came after them. */
  load(trades: TradeLog): Promise<void>;
  /** Folds in printed trades; those that are in already are passed over. */
  print(id: MarketId, trades: readonly PublicTrade[]): void;
  /** Writes what changed together with the cursors, in one transaction. */
  flush(): Promise<void>;
  /** Tells what moved since the last time. */
  announce(): void;
  /** Candles of a market and period that may not be in the rows yet. */
  fresh(id: MarketId, period: Period): Candle[];
  figures(id: MarketId): Figures | undefined;
  sparkline(id: MarketId): Price[];
}

const CATCH_UP = 1_000;
const DAY_S = 86_400;
const keyOf = (candle: Candle): string => `${candle.period}:${candle.start}`;

/** `houseCounts`: whether trades between two house accounts count as volume (with simulated prices only). */
export function createCandleWriter(
  ctx: Context,
  instruments: Instruments,
  houseCounts: boolean,
): CandleWriter {
  const charts = new Map<MarketId, Chart>();
  const seconds = (): number => Math.floor(ctx.clock.now() / 1000);
  const chartOf = (id: MarketId): Chart => {
    let chart = charts.get(id);
    if (!chart) {
      chart = {
        cursor: 0,
        current: new Map(),
        day: [],
        dirty: new Map(),
        inFlight: new Map(),
        moved: new Map(),
      };
      charts.set(id, chart);
    }
    return chart;
  };

  const put = (chart: Chart, candle: Candle): void => {
    chart.current.set(candle.period, candle);
    chart.dirty.set(keyOf(candle), candle);
    chart.moved.set(keyOf(candle), candle);
    if (candle.period !== '5min') return;
    if (chart.day.at(-1)?.start === candle.start) chart.day[chart.day.length - 1] = candle;
    else chart.day = keepDay([...chart.day, candle], candle.start);
  };
  const print = (id: MarketId, trades: readonly PublicTrade[]): void => {
    const chart = chartOf(id);
    for (const trade of trades) {
      if (trade.id <= chart.cursor) continue;
      for (const period of PERIODS)
        put(chart, fold(chart.current.get(period), id, period, trade, houseCounts || !trade.house));
      chart.cursor = trade.id;
    }
  };

  const catchUp = async (id: MarketId, trades: TradeLog): Promise<void> => {
    for (;;) {
      const page = await trades.since(id, chartOf(id).cursor, CATCH_UP);
      print(id, page);
      if (page.length < CATCH_UP) return;
    }
  };

  /** Trades printed while the rows are still being read; undefined once that is over. */
  let early: [MarketId, readonly PublicTrade[]][] | undefined = [];

  let writing: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    const taken = [...charts].filter(([, chart]) => chart.dirty.size > 0);
    if (taken.length === 0) return;
    const batches = taken.map(([id, chart]) => ({ id, chart, dirty: chart.dirty, cursor: chart.cursor }));
    for (const { chart, dirty } of batches) {
      chart.inFlight = dirty;
      chart.dirty = new Map();
    }
    try {
      await ctx.db.transact(async (tx) => {
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
      // What could not be written is written next time, newer versions of the same candle first.
      for (const { chart, dirty } of batches) chart.dirty = new Map([...dirty, ...chart.dirty]);
      throw error;
    } finally {
      for (const { chart } of batches) chart.inFlight = new Map();
    }
  };

  return {
    async load(trades) {
      for (const [id, cursor] of await readCursors(ctx.db)) chartOf(id).cursor = cursor;
      for (const candle of await newestCandles(ctx.db))
        chartOf(candle.marketId).current.set(candle.period, candle);
      for (const { id } of instruments.all()) {
        const chart = chartOf(id);
        const newest = chart.current.get('5min');
        const from = Math.min(seconds(), newest?.start ?? 0) - DAY_S - 600;
        const before = await candleBefore(ctx.db, id, '5min', from);
        const day = newest ? await readCandles(ctx.db, id, '5min', from, newest.start) : [];
        chart.day = before ? [before, ...day] : day;
        await catchUp(id, trades);
      }
      for (const [id, printed] of early ?? []) print(id, printed);
      early = undefined;
    },
    print: (id, trades) => (early ? void early.push([id, trades]) : print(id, trades)),
    async flush() {
      // One write at a time; a second caller waits for the first and then writes what has come since.
      while (writing) await writing.catch(() => undefined);
      writing = write().finally(() => (writing = undefined));
      await writing;
    },
    announce() {
      for (const [id, chart] of charts) {
        const figures = chart.moved.size > 0 ? figuresOf(chart.day, seconds()) : undefined;
        if (!figures) continue;
        const moved = [...chart.moved.values()];
        chart.moved = new Map();
        ctx.bus.publish(candlesMoved, { marketId: id, candles: moved, figures });
      }
    },
    fresh(id, period) {
      const chart = chartOf(id);
      const current = chart.current.get(period);
      const waiting = new Map([
        ...chart.inFlight,
        ...chart.dirty,
        ...(current ? [[keyOf(current), current] as const] : []),
      ]);
      return [...waiting.values()].filter((candle) => candle.period === period);
    },
    figures: (id) => figuresOf(chartOf(id).day, seconds()),
    sparkline: (id) => sparkline(chartOf(id).day, seconds()),
  };
}
