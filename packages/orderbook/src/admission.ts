import { MAX_OWNER, MAX_PRICE, MAX_QUANTITY, Reason, Side, TimeInForce } from './codes.ts';
import type { RestingOrders } from './resting-orders.ts';

// Constants of this module are compiled into the code; imported ones are read at every use.
const { None, InvalidId, DuplicateId, InvalidOwner, InvalidPrice, InvalidQuantity, OutOfBounds, BookFull } =
  Reason;
const { Buy, Sell } = Side;
const { ImmediateOrCancel, FillOrKill } = TimeInForce;
const OWNER_MOST = MAX_OWNER;
const PRICE_MOST = MAX_PRICE;
const SUM_MOST = MAX_QUANTITY;
const ID_MOST = Number.MAX_SAFE_INTEGER;

/** Whether `value` is a whole number in 1..max. */
function isCount(value: number, max: number): boolean {
  return value >= 1 && value <= max && Number.isInteger(value);
}

/** Returns the reason to refuse the id, the owner or the size (quantity or budget) of a new order, or None. */
export function checkOrder(resting: RestingOrders, id: number, owner: number, size: number): Reason {
  if (!isCount(id, ID_MOST)) return InvalidId;
  if (owner !== 0 && !isCount(owner, OWNER_MOST)) return InvalidOwner;
  if (!isCount(size, SUM_MOST)) return InvalidQuantity;
  if (resting.has(id)) return DuplicateId;
  return None;
}

/** Returns the reason to refuse the price of a limit order or its sums, or None. */
export function checkLimit(
  resting: RestingOrders,
  side: Side,
  price: number,
  quantity: number,
  timeInForce: TimeInForce,
): Reason {
  if (!isCount(price, PRICE_MOST)) return InvalidPrice;
  // The maximum price of one lot: a sell may meet bids above its limit.
  const priceMost = side === Sell ? Math.max(price, resting.best(Buy)) : price;
  if (priceMost * quantity > SUM_MOST) return OutOfBounds;
  if (timeInForce === ImmediateOrCancel || timeInForce === FillOrKill) {
    return None;
  }
  if (resting.total(side) + quantity > SUM_MOST) return OutOfBounds;
  if (resting.count >= resting.ordersMax) return BookFull;
  return None;
}
