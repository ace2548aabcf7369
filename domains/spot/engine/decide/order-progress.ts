import type { MarketId, OrderId, UserId } from '@karat/contract';
import { ZERO } from '@karat/money';
import type { Amount } from '@karat/money';
import { OrderLocation } from '../../types.ts';
import type { EndReason, Order, Status } from '../../types.ts';

/**
 * What a batch has done to one order. For an order placed in it these are the order's own figures; for one that was there
 * before, amounts are what is added to its row and `null` leaves a column as it is.
 */
export interface OrderProgress {
  filled: Amount;
  filledQuote: Amount;
  fee: Amount;
  held: Amount;
  status: Status | null;
  reason: EndReason | null;
  place: OrderLocation | null;
  /** New total. */
  quantity: Amount | null;
  priority: number | null;
  firstFill: number | null;
  lastFill: number | null;
}

export const emptyProgress = (): OrderProgress => ({
  filled: ZERO,
  filledQuote: ZERO,
  fee: ZERO,
  held: ZERO,
  status: null,
  reason: null,
  place: null,
  quantity: null,
  priority: null,
  firstFill: null,
  lastFill: null,
});

/** An order that was there before the batch. */
export interface ChangedOrder extends OrderProgress {
  readonly id: OrderId;
  readonly userId: UserId;
  readonly marketId: MarketId;
}

type FixedOrderFields = Omit<Order, keyof OrderProgress | 'updatedAt'>;
/** An order that the batch placed. */
export interface PlacedOrder extends FixedOrderFields, OrderProgress {
  status: Status;
  place: OrderLocation;
  priority: number;
}

export const toOrder = (placed: PlacedOrder): Order => ({ ...placed, updatedAt: placed.createdAt });

/** Ends an order; its hold has been dealt with. */
export function endOrder(progress: OrderProgress, status: Status, reason: EndReason | null): void {
  progress.status = status;
  progress.reason = reason;
  progress.place = OrderLocation.Ended;
}

/** Adds one fill. Whether more is to come is said apart. */
export function addFill(
  progress: OrderProgress,
  fillId: number,
  quantity: Amount,
  quote: Amount,
  fee: Amount,
): void {
  progress.filled = (progress.filled + quantity) as Amount;
  progress.filledQuote = (progress.filledQuote + quote) as Amount;
  progress.fee = (progress.fee + fee) as Amount;
  progress.firstFill ??= fillId;
  progress.lastFill = fillId;
}
