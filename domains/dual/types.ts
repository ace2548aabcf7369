import type { CurrencyId, MarketId, UserId } from '@karat/contract';
import type { DualBasis, DualOutcome, ReceiptTick } from '@karat/evidence';
import type { DualTerms, DualType } from '@karat/rules';
import type { Amount, Price, Rate } from '@karat/money';

/** A product as operators approved it. */
export interface Product {
  readonly id: number;
  readonly marketId: MarketId;
  readonly type: DualType;
  readonly strike: Price;
  /** Rate per year; 0.73 is 73 %. */
  readonly apr: Rate;
  /** In the coin for a call, in the quote currency for a put. */
  readonly sharePrice: Amount;
  readonly totalShares: number;
  readonly soldShares: number;
  /** Shares that one user may buy. */
  readonly userMaxShares: number;
  /** Unix ms. */
  readonly saleStartMs: number;
  readonly saleEndMs: number;
  readonly maturityMs: number;
  readonly enabled: boolean;
}

/** An order with the terms of its purchase, and its settlement. */
export interface Order extends DualTerms {
  readonly id: number;
  readonly userId: UserId;
  readonly productId: number;
  readonly marketId: MarketId;
  readonly coinId: CurrencyId;
  readonly quoteId: CurrencyId;
  readonly shares: number;
  /** Payouts to the user, rounded down, and what they cost the house, rounded up. */
  readonly coinPayout: Amount;
  readonly coinCost: Amount;
  readonly quotePayout: Amount;
  readonly quoteCost: Amount;
  /** Unix ms. */
  readonly purchasedMs: number;
  readonly maturityMs: number;
  readonly outcome: DualOutcome | undefined;
  readonly payout: Amount | undefined;
  readonly receipt: string | undefined;
  readonly settledMs: number | undefined;
}

/** Orders of one market and maturity settle at one price. */
export interface SettlementKey {
  readonly marketId: MarketId;
  /** Unix ms. */
  readonly maturityMs: number;
}

/** The index ticks before maturity: their number and sum, and the first and the last of them. */
export interface TickSummary {
  readonly count: number;
  readonly total: bigint;
  readonly ends: readonly ReceiptTick[];
}

export interface Settlement extends SettlementKey {
  readonly window: TickSummary | undefined;
  readonly basis: DualBasis | undefined;
  /** The documented price, with basis `source`. */
  readonly source: { readonly price: Price; readonly document: string } | undefined;
  readonly finishedMs: number | undefined;
}
