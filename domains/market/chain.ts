import { createHash } from 'node:crypto';
import type { MarketId } from '@karat/contract';
import { format, parse, price } from '@karat/money';
import type { Price } from '@karat/money';
import { indexOf } from './rules.ts';
import type { Tick } from './types.ts';

/**
 * The published form of the ticks. Each line's hash is SHA-256 over the hash before it, a line feed and the tick's canonical
 * text, all as UTF-8 with hashes in lower-case hex; so `printf '%s\n%s' <previous> <text> | sha256sum` recomputes it.
 */
const VERSION = 'v1';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** What the first tick of an instrument is chained to. */
export const genesisHash = (market: MarketId, symbol: string): string =>
  sha256(`karat-ticks-${VERSION}|${market}|${symbol}`);

/** `market|unix second|price|source|quotes`. */
export const tickText = (tick: Tick): string =>
  `${tick.marketId}|${tick.time}|${format(tick.price)}|${tick.source}|${tick.quotes}`;

export const nextHash = (previous: string, tick: Tick): string => sha256(`${previous}\n${tickText(tick)}`);

/** What is signed each minute: `karat-head-v1|market|unix second of the last tick|hash`. */
export const headText = (market: MarketId, time: number, hash: string): string =>
  `karat-head-${VERSION}|${market}|${time}|${hash}`;

/** What each source said, in the order given: `name=price;name=price`. */
export const quotesText = (quotes: readonly (readonly [name: string, price: Price])[]): string =>
  quotes.map(([name, value]) => `${name}=${format(value)}`).join(';');

/** Reads `name=price;name=price`; undefined where it is not of that form. */
export function readQuotes(text: string): (readonly [name: string, price: Price])[] | undefined {
  const quotes: (readonly [string, Price])[] = [];
  for (const part of text.split(';')) {
    const equals = part.indexOf('=');
    const value = parse(part.slice(equals + 1));
    if (equals < 1 || value === undefined) return undefined;
    quotes.push([part.slice(0, equals), price(value)]);
  }
  return quotes;
}

/** Whether a published price is what its sources give by the index rule. */
export function followsFromQuotes(tick: Tick, decimals: number): boolean {
  const quotes = readQuotes(tick.quotes);
  return (
    quotes !== undefined &&
    indexOf(
      quotes.map(([, value]) => value),
      decimals,
    ) === tick.price
  );
}
