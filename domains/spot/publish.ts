import type { MarketId, UserId } from '@karat/contract';
import { tradesPrinted } from '@karat/domains/market';
import type { BookTop, DepthView, PublicTrade } from '@karat/domains/market';
import type { Amount, Price } from '@karat/money';
import { Side as BookSide } from '@karat/orderbook';
import type { Bus } from '@karat/platform/bus';
import { orderOf } from './engine/intake/reply.ts';
import type { BatchPlan } from './engine/decide/plan.ts';
import type { MarketBook } from './engine/decide/market-book.ts';
import { priceOf, quantityOf } from './scale.ts';
import { depthChanged, ordersChanged } from './topics.ts';
import type { Fill, Order } from './types.ts';

export const toPublicTrade = (fill: Fill): PublicTrade => ({
  id: fill.id,
  price: fill.price,
  quantity: fill.quantity,
  quote: fill.quote,
  side: fill.takerSide,
  house: fill.house,
  time: fill.at,
});

/** Publishes the changes of a batch right after its commit; of orders only those with a subscriber. */
export function publishPlan(bus: Bus, plan: BatchPlan, isWatched: (userId: UserId) => boolean): void {
  const { batch } = plan;
  const trades = new Map<MarketId, PublicTrade[]>();
  for (const fill of batch.fills) {
    const printed = trades.get(fill.marketId);
    if (printed) printed.push(toPublicTrade(fill));
    else trades.set(fill.marketId, [toPublicTrade(fill)]);
  }
  for (const [marketId, printed] of trades) bus.publish(tradesPrinted, { marketId, trades: printed });
  const orders: Order[] = [];
  for (const { id, userId } of [...batch.placed.values(), ...batch.changed.values()]) {
    const order = isWatched(userId) ? orderOf(plan, id) : undefined;
    if (order) orders.push(order);
  }
  if (orders.length > 0) bus.publish(ordersChanged, orders);
  for (const levels of plan.levels) {
    if (levels.bids.length + levels.asks.length > 0) bus.publish(depthChanged, levels);
  }
}

/** The best levels of a book. The caller supplies `seq`. */
export function depthOf({ book, scale }: MarketBook, levels: number): Omit<DepthView, 'seq'> {
  const side = (of: BookSide): (readonly [Price, Amount])[] =>
    book.depth(of, levels).map(({ price, quantity }) => [priceOf(scale, price), quantityOf(scale, quantity)]);
  return { bids: side(BookSide.Buy), asks: side(BookSide.Sell) };
}

/** Best prices and last trade of a book. */
export function topOf({ book, scale, last }: MarketBook): BookTop {
  const best = (of: BookSide): Price | undefined => {
    const [level] = book.depth(of, 1);
    return level && priceOf(scale, level.price);
  };
  return {
    bid: best(BookSide.Buy),
    ask: best(BookSide.Sell),
    last: last > 0 ? priceOf(scale, last) : undefined,
  };
}
