import { MAX_OWNER, MAX_PRICE, MAX_QUANTITY, Reason, Side, TimeInForce } from './codes.ts';
import type { RestingOrders } from './resting-orders.ts';

/** Whether `value` is a whole number in 1..max. */
function isCount(value: number, max: number): boolean {
  return value >= 1 && value <= max && Number.isInteger(value);
}

/** What is wrong with the id, the owner or the size (quantity or budget) of a new order, or None. */
export function checkOrder(resting: RestingOrders, id: number, owner: number, size: number): Reason {
  if (!isCount(id, Number.MAX_SAFE_INTEGER)) return Reason.InvalidId;
  if (owner !== 0 && !isCount(owner, MAX_OWNER)) return Reason.InvalidOwner;
  if (!isCount(size, MAX_QUANTITY)) return Reason.InvalidQuantity;
  if (resting.has(id)) return Reason.DuplicateId;
  return Reason.None;
}

/** What is wrong with the price of a limit order or with its sums, or None. */
export function checkLimit(
  resting: RestingOrders,
  side: Side,
  price: number,
  quantity: number,
  timeInForce: TimeInForce,
): Reason {
  if (!isCount(price, MAX_PRICE)) return Reason.InvalidPrice;
  // The most that one lot can be traded at: a sell may meet bids above its limit.
  const priceMost = side === Side.Sell ? Math.max(price, resting.best(Side.Buy)) : price;
  if (priceMost * quantity > MAX_QUANTITY) return Reason.OutOfBounds;
  if (timeInForce === TimeInForce.ImmediateOrCancel || timeInForce === TimeInForce.FillOrKill) {
    return Reason.None;
  }
  if (resting.total(side) + quantity > MAX_QUANTITY) return Reason.OutOfBounds;
  if (resting.pool.count >= resting.pool.ordersMax) return Reason.BookFull;
  return Reason.None;
}
