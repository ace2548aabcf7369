import { UNIT, compare, divideHalfUp, format, parse, price, rate } from '@karat/money';
import type { Price, Rate } from '@karat/money';
import { sha256Hex } from './sha256.ts';

/**
 * The published form of the index ticks. Each tick's hash is SHA-256 over the previous hash, a line feed and the
 * tick's canonical text, all as UTF-8 with hashes in lower-case hex; so `printf '%s\n%s' <previous> <text> |
 * sha256sum` recomputes it.
 */
const VERSION = 'v1';

/** The hashed content of a tick. */
export interface TickFacts {
  /** The market's id. */
  readonly market: number;
  /** Unix seconds. */
  readonly time: number;
  readonly price: Price;
  /** `book` is the order book of a market without outside sources. */
  readonly source: 'live' | 'simulated' | 'book';
  /** `name=price;name=price`. */
  readonly quotes: string;
}

/** The hash before the first tick of a market. */
export const genesisOf = (market: number, symbol: string): string =>
  sha256Hex(`karat-ticks-${VERSION}|${market}|${symbol}`);

/** `market|unix second|price|source|quotes`. */
export const textOfTick = (tick: TickFacts): string =>
  `${tick.market}|${tick.time}|${format(tick.price)}|${tick.source}|${tick.quotes}`;

export const chainHash = (previous: string, tick: TickFacts): string =>
  sha256Hex(`${previous}\n${textOfTick(tick)}`);

/** The text signed each minute: `karat-head-v1|market|unix second of the last tick|hash`. */
export const textOfHead = (market: number, time: number, hash: string): string =>
  `karat-head-${VERSION}|${market}|${time}|${hash}`;

/** Parses `name=price;name=price`; undefined if invalid. */
export function quotesIn(text: string): (readonly [name: string, price: Price])[] | undefined {
  const quotes: (readonly [string, Price])[] = [];
  for (const part of text.split(';')) {
    const equals = part.indexOf('=');
    const value = parse(part.slice(equals + 1));
    if (equals < 1 || value === undefined) return undefined;
    quotes.push([part.slice(0, equals), price(value)]);
  }
  return quotes;
}

/** Maximum distance of a source from the median before it is clamped. */
export const CLAMP: Rate = rate('0.005');

/** The middle price; of an even number, the mean of the two in the middle, rounded down at 1e-10. */
export function median(prices: readonly Price[]): Price | undefined {
  const sorted = prices.toSorted((a, b) => compare(a, b));
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half];
  if (upper === undefined) return undefined;
  const lower = sorted.length % 2 === 0 ? (sorted[half - 1] ?? upper) : upper;
  return price((lower + upper) / 2n);
}

/**
 * The published index: the median of the sources, each source clamped to +-0.5 % of it, then their mean, rounded half
 * up at `decimals` decimals. Undefined without a source.
 */
export function indexOf(prices: readonly Price[], decimals: number, clamp: Rate = CLAMP): Price | undefined {
  const middle = median(prices);
  if (middle === undefined) return undefined;
  const reach = (middle * clamp) / UNIT;
  let total = 0n;
  for (const one of prices) {
    const low = middle - reach;
    const high = middle + reach;
    total += one < low ? low : one > high ? high : one;
  }
  return divideHalfUp(total, BigInt(prices.length), decimals);
}

/** Whether a published price follows from its sources by the index rule. */
export function followsFrom(tick: TickFacts, decimals: number): boolean {
  const quotes = quotesIn(tick.quotes);
  return (
    quotes !== undefined &&
    indexOf(
      quotes.map(([, value]) => value),
      decimals,
    ) === tick.price
  );
}
