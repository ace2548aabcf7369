import type { MarketId } from '@karat/contract';
import { chainHash, followsFrom, genesisOf, textOfHead } from '@karat/evidence';
import type { TickFacts } from '@karat/evidence';
import { format } from '@karat/money';
import type { Price } from '@karat/money';
import type { Tick } from './types.ts';

// The published form of the ticks is the evidence package's: whoever checks it uses the same code in a browser.
export { quotesIn as readQuotes } from '@karat/evidence';

const factsOf = ({ marketId: market, ...rest }: Tick): TickFacts => ({ market, ...rest });

/** What the first tick of an instrument is chained to. */
export const genesisHash = (market: MarketId, symbol: string): string => genesisOf(market, symbol);

export const nextHash = (previous: string, tick: Tick): string => chainHash(previous, factsOf(tick));

/** What is signed each minute: `karat-head-v1|market|unix second of the last tick|hash`. */
export const headText = (market: MarketId, time: number, hash: string): string =>
  textOfHead(market, time, hash);

/** What each source said, in the order given: `name=price;name=price`. */
export const quotesText = (quotes: readonly (readonly [name: string, price: Price])[]): string =>
  quotes.map(([name, value]) => `${name}=${format(value)}`).join(';');

/** Whether a published price is what its sources give by the index rule. */
export const followsFromQuotes = (tick: Tick, decimals: number): boolean =>
  followsFrom(factsOf(tick), decimals);
