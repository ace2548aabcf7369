import { ORDER_SIDE, wireTime } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { format, priceDown, roundToStep } from '@karat/money';
import { sideNumber } from './order-row.ts';
import { OrderLocation } from './types.ts';
import type { Fill, Order, SpotMarket } from './types.ts';

export type OrderView = Reply<Contract['spot']['coin/trade']>;
export type FillView = Reply<Contract['spot']['coin/fills']>['data'][number];

/** Mean fill price at the nearest tick, halves up; null before the first fill. */
export function meanPrice(
  { filled, filledQuote }: Pick<Order, 'filled' | 'filledQuote'>,
  { tick }: Pick<SpotMarket, 'tick'>,
): string | null {
  if (filled === 0n) return null;
  return format(roundToStep(priceDown(filledQuote, filled), tick));
}

/** An order in wire format. */
export const orderView = (order: Order, market: SpotMarket): OrderView => ({
  id: order.id,
  client_id: order.clientKey,
  match_id: order.marketId,
  currency_id: market.base,
  legal_id: market.quote,
  symbol: market.symbol,
  type: sideNumber(order.side),
  order_type: order.orderType,
  time_in_force: order.timeInForce,
  post_only: order.postOnly,
  target_price: order.price === null ? null : format(order.price),
  stop_price: order.stopPrice === null ? null : format(order.stopPrice),
  waiting: order.place === OrderLocation.Trigger || order.place === OrderLocation.Opening,
  pair_id: order.pairId,
  amount: order.quantity === null ? null : format(order.quantity),
  quote_amount: order.quoteBudget === null ? null : format(order.quoteBudget),
  filled: format(order.filled),
  filled_quote: format(order.filledQuote),
  avg_price: meanPrice(order, market),
  fee: format(order.fee),
  fee_currency: order.side === 'buy' ? market.baseName : market.quoteName,
  status: order.status,
  reason: order.reason,
  created_at: wireTime(order.createdAt),
  created_ms: order.createdAt,
  updated_ms: order.updatedAt,
});

/** A fill from the side of one of its two users. */
export function fillView(fill: Fill, userId: UserId, market: SpotMarket): FillView {
  const maker = fill.makerUser === userId;
  const takerBuys = fill.takerSide === 'buy';
  const buys = maker !== takerBuys;
  return {
    id: fill.id,
    order_id: maker ? fill.makerOrder : fill.takerOrder,
    match_id: fill.marketId,
    symbol: market.symbol,
    type: buys ? ORDER_SIDE.buy : ORDER_SIDE.sell,
    price: format(fill.price),
    amount: format(fill.quantity),
    quote_amount: format(fill.quote),
    fee: format(maker ? fill.makerFee : fill.takerFee),
    fee_currency: buys ? market.baseName : market.quoteName,
    maker,
    created_at: wireTime(fill.at),
    created_ms: fill.at,
  };
}
