import { CLAMP, median as middleOf } from '@karat/evidence';
import { UNIT, formatFixed, price, rate, smallestUnit } from '@karat/money';
import type { Price } from '@karat/money';
import type { Breaker, Rescale, SourceKind } from './types.ts';

/** Validity of a source's price after the source last confirmed it; so also of the index itself. */
export const STALE_MS = 2_000;
// The index rule comes from the evidence package, so that a verifier runs the same code.
export { indexOf, median } from '@karat/evidence';

/**
 * A price of one time adjusted to a later one (unix ms): multiplied by every rescale in between, each rounded half up
 * at 1e-10.
 */
export function rescaled(value: Price, rescales: readonly Rescale[], after: number, upTo: number): Price {
  let units: bigint = value;
  for (const { from, numerator, denominator } of rescales) {
    if (from > after && from <= upTo) units = (2n * units * numerator + denominator) / (2n * denominator);
  }
  return price(units);
}

/**
 * Minimum number of sources of an index: with live prices one source alone settles nothing; the simulation is always
 * one.
 */
export const SOURCES_MIN: Readonly<Record<SourceKind, number>> = { live: 2, simulated: 1 };

/** Default: sources two percent apart are not one price. */
export const breakerFor = (kind: SourceKind): Breaker => ({
  spread: rate('0.02'),
  sourcesMin: SOURCES_MIN[kind],
});

/**
 * Of two sources none is the majority: beyond this both would be clamped, and their mean would follow the wrong one
 * halfway.
 */
const SPREAD_OF_TWO = rate(2n * CLAMP);

/**
 * Whether sources disagree by more than the breaker allows, or are fewer than its minimum; none at all is no
 * disagreement.
 */
export function disagree(prices: readonly Price[], breaker: Breaker): boolean {
  const middle = middleOf(prices);
  if (middle === undefined) return false;
  if (prices.length < breaker.sourcesMin) return true;
  const spread = prices.length === 2 && breaker.spread > SPREAD_OF_TWO ? SPREAD_OF_TWO : breaker.spread;
  const high = prices.reduce((a, b) => (b > a ? b : a));
  const low = prices.reduce((a, b) => (b < a ? b : a));
  return (high - low) * UNIT > middle * spread;
}

/** Signed percent with two decimals, "+1.23", rounded half away from zero; no movement is "+0.00". */
export function changePercent(from: bigint, to: bigint): string {
  if (from <= 0n) return '+0.00';
  const difference = to - from;
  const size = difference < 0n ? -difference : difference;
  const hundredths = (size * 20_000n + from) / (2n * from);
  return `${difference < 0n && hundredths > 0n ? '-' : '+'}${formatFixed(rate(hundredths * (UNIT / 100n)), 2)}`;
}

/** Whether one price step times one quantity step is payable exactly in a quote currency with a number of decimals. */
export const fitsDecimals = (tick: bigint, lot: bigint, decimals: number): boolean =>
  (tick * lot) % (UNIT * smallestUnit(decimals)) === 0n;
