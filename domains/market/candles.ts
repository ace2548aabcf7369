import type { MarketId, Period } from '@karat/contract';
import { ZERO, max, min, plus } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { startOf } from './periods.ts';
import type { PublicTrade } from './types.ts';

/** Open, high, low and close of a period, with what was traded in it. */
export interface Candle {
  readonly marketId: MarketId;
  readonly period: Period;
  /** Unix seconds of its beginning. */
  readonly start: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  /** In base. */
  readonly vol: Amount;
  /** In quote. */
  readonly amount: Amount;
  /** Some of it is labelled history made before the first trade. */
  readonly backfilled: boolean;
}

/**
 * A candle with one more trade in it; the trade begins a new candle when it lies in a later period. A trade stamped before
 * the current candle (the clock was set back) counts into the current one, so candles never change once they are over.
 * `counts` false leaves price but no volume: two house accounts at live prices.
 */
export function fold(
  candle: Candle | undefined,
  market: MarketId,
  period: Period,
  trade: PublicTrade,
  counts: boolean,
): Candle {
  const start = startOf(period, Math.floor(trade.time / 1000));
  const vol = counts ? trade.quantity : ZERO;
  const amount = counts ? trade.quote : ZERO;
  const { price } = trade;
  if (!candle || start > candle.start) {
    return {
      marketId: market,
      period,
      start,
      open: price,
      high: price,
      low: price,
      close: price,
      vol,
      amount,
      backfilled: false,
    };
  }
  return {
    ...candle,
    high: max(candle.high, price),
    low: min(candle.low, price),
    close: price,
    vol: plus(candle.vol, vol),
    amount: plus(candle.amount, amount),
  };
}

/** Two candles in their order as one. */
export const joined = (a: Candle, b: Candle): Candle => ({
  ...a,
  high: max(a.high, b.high),
  low: min(a.low, b.low),
  close: b.close,
  vol: plus(a.vol, b.vol),
  amount: plus(a.amount, b.amount),
  backfilled: a.backfilled || b.backfilled,
});

/** Candles of one market in order, as candles of a longer period. */
export function aggregate(candles: readonly Candle[], period: Period): Candle[] {
  const out: Candle[] = [];
  for (const candle of candles) {
    const start = startOf(period, candle.start);
    const last = out.at(-1);
    if (last?.start === start) out[out.length - 1] = joined(last, candle);
    else out.push({ ...candle, period, start });
  }
  return out;
}

/**
 * One candle for every beginning asked for: where none is stored, nobody traded, and it is flat at the close before it.
 * Nothing is made up before the first known price.
 */
export function filled(
  stored: readonly Candle[],
  starts: readonly number[],
  before: Candle | undefined,
): Candle[] {
  const byStart = new Map(stored.map((candle) => [candle.start, candle]));
  const out: Candle[] = [];
  let last = before;
  for (const start of starts) {
    const candle = byStart.get(start) ?? (last && flat(last, start));
    if (!candle) continue;
    out.push(candle);
    last = candle;
  }
  return out;
}

const flat = (last: Candle, start: number): Candle => ({
  ...last,
  start,
  open: last.close,
  high: last.close,
  low: last.close,
  vol: ZERO,
  amount: ZERO,
  backfilled: false,
});
