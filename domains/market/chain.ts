import type { MarketId } from '@karat/contract';
import { chainHash, followsFrom, genesisOf, textOfHead } from '@karat/evidence';
import type { TickFacts } from '@karat/evidence';
import { format } from '@karat/money';
import type { Price } from '@karat/money';
import type { Tick } from './types.ts';

// The published form of ticks comes from the evidence package, so that a verifier runs the same code in a browser.
export { quotesIn as readQuotes } from '@karat/evidence';

const factsOf = ({ marketId: market, ...rest }: Tick): TickFacts => ({ market, ...rest });

/** The hash before the first tick of an instrument. */
export const genesisHash = (market: MarketId, symbol: string): string => genesisOf(market, symbol);

export const nextHash = (previous: string, tick: Tick): string => chainHash(previous, factsOf(tick));

/** The text signed each minute: `karat-head-v1|market|unix second of the last tick|hash`. */
export const headText = (market: MarketId, time: number, hash: string): string =>
  textOfHead(market, time, hash);

/** Quotes of the sources, in the given order: `name=price;name=price`. */
export const quotesText = (quotes: readonly (readonly [name: string, price: Price])[]): string =>
  quotes.map(([name, value]) => `${name}=${format(value)}`).join(';');

/** Whether a published price follows from its sources by the index rule. */
export const followsFromQuotes = (tick: Tick, decimals: number): boolean =>
  followsFrom(factsOf(tick), decimals);
