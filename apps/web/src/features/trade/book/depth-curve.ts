import { min } from '@karat/money';
import type { Book, Level } from './book.ts';

/** A vertex of the curve in chart units: x and y from 0 to 1, y upwards. Binary numbers: for drawing only. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

export interface DepthCurve {
  readonly bids: readonly Corner[];
  readonly asks: readonly Corner[];
  readonly low: number;
  readonly high: number;
  readonly middle: number;
  /** Largest cumulated quantity, in base. */
  readonly top: number;
}

const SCALE = 1e10;
const toNumber = (value: bigint): number => Number(value) / SCALE;

/** How far a level lies from the mid price, doubled. Exact: a rounded distance leaves out levels at the edge. */
const distance = (level: Level, doubleMiddle: bigint): bigint => {
  const signed = 2n * level.price - doubleMiddle;
  return signed < 0n ? -signed : signed;
};

/** Prices with cumulated quantity, outwards from the best price, at most `reach` (doubled) from the mid price. */
function sums(
  levels: readonly Level[],
  doubleMiddle: bigint,
  reach: bigint,
): { price: number; sum: number }[] {
  let sum = 0;
  const points: { price: number; sum: number }[] = [];
  for (const level of levels) {
    if (distance(level, doubleMiddle) > reach) break;
    sum += toNumber(level.quantity);
    points.push({ price: toNumber(level.price), sum });
  }
  return points;
}

/** Step function: the sum holds until the next price. */
function stairs(
  points: readonly { price: number; sum: number }[],
  x: (price: number) => number,
  top: number,
  edge: number,
) {
  const corners: Corner[] = [];
  let y = 0;
  for (const { price, sum } of points) {
    corners.push({ x: x(price), y });
    y = sum / top;
    corners.push({ x: x(price), y });
  }
  corners.push({ x: edge, y });
  return corners;
}

/** Cumulated quantity on both sides of the mid price, with equal reach. Undefined while a side is empty. */
export function depthCurve(book: Book): DepthCurve | undefined {
  const [bid, ask] = [book.bids[0], book.asks[0]];
  const [lastBid, lastAsk] = [book.bids.at(-1), book.asks.at(-1)];
  if (!bid || !ask || !lastBid || !lastAsk) return undefined;
  if (bid.price >= ask.price) return undefined;
  const doubleMiddle = bid.price + ask.price;
  const reach = min(distance(lastBid, doubleMiddle), distance(lastAsk, doubleMiddle));
  const half = (doubled: bigint): number => toNumber(doubled) / 2;
  const [low, high] = [half(doubleMiddle - reach), half(doubleMiddle + reach)];
  const bids = sums(book.bids, doubleMiddle, reach);
  const asks = sums(book.asks, doubleMiddle, reach);
  const top = Math.max(bids.at(-1)?.sum ?? 0, asks.at(-1)?.sum ?? 0);
  if (top <= 0) return undefined;
  const x = (price: number): number => (price - low) / (high - low);
  return {
    bids: stairs(bids, x, top, 0),
    asks: stairs(asks, x, top, 1),
    low,
    high,
    middle: half(doubleMiddle),
    top,
  };
}
