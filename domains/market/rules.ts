import { UNIT, compare, formatFixed, rate } from '@karat/money';
import type { Decimal, Price, Rate } from '@karat/money';

/** A source's price counts for this long after the source last vouched for it; so does the index itself. */
export const STALE_MS = 2_000;
/** How far a source may pull away from the median before it is clamped. */
export const CLAMP: Rate = rate('0.005');

const byPrice = (a: Price, b: Price): number => compare(a, b);

/** The middle price; of an even number, the mean of the two in the middle, rounded down at 1e-10. */
export function median(prices: readonly Price[]): Price | undefined {
  const sorted = prices.toSorted(byPrice);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half];
  if (upper === undefined) return undefined;
  const lower = sorted.length % 2 === 0 ? (sorted[half - 1] ?? upper) : upper;
  return ((lower + upper) / 2n) as Price;
}

/**
 * The published index: the median of the sources, each source clamped to +-0.5 % of it, then their mean, rounded half up at
 * `decimals` decimals. Without a source there is none.
 */
export function indexOf(prices: readonly Price[], decimals: number, clamp: Rate = CLAMP): Price | undefined {
  const middle = median(prices);
  if (middle === undefined) return undefined;
  const reach = (middle * clamp) / UNIT;
  let total = 0n;
  for (const price of prices) {
    const low = middle - reach;
    const high = middle + reach;
    total += price < low ? low : price > high ? high : price;
  }
  return roundHalfUp(total, BigInt(prices.length), decimals);
}

/** total / count, rounded half up at a number of decimals. */
function roundHalfUp(total: bigint, count: bigint, decimals: number): Price {
  const unit = 10n ** BigInt(10 - decimals);
  const divisor = count * unit;
  return (((2n * total + divisor) / (2n * divisor)) * unit) as Price;
}

/** Signed percent with two decimals, "+1.23", rounded half away from zero; no movement is "+0.00". */
export function changePercent(from: bigint, to: bigint): string {
  if (from <= 0n) return '+0.00';
  const difference = to - from;
  const size = difference < 0n ? -difference : difference;
  const hundredths = (size * 20_000n + from) / (2n * from);
  return `${difference < 0n && hundredths > 0n ? '-' : '+'}${formatFixed((hundredths * (UNIT / 100n)) as Decimal, 2)}`;
}

/** Whether one price step times one quantity step can be paid exactly in a quote currency with so many decimals. */
export const fitsDecimals = (tick: bigint, lot: bigint, decimals: number): boolean =>
  (tick * lot) % (UNIT * 10n ** BigInt(10 - decimals)) === 0n;
