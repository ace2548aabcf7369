import type { CurrencyId, MarketId } from '@karat/contract';
import type { Amount, Price, Rate } from '@karat/money';

export type MarketKind = 'coin' | 'stock';
/** State set by operators. */
export type SetState = 'open' | 'cancel_only' | 'halted';
/** Effective state: an open market is `closed` outside its trading calendar and `halted` without any price source. */
export type MarketState = SetState | 'closed';
export type SourceKind = 'live' | 'simulated';
/** What the index of an instrument is made of: outside sources, or its own order book and trades. */
export type Pricing = 'sources' | 'book';
/** Name of a pair at outside sources, by the name of the source: `{ binance: 'BTCUSDT' }`. */
export type PriceProducts = Readonly<Record<string, string>>;
/** Label of a tick; `book` is the market's own order book. */
export type TickSource = SourceKind | 'book';

/** Parameters of contracts. */
export interface ContractTerms {
  /** Absolute price amount between index and quoted side. */
  readonly spread: Price;
  /** Overnight fee, rate a day. */
  readonly overnight: Rate;
  /** Base quantity of one lot. */
  readonly shareNum: Amount;
  /** Fee rate at open and close. */
  readonly tradeFee: Rate;
  readonly minShare: Amount;
  readonly maxShare: Amount;
}

/** An instrument. */
export interface Market {
  readonly id: MarketId;
  /** `BTC/USDT`. */
  readonly symbol: string;
  readonly base: CurrencyId;
  readonly quote: CurrencyId;
  readonly baseName: string;
  readonly quoteName: string;
  readonly title: string;
  readonly kind: MarketKind;
  /** Price step. */
  readonly tick: Price;
  /** Quantity step, in base. */
  readonly lot: Amount;
  /** Minimum value of an order, in quote. */
  readonly minNotional: Amount;
  /** Maximum relative distance of a limit price from the index. */
  readonly band: Rate;
  readonly makerFee: Rate;
  readonly takerFee: Rate;
  readonly indexDecimals: number;
  readonly state: SetState;
  readonly terms: ContractTerms;
  readonly openLever: boolean;
  readonly openMicrotrade: boolean;
  readonly openCoinTrade: boolean;
  readonly pricing: Pricing;
  /** Its name at each outside source, as two operators decided it; undefined for the names of the release. */
  readonly products?: PriceProducts | undefined;
  /** The index until the first trade; of markets that are priced by their own book. */
  readonly reference: Price | undefined;
  /** Unix ms; undefined for the markets of the first day. */
  readonly listedMs: number | undefined;
  /** Grows with every change. */
  readonly version: number;
}

/** The quote of one source for one instrument. */
export interface Quote {
  readonly price: Price;
  /** Unix ms at which the source last confirmed it. */
  readonly time: number;
}

/** Price factor from a time (unix ms) on: a split or a dividend of a stock. */
export interface Rescale {
  readonly from: number;
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Actions of companies on their shares, as the index and the engine need them. */
export interface ShareActions {
  /** Whether a market waits for a split at a time (unix ms): no ticks, no orders. */
  paused(id: MarketId, at: number): boolean;
  /** Price factors of a market, oldest first. */
  rescales(id: MarketId): readonly Rescale[];
}

/** What a source needs to know of an instrument. */
export type PricedPair = Pick<Market, 'id' | 'symbol' | 'kind' | 'products'>;

/** A price source: a public exchange, or the simulation. */
export interface Source {
  readonly name: string;
  readonly kind: SourceKind;
  /** Whether it has a name for this pair, of the form that its names have. */
  covers(pair: PricedPair): boolean;
  /** The valid price at this second (unix ms), if any. The first call for a new name subscribes to it. */
  quote(pair: PricedPair, at: number): Quote | undefined;
  start(): void | Promise<void>;
  stop(): void;
}

/** The index as other domains read it. */
export interface IndexPrice {
  readonly price: Price;
  /** Unix ms of the tick. */
  readonly time: number;
  /** Older than two seconds while the market trades: dependent actions pause. */
  readonly stale: boolean;
  /** Sources disagree or are too few: no ticks are taken, and the index is stale at once. */
  readonly broken: boolean;
  readonly source: TickSource;
}

/** Limits beyond which an index is suspended. */
export interface Breaker {
  /** Maximum distance of the highest and the lowest source, relative to the median. */
  readonly spread: Rate;
  /** Minimum number of sources with a valid price. */
  readonly sourcesMin: number;
}

/** One index tick. */
export interface Tick {
  readonly marketId: MarketId;
  /** Unix seconds. */
  readonly time: number;
  readonly price: Price;
  readonly source: TickSource;
  /** `name=price;name=price`, as hashed. */
  readonly quotes: string;
}

/** The public view of a trade. */
export interface PublicTrade {
  readonly id: number;
  readonly price: Price;
  /** In base. */
  readonly quantity: Amount;
  /** In quote. */
  readonly quote: Amount;
  /** The taker's side. */
  readonly side: 'buy' | 'sell';
  /** Both sides are house accounts. */
  readonly house: boolean;
  /** Unix ms. */
  readonly time: number;
}

/** Durable trades of the engine, for candles. Ids grow per market in the order of commits. */
export interface TradeLog {
  since(marketId: MarketId, afterId: number, limit: number): Promise<readonly PublicTrade[]>;
  latest(marketId: MarketId, limit: number): Promise<readonly PublicTrade[]>;
}

export interface DepthView {
  readonly seq: number;
  readonly bids: readonly (readonly [Price, Amount])[];
  readonly asks: readonly (readonly [Price, Amount])[];
}

/** Best prices and last trade of a book. */
export interface BookTop {
  readonly bid: Price | undefined;
  readonly ask: Price | undefined;
  readonly last: Price | undefined;
}

/** The engine's books. */
export interface Books {
  top(marketId: MarketId): BookTop | undefined;
  depth(marketId: MarketId, limit: number): DepthView | undefined;
}
