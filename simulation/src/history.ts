import { PERIODS } from '@karat/contract';
import type { Period } from '@karat/contract';
import { aggregate, bucketStarts, sessionMs, startAfter, startOf } from '@karat/domains/market';
import type { Candle, Market } from '@karat/domains/market';
import { UNIT, amount, max, min, mulDown, price } from '@karat/money';
import type { Price } from '@karat/money';
import { DAY_S } from '@karat/rules';
import { ONE, exp, fixed, fourNormals, isqrt } from './fixed.ts';
import { BEHAVIOURS } from './instruments.ts';
import type { Behaviour } from './instruments.ts';

const REVERSION_A_DAY = fixed('0.004');
/** Length of a candle's wick beyond its body, in deviations of its period. */
const WICK = fixed('0.45');
const SESSION_S = 23_400;

/** An interval between two neighbouring boundaries of any period. */
interface Stretch {
  readonly start: number;
  /** Seconds of trading in it. */
  readonly traded: number;
}

/** Candle start times of each period, and the intervals that all candles consist of, oldest first. */
interface Frame {
  readonly firsts: ReadonlyMap<Period, number>;
  readonly stretches: readonly Stretch[];
}

function frameOf(kind: Behaviour['group'], now: number, candles: number): Frame {
  const firsts = new Map<Period, number>();
  const cuts = new Set<number>([now]);
  PERIODS.forEach((period, index) => {
    const first = bucketStarts(kind, period, 0, now - 1, candles)[0] ?? now;
    // A period begins where a candle of the next longer one begins, so that the longer one is whole where they meet.
    const longer = PERIODS[index + 1];
    const from = longer ? startOf(longer, first) : first;
    firsts.set(period, startOf(period, from));
    for (const start of bucketStarts(kind, period, from, now - 1, 10 * candles)) {
      cuts.add(start);
      cuts.add(Math.min(startAfter(period, start), now));
    }
  });
  const ordered = [...cuts].sort((a, b) => a - b);
  const stretches = ordered.slice(0, -1).flatMap((start, index) => {
    const end = ordered[index + 1] ?? now;
    const traded = kind === 'coin' ? end - start : sessionMs(start * 1000, end * 1000) / 1000;
    return traded > 0 ? [{ start, traded }] : [];
  });
  return { firsts, stretches };
}

const onTick = (value: bigint, tick: bigint): Price => {
  const steps = (value + tick / 2n) / tick;
  return price((steps > 0n ? steps : 1n) * tick);
};

/** The intervals as the shortest candles, computed backwards from the present price. */
function pieces(market: Market, behaviour: Behaviour, frame: Frame, now: Price, seed: string): Candle[] {
  const length = behaviour.group === 'coin' ? DAY_S : SESSION_S;
  const gap = ((behaviour.anchor - now) * ONE) / now;
  const out: Candle[] = [];
  let log = 0n;
  let close = onTick(now, market.tick);
  for (let i = frame.stretches.length - 1; i >= 0; i--) {
    const { start, traded } = frame.stretches[i] ?? { start: 0, traded: 0 };
    const [step, up, down, busy] = fourNormals(`${seed}|history|${behaviour.symbol}|${start}`);
    const deviation = (behaviour.volatility * isqrt((BigInt(traded) * ONE * ONE) / BigInt(length))) / ONE;
    const back = (REVERSION_A_DAY * (gap - log) * BigInt(traded)) / (ONE * BigInt(length));
    log += back - (deviation * step) / ONE;
    const open = onTick((now * exp(log)) / ONE, market.tick);
    const wick = (side: bigint): bigint => (((side < 0n ? -side : side) * deviation) / ONE) * WICK;
    const top = max(open, close);
    const bottom = min(open, close);
    const high = onTick((top * (ONE * ONE + wick(up))) / (ONE * ONE), market.tick);
    const low = onTick((bottom * (ONE * ONE - wick(down))) / (ONE * ONE), market.tick);
    const vol = volumeOf(market, behaviour, traded, length, busy);
    out.push({
      marketId: market.id,
      period: '1min',
      start,
      open,
      high: max(high, top),
      low: min(low, bottom),
      close,
      vol,
      amount: mulDown(vol, price((open + close) / 2n), 6),
      backfilled: true,
    });
    close = open;
  }
  return out.reverse();
}

/** Volume of the interval: between a fifth and about double of an ordinary day's share, in whole lots. */
function volumeOf(
  market: Market,
  behaviour: Behaviour,
  traded: number,
  length: number,
  busy: bigint,
): Candle['vol'] {
  const mean = (behaviour.dailyVolume * UNIT * BigInt(traded)) / BigInt(length);
  const liveliness = max(ONE / 5n, ONE + busy / 3n);
  return amount(((mean * liveliness) / ONE / market.lot) * market.lot);
}

/** Which history: the same seed gives the same one. */
export interface HistoryOptions {
  readonly seed: string;
  /** Candles of each period, about; at least 1. */
  readonly candles: number;
}

/**
 * Labelled history that ends at the present price (unix seconds), with candles of every period that are all built from
 * the same intervals: a longer candle is exactly the merge of the shorter ones in it. Pure.
 */
export function historyOf(
  markets: readonly Market[],
  priceOf: (symbol: string) => Price | undefined,
  now: number,
  { seed, candles }: HistoryOptions,
): Candle[] {
  const frames = { coin: frameOf('coin', now, candles), stock: frameOf('stock', now, candles) };
  return markets.flatMap((market) => {
    const behaviour = BEHAVIOURS.find(({ symbol }) => symbol === market.symbol);
    const last = priceOf(market.symbol);
    if (!behaviour || last === undefined) return [];
    return candlesOf(pieces(market, behaviour, frames[behaviour.group], last, seed), frames[behaviour.group]);
  });
}

/** Candles of all periods: each is the merge of the next shorter ones where those exist, and of intervals before them. */
function candlesOf(all: readonly Candle[], { firsts }: Frame): Candle[] {
  const byPeriod = new Map<Period, readonly Candle[]>();
  for (const period of PERIODS) {
    // Weeks do not fit into months: months are merged from days.
    const shorter = period === '1mon' ? '1day' : PERIODS[PERIODS.indexOf(period) - 1];
    const parts = (shorter && byPeriod.get(shorter)) ?? [];
    const from = firsts.get(period) ?? 0;
    const until = parts[0]?.start ?? Infinity;
    const before = all.filter((piece) => piece.start >= from && piece.start < until);
    byPeriod.set(period, aggregate([...before, ...parts], period));
  }
  return [...byPeriod.values()].flat();
}
