import { ORDER_SIDE, marketId, orderId, userId } from '@karat/contract';
import type { NumberOf, OrderType, TimeInForce } from '@karat/contract';
import { amount, price } from '@karat/money';
import type { EndReason, Order, OrderLocation, Side, Status } from './types.ts';

export const sideNumber = (side: Side): NumberOf<typeof ORDER_SIDE> =>
  side === 'buy' ? ORDER_SIDE.buy : ORDER_SIDE.sell;
export const sideOfNumber = (side: number): Side => (side === ORDER_SIDE.buy ? 'buy' : 'sell');

/** A row of `spot_orders` as the driver gives it. */
export interface OrderRow {
  readonly id: number;
  readonly user_id: number;
  readonly market_id: number;
  readonly client_key: string | null;
  readonly side: number;
  readonly order_type: OrderType;
  readonly time_in_force: TimeInForce;
  readonly post_only: boolean;
  readonly price: string | null;
  readonly stop_price: string | null;
  readonly pair_id: number | null;
  readonly quantity: string | null;
  readonly quote_budget: string | null;
  readonly filled: string;
  readonly filled_quote: string;
  readonly fee: string;
  readonly held: string;
  readonly status: Status;
  readonly reason: EndReason | null;
  readonly place: OrderLocation;
  readonly priority: number;
  readonly first_fill: number | null;
  readonly last_fill: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export const toOrder = (row: OrderRow): Order => ({
  id: orderId(row.id),
  userId: userId(row.user_id),
  marketId: marketId(row.market_id),
  clientKey: row.client_key,
  side: sideOfNumber(row.side),
  orderType: row.order_type,
  timeInForce: row.time_in_force,
  postOnly: row.post_only,
  price: row.price === null ? null : price(row.price),
  stopPrice: row.stop_price === null ? null : price(row.stop_price),
  pairId: row.pair_id === null ? null : orderId(row.pair_id),
  quantity: row.quantity === null ? null : amount(row.quantity),
  quoteBudget: row.quote_budget === null ? null : amount(row.quote_budget),
  filled: amount(row.filled),
  filledQuote: amount(row.filled_quote),
  fee: amount(row.fee),
  held: amount(row.held),
  status: row.status,
  reason: row.reason,
  place: row.place,
  priority: row.priority,
  firstFill: row.first_fill,
  lastFill: row.last_fill,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
