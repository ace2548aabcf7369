import { ZERO, max, min, plus } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { DAY_S } from '@karat/rules';
import type { Candle } from './candles.ts';
import { startOf } from './periods.ts';

/** A market's last 24 hours. */
export interface Stats24h {
  readonly price: Price;
  /** The price 24 hours ago. */
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  /** Traded in base. */
  readonly volume: Amount;
}

const STEP_S = 300;
const SPARKS = 48;
const SPARK_S = DAY_S / SPARKS;

/** The first five-minute candle of the 24 hours that end now: the window moves in steps of five minutes. */
const windowStart = (now: number): number => startOf('5min', now) - DAY_S + STEP_S;

/** Five-minute candles of the window and the last one before it. */
export function keepLastDay(candles: readonly Candle[], now: number): Candle[] {
  const from = windowStart(now);
  const first = candles.findIndex((candle) => candle.start >= from);
  return candles.slice(first === -1 ? -1 : Math.max(0, first - 1));
}

/**
 * The 24 hours up to now (unix seconds) from five-minute candles in order. Without trades all prices are the last
 * known close; without any candle the result is undefined.
 */
export function stats24hOf(candles: readonly Candle[], now: number): Stats24h | undefined {
  const last = candles.at(-1);
  if (!last) return undefined;
  const from = windowStart(now);
  const day = candles.filter((candle) => candle.start >= from);
  const before = candles[candles.length - day.length - 1];
  const price = last.close;
  let [high, low, volume]: [Price, Price, Amount] = [day[0]?.high ?? price, day[0]?.low ?? price, ZERO];
  for (const candle of day) {
    high = max(high, candle.high);
    low = min(low, candle.low);
    volume = plus(volume, candle.vol);
  }
  return { price, open: before?.close ?? day[0]?.open ?? price, high, low, volume };
}

/**
 * The closing prices of the 48 half hours up to now (unix seconds), oldest first; half hours before the first price
 * are omitted.
 */
export function sparkline(candles: readonly Candle[], now: number): Price[] {
  const closes: Price[] = [];
  const newest = startOf('30min', now);
  let next = 0;
  let close: Price | undefined;
  for (let k = SPARKS - 1; k >= 0; k--) {
    const end = newest - k * SPARK_S + SPARK_S;
    for (let candle = candles[next]; candle && candle.start < end; candle = candles[++next])
      close = candle.close;
    if (close !== undefined) closes.push(close);
  }
  return closes;
}
