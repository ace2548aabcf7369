import type { AlertKind, AlertRepeat, AlertState, MarketId, UserId } from '@karat/contract';
import type { Amount, Price } from '@karat/money';

/** On which side of the target a value is; `none`: on it, or not known. */
export type Side = 'below' | 'above' | 'none';

/** What an alert watches, as its user sets it. */
export interface AlertTerms {
  readonly kind: AlertKind;
  /** A price in the quote currency, or percent; positive. */
  readonly target: Amount;
  /** Minimum minutes between two notifications; 0: once. */
  readonly repeatMinutes: AlertRepeat;
}

export interface Alert extends AlertTerms {
  readonly id: number;
  readonly userId: UserId;
  readonly marketId: MarketId;
  /** When the target was set, unix ms. */
  readonly targetMs: number;
  readonly state: AlertState;
  /** The side that the user knows; another one is a crossing. */
  readonly side: Side;
  /** Unix ms of the tick of that side. */
  readonly sideMs: number;
  /** Unix ms until which it stays silent. */
  readonly quietMs: number | undefined;
  readonly version: number;
  readonly firings: number;
  readonly firedMs: number | undefined;
  readonly firedPrice: Price | undefined;
  readonly createdMs: number;
}

/** A side and the tick (unix ms) that shows it. */
export interface SideAt {
  readonly side: Side;
  readonly sideMs: number;
}
