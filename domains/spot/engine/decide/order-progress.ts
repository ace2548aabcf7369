import type { MarketId, OrderId, UserId } from '@karat/contract';
import { ZERO, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { OrderLocation } from '../../types.ts';
import type { EndReason, Order, Status } from '../../types.ts';

/**
 * Changes of one order in a batch. For an order placed in the batch these are its own figures; for an earlier order
 * amounts are added to its row and `null` leaves a column unchanged.
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

/** Progress of an order that existed before the batch. */
export interface ChangedOrder extends OrderProgress {
  readonly id: OrderId;
  readonly userId: UserId;
  readonly marketId: MarketId;
}

type FixedOrderFields = Omit<Order, keyof OrderProgress | 'updatedAt'>;
/** Progress of an order placed in the batch. */
export interface PlacedOrder extends FixedOrderFields, OrderProgress {
  status: Status;
  place: OrderLocation;
  priority: number;
}

export const toOrder = (placed: PlacedOrder): Order => ({ ...placed, updatedAt: placed.createdAt });

/** Ends an order; its hold is already released. */
export function endOrder(progress: OrderProgress, status: Status, reason: EndReason | null): void {
  progress.status = status;
  progress.reason = reason;
  progress.place = OrderLocation.Ended;
}

/** Adds one fill; the caller sets whether the order continues. */
export function addFill(
  progress: OrderProgress,
  fillId: number,
  quantity: Amount,
  quote: Amount,
  fee: Amount,
): void {
  progress.filled = plus(progress.filled, quantity);
  progress.filledQuote = plus(progress.filledQuote, quote);
  progress.fee = plus(progress.fee, fee);
  progress.firstFill ??= fillId;
  progress.lastFill = fillId;
}
