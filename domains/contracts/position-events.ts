import type { CloseReason, MarketId } from '@karat/contract';
import type { Amount, Price } from '@karat/money';
import type { Position } from './position.ts';

/** The index of a market as a decision uses it. */
export interface MarkPrice {
  readonly index: Price;
  /** Unix seconds of the tick. */
  readonly tick: number;
}

/** Index of each needed market. */
export type MarkPrices = (market: MarketId) => MarkPrice | undefined;

/** One event of a position, with the money that it moved. */
export type PositionEvent =
  | { readonly kind: 'pended' | 'cancelled'; readonly position: Position; readonly hold: Amount }
  | {
      readonly kind: 'amended';
      readonly position: Position;
      /** Change of the amount held, signed. */
      readonly change: Amount;
      /** Change of the quantity, signed. */
      readonly added: Amount;
    }
  | {
      readonly kind: 'margin_changed';
      readonly position: Position;
      /** Margin added, negative if taken back. */
      readonly change: Amount;
      /** Margin afterwards. */
      readonly margin: Amount;
    }
  | { readonly kind: 'triggered' | 'stops_set'; readonly position: Position }
  | {
      readonly kind: 'opened';
      readonly position: Position;
      readonly mark: MarkPrice;
      readonly price: Price;
      readonly quantity: Amount;
      readonly margin: Amount;
      readonly fee: Amount;
      /** Sources of the payment: held by the order, and available. */
      readonly funds: Amount;
      /** What the waiting order held; zero for a market order. */
      readonly hold: Amount;
      /** Payment of the promotion account for a coupon: margin and fee; zero for own money. */
      readonly trialPaid: Amount;
    }
  | {
      readonly kind: 'closed';
      readonly position: Position;
      readonly mark: MarkPrice;
      readonly price: Price;
      readonly reason: CloseReason;
      readonly lots: Amount;
      readonly quantity: Amount;
      /** The closed margin and, of a cross position, the available balance. */
      readonly funds: Amount;
      /** Released margin. */
      readonly released: Amount;
      /** Profit at the price, signed. */
      readonly profit: Amount;
      readonly fee: Amount;
      /** Payment of the insurance fund to the user, which covers the rest of the loss. */
      readonly insurance: Amount;
      /** The uncovered part, because the fund is empty: the pool receives less by it. */
      readonly absorbed: Amount;
      /** Loan of the fund to the pool for a gain that the pool cannot pay. */
      readonly poolCover: Amount;
      /** What goes back to the promotion account; zero for own money. */
      readonly trialReturned: Amount;
      /** What the promotion account was to get back before it. */
      readonly trialOwed: Amount;
      /** Risk rate at a liquidation, percent. */
      readonly rate: string | undefined;
      /** The level of the stop, and the tick that reached it. */
      readonly trigger: { readonly level: Price; readonly tick: number } | undefined;
    }
  | {
      readonly kind: 'overnight';
      readonly position: Position;
      readonly mark: MarkPrice;
      readonly quantity: Amount;
      readonly fromAvailable: Amount;
      readonly fromMargin: Amount;
      readonly cutoff: number;
    };
