import type { AllReplies } from '../../../lib/calls.ts';
import type { Kline } from '@karat/contract';
import type { Period } from '../settings.ts';

type Row = AllReplies['currency/new_timeshar'][number];

/** A candle for drawing, in binary numbers. */
export interface Bar {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly turnover: number;
  /** Includes history before the first trade. */
  readonly backfilled: boolean;
  readonly [key: string]: unknown;
}

/** Converts a row of the wire, or a live frame, which is always made of trades. */
export const barOf = (row: Row | Kline): Bar => ({
  timestamp: row.time,
  open: Number(row.open),
  high: Number(row.high),
  low: Number(row.low),
  close: Number(row.close),
  volume: Number(row.vol),
  turnover: Number(row.amount),
  backfilled: 'backfilled' in row && row.backfilled,
});

/** Period names of the chart library. */
export interface ChartPeriod {
  readonly type: 'minute' | 'hour' | 'day' | 'week' | 'month';
  readonly span: number;
}

export const CHART_PERIODS: Readonly<Record<Period, ChartPeriod>> = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '4H': { type: 'hour', span: 4 },
  '1day': { type: 'day', span: 1 },
  '1week': { type: 'week', span: 1 },
  '1mon': { type: 'month', span: 1 },
};

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** Lengths in seconds; a month has its maximum. */
const LENGTHS_S: Readonly<Record<Period, number>> = {
  '1min': MINUTE_S,
  '5min': 5 * MINUTE_S,
  '15min': 15 * MINUTE_S,
  '30min': 30 * MINUTE_S,
  '60min': HOUR_S,
  '4H': 4 * HOUR_S,
  '1day': DAY_S,
  '1week': 7 * DAY_S,
  '1mon': 31 * DAY_S,
};

/** Candles per request. */
export const PAGE = 500;
/** Stocks trade a fifth of the week: the same number of candles spans more time. */
const STRETCH = { coin: 1, stock: 6 } as const;

/** Unix seconds of a page of candles that ends at `endS`. */
export const pageBefore = (
  period: Period,
  endS: number,
  kind: 'coin' | 'stock',
): { readonly from: number; readonly to: number } => ({
  from: Math.max(0, endS - PAGE * LENGTHS_S[period] * STRETCH[kind]),
  to: endS,
});

/** Largest gap that is filled; after a longer one the candles are read again. */
const BRIDGE_MAX = 300;

/**
 * Returns the candles that a frame adds. Without trades there are no frames, so the periods between are flat at the
 * last close. Frames of the past change nothing. Stocks rest at night, and months differ in length: there nothing is
 * filled.
 */
export function following(
  last: Bar | undefined,
  next: Bar,
  period: Period,
  kind: 'coin' | 'stock',
): readonly Bar[] {
  if (!last) return [next];
  if (next.timestamp < last.timestamp) return [];
  if (next.timestamp === last.timestamp) return [{ ...next, backfilled: last.backfilled }];
  if (kind === 'stock' || period === '1mon') return [next];
  const step = LENGTHS_S[period] * 1000;
  const missing = Math.min(BRIDGE_MAX, Math.round((next.timestamp - last.timestamp) / step) - 1);
  const flat = Array.from({ length: Math.max(0, missing) }, (_, at) => ({
    timestamp: last.timestamp + (at + 1) * step,
    volume: 0,
    turnover: 0,
    backfilled: false,
    open: last.close,
    high: last.close,
    low: last.close,
    close: last.close,
  }));
  return [...flat, next];
}
