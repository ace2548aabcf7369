import type { MarketId, Period } from '@karat/contract';
import { ZERO, max, min, plus } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { startOf } from './periods.ts';
import type { PublicTrade } from './types.ts';

/** Open, high, low and close of a period, with its volume. */
export interface Candle {
  readonly marketId: MarketId;
  readonly period: Period;
  /** Unix seconds of its start. */
  readonly start: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  /** In base. */
  readonly vol: Amount;
  /** In quote. */
  readonly amount: Amount;
  /** Partly labelled history generated before the first trade. */
  readonly backfilled: boolean;
}

/**
 * Groups trades of one market, in order, into one partial candle per minute, which every period adds at once, however
 * many trades a batch has. A trade stamped before the previous one (the clock was set back) counts into that one's
 * minute. With `houseCounts` false trades between two house accounts set the price but add no volume.
 */
export function piecesOf(market: MarketId, trades: readonly PublicTrade[], houseCounts: boolean): Candle[] {
  const out: Candle[] = [];
  let from = 0;
  let end = -Infinity;
  trades.forEach((trade, index) => {
    const second = Math.floor(trade.time / 1000);
    if (index > 0 && second >= end) {
      out.push(pieceOf(market, trades.slice(from, index), houseCounts));
      from = index;
    }
    if (index === from) end = startOf('1min', second) + MINUTE_S;
  });
  if (trades.length > from) out.push(pieceOf(market, trades.slice(from), houseCounts));
  return out;
}

const MINUTE_S = 60;

/** Trades of one minute as a candle. */
function pieceOf(marketId: MarketId, trades: readonly PublicTrade[], houseCounts: boolean): Candle {
  const [first] = trades;
  const last = trades.at(-1);
  if (!first || !last) throw new RangeError('a partial candle without trades');
  let high = first.price;
  let low = first.price;
  let vol = ZERO;
  let amount = ZERO;
  for (const trade of trades) {
    high = max(high, trade.price);
    low = min(low, trade.price);
    if (trade.house && !houseCounts) continue;
    vol = plus(vol, trade.quantity);
    amount = plus(amount, trade.quote);
  }
  const start = startOf('1min', Math.floor(first.time / 1000));
  const open = first.price;
  const close = last.price;
  return { marketId, period: '1min', start, open, high, low, close, vol, amount, backfilled: false };
}

/**
 * Adds a partial candle to a candle; one of a later period starts a new candle. One from before the candle counts into
 * it, so finished candles never change.
 */
export function absorb(candle: Candle | undefined, period: Period, piece: Candle): Candle {
  const start = startOf(period, piece.start);
  return candle && start <= candle.start ? joined(candle, piece) : { ...piece, period, start };
}

/** Merges two candles in order. */
const joined = (a: Candle, b: Candle): Candle => ({
  ...a,
  high: max(a.high, b.high),
  low: min(a.low, b.low),
  close: b.close,
  vol: plus(a.vol, b.vol),
  amount: plus(a.amount, b.amount),
  backfilled: a.backfilled || b.backfilled,
});

/** Merges candles of one market, in order, into candles of a longer period. */
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
 * One candle for every requested start time: without a stored one there was no trade, and it is flat at the previous
 * close. There are none before the first known price.
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
