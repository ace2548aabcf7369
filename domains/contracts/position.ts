import type { CloseReason, MarginMode, MarketId, UserId } from '@karat/contract';
import type { Amount, Price, Rate } from '@karat/money';
import type { PositionSide } from '@karat/rules';

/** 0 pending, 1 open, 2 closing (triggered, filled at the next tick), 3 closed, 4 cancelled. */
export const Status = { pending: 0, open: 1, closing: 2, closed: 3, cancelled: 4 } as const;
export type Status = (typeof Status)[keyof typeof Status];

/** 1 own, 2 copied from a trader. */
export type OrderType = 1 | 2;

/** The part of the house in a position that a coupon pays for. */
export interface TrialMargin {
  readonly couponId: number;
  /** Margin and opening fee, paid by the promotion account. */
  readonly paid: Amount;
  /** What the promotion account has got back. */
  readonly returned: Amount;
  /** The position is closed at the first tick from then on, unix ms. */
  readonly endsAt: number;
}

/**
 * A position from its order to its end; one row. Terms agreed at the order (spread, fee rate, overnight rate, lot
 * size) stay with it: a later change of the market's parameters does not affect it.
 */
export interface Position {
  readonly id: number;
  readonly userId: UserId;
  readonly marketId: MarketId;
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly orderType: OrderType;
  readonly multiple: number;
  readonly lotSize: Amount;
  readonly spread: Price;
  readonly feeRate: Rate;
  readonly overnightRate: Rate;
  readonly createdAt: number;
  /** The copied position, for copy trading. */
  readonly source: number | undefined;
  /** Grows with every change of the row. */
  readonly version: number;
  status: Status;
  /** Limit price; undefined for a market order. */
  target: Price | undefined;
  /** Lots of the order. */
  originLots: Amount;
  /** Open or pending lots. */
  lots: Amount;
  /** Open price; undefined before the fill. */
  price: Price | undefined;
  /** Margin in the held balance, after the fill. */
  margin: Amount;
  originMargin: Amount;
  /** Amount held by a pending order: margin and fee at its target. */
  hold: Amount;
  takeProfit: Price | undefined;
  stopLoss: Price | undefined;
  /** While closing: the trigger that was reached, and its tick (unix s). */
  trigger: { readonly reason: 'take_profit' | 'stop_loss'; readonly tick: number } | undefined;
  /** Realised profit so far, before fees. */
  profit: Amount;
  fee: Amount;
  overnight: Amount;
  /** The part of the loss beyond the user's funds, which the insurance fund, or else the pool, bore. */
  insurance: Amount;
  closePrice: Price | undefined;
  closeReason: CloseReason | undefined;
  openTick: number | undefined;
  closeTick: number | undefined;
  openedAt: number | undefined;
  closedAt: number | undefined;
  /** The coupon that pays margin and fees; undefined for own money. Replaced, never changed. */
  trial: TrialMargin | undefined;
  /** Last charged overnight cut-off, unix ms. */
  chargedAt: number | undefined;
}

export const isLive = ({ status }: Position): boolean =>
  status === Status.pending || status === Status.open || status === Status.closing;
/** Whether the position has a margin at risk. */
export const isOpen = ({ status }: Position): boolean => status === Status.open || status === Status.closing;
