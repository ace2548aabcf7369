/** Instruments, their published index, candles and daily statistics. */
export { createMarket } from './create.ts';
export type { MarketData, MarketDeps } from './create.ts';
export type { Engine } from './internals.ts';
export { changed } from './change.ts';
export type { MarketChange, OriginChange } from './change.ts';
export { checkListing, insertListing } from './listing.ts';
export type { ListedCurrency, Listing, ListingTerms } from './listing.ts';
export { registerMarketChannels } from './channels.ts';
export { exchangeSources } from './sources/exchanges.ts';
export { aggregate } from './candles.ts';
export type { Candle } from './candles.ts';
export type { Evidence } from './evidence.ts';
export type { Stats24h } from './stats24h.ts';
export { createInstruments } from './instruments.ts';
export type { Instruments } from './instruments.ts';
export { marketHandlers } from './http.ts';
export { marketMessages } from './messages.ts';
export { candlesMoved, indexTicked, marketChanged, tradesPrinted } from './topics.ts';
export { commitmentOf, createSeeds, readBase } from './seeds.ts';
export type { Commitment, DaySeed, Seeds } from './seeds.ts';
export { isStockSession, nextSession, sessionAround, sessionMs, sessionOfDate } from './calendar.ts';
export type { Session } from './calendar.ts';
export { pricesAt } from './price-history.ts';
export type { PricePoint } from './price-history.ts';
export { SOURCES_MIN, rescaled } from './rules.ts';
export { chainHeads, lastTickAt } from './tick-store.ts';
export { ticksIn, verifyTicks } from './verify.ts';
export type { Verdict } from './verify.ts';
export { bucketStarts, startAfter, startOf } from './periods.ts';
export type {
  Books,
  BookTop,
  Breaker,
  ContractTerms,
  DepthView,
  IndexPrice,
  Market,
  MarketKind,
  MarketState,
  PricedPair,
  PriceProducts,
  Pricing,
  PublicTrade,
  Quote,
  Rescale,
  SetState,
  ShareActions,
  Source,
  SourceKind,
  Tick,
  TickSource,
  TradeLog,
} from './types.ts';
