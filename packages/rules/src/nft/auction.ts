import { ZERO, max, min, minus, mulUp, plus } from '@karat/money';
import type { Amount, Rate } from '@karat/money';

/** An auction as bids find it. */
export interface AuctionPrices {
  readonly startPrice: Amount;
  readonly increment: Amount;
  /** Highest bid; undefined without one. */
  readonly current: Amount | undefined;
}

/** Minimum of the next bid: the start price, then the highest bid plus the increment. */
export const minimumBid = ({ startPrice, increment, current }: AuctionPrices): Amount =>
  current === undefined ? startPrice : plus(current, increment);

/** Margin of each bidder: a share of the start price, rounded up at the decimals of the currency, at most the start price. */
export const auctionMargin = (startPrice: Amount, rate: Rate, decimals: number): Amount =>
  min(startPrice, mulUp(startPrice, rate, decimals));

/** What one bid obliges its bidder to. */
export interface BidObligation {
  /** Held now; zero if the margin is held already. */
  readonly holdNow: Amount;
  /** Held until the auction ends, and for the winner until the payment or its limit. */
  readonly margin: Amount;
  /** Due from the winner: the whole bid. The margin counts towards it. */
  readonly price: Amount;
  /** What the winner needs in addition to the margin. */
  readonly rest: Amount;
}

export const bidObligation = (price: Amount, margin: Amount, isMarginHeld: boolean): BidObligation => ({
  holdNow: isMarginHeld ? ZERO : margin,
  margin,
  price,
  rest: max(minus(price, margin), ZERO),
});

/** How late bids extend an auction. */
export interface ExtensionTerms {
  /** A bid in the last `windowMs` moves the end to `windowMs` after it. */
  readonly windowMs: number;
  readonly maxExtensions: number;
}
export interface AuctionEnd {
  readonly endMs: number;
  readonly extensions: number;
}

/** The end of an auction after a bid at a moment before its end. */
export function extendedEnd(
  { endMs, extensions }: AuctionEnd,
  bidMs: number,
  { windowMs, maxExtensions }: ExtensionTerms,
): AuctionEnd {
  const isLate = bidMs < endMs && endMs - bidMs < windowMs;
  return isLate && extensions < maxExtensions
    ? { endMs: bidMs + windowMs, extensions: extensions + 1 }
    : { endMs, extensions };
}

/** State of a sale at a moment: the start is part of it, the end is not. */
export const saleStatusAt = (
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  now: number,
): 'notStarted' | 'started' | 'ended' => (now < startMs ? 'notStarted' : now < endMs ? 'started' : 'ended');
