import { marketId, orderId, userId } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import { ZERO, amount, minus, price as readPrice } from '@karat/money';
import { Outcome, TimeInForce as BookTif } from '@karat/orderbook';
import { sql } from '@karat/platform/db';
import type { Database, Queries } from '@karat/platform/db';
import { sideOfNumber } from '../../order-row.ts';
import type { OrderRow } from '../../order-row.ts';
import { restingHold } from '../../rules.ts';
import { budgetOf, lotsOf, ticksOf } from '../../scale.ts';
import { OrderLocation } from '../../types.ts';
import type { SpotMarket } from '../../types.ts';
import { MarketBook, bookSide } from '../decide/market-book.ts';
import type { WaitingOrder } from '../decide/market-book.ts';

const ROWS_AT_ONCE = 10_000;

/** The columns of an open order that the books need: with a million orders every column costs. */
type OpenRow = Omit<
  OrderRow,
  | 'client_key'
  | 'filled_quote'
  | 'fee'
  | 'status'
  | 'reason'
  | 'priority'
  | 'first_fill'
  | 'last_fill'
  | 'created_at'
  | 'updated_at'
>;

const toOpenOrder = (row: OpenRow) => ({
  id: orderId(row.id),
  userId: userId(row.user_id),
  marketId: marketId(row.market_id),
  side: sideOfNumber(row.side),
  orderType: row.order_type,
  timeInForce: row.time_in_force,
  postOnly: row.post_only,
  place: row.place,
  filled: amount(row.filled),
  held: amount(row.held),
  price: row.price === null ? null : readPrice(row.price),
  stopPrice: row.stop_price === null ? null : readPrice(row.stop_price),
  pairId: row.pair_id === null ? null : orderId(row.pair_id),
  quantity: row.quantity === null ? null : amount(row.quantity),
  quoteBudget: row.quote_budget === null ? null : amount(row.quote_budget),
});
type OpenOrder = ReturnType<typeof toOpenOrder>;

export type Books = Map<MarketId, MarketBook>;

/**
 * Builds all books from rows: every open order in its time priority, stops, opening queues, pairs and last trades.
 * Throws on inconsistent rows.
 */
export async function restoreBooks(db: Database, markets: readonly SpotMarket[]): Promise<Books> {
  const books: Books = new Map(markets.map((market) => [market.id, new MarketBook(market)]));
  await db.transact(async (tx) => {
    await tx.run(sql`
      declare open_orders no scroll cursor for
      select id, user_id, market_id, side, order_type, time_in_force, post_only, price, stop_price, pair_id, quantity,
        quote_budget, filled, held, place
      from spot_orders where place <> 0 order by priority`);
    for (;;) {
      const rows = await tx.rows<OpenRow>(sql([`fetch ${ROWS_AT_ONCE} from open_orders`]));
      for (const row of rows) {
        const order = toOpenOrder(row);
        const book = books.get(order.marketId);
        if (!book) throw new Error(`order ${order.id} belongs to unknown market ${order.marketId}`);
        restoreOrder(book, order);
        book.countOpen(order.userId, 1);
      }
      if (rows.length < ROWS_AT_ONCE) break;
    }
    for (const { market_id, price } of await readLasts(tx, [...books.keys()])) {
      const book = books.get(market_id);
      if (book) book.last = ticksOf(book.scale, readPrice(price)) ?? 0;
    }
  });
  for (const book of books.values()) {
    // A limit leg that has traded is single: its stop leg ended then.
    for (const [limitId, pair] of book.pairs) if (!book.stops.has(pair.stopId)) book.part(limitId);
  }
  return books;
}

/** The price of the latest fill of each market that has one. */
const readLasts = (
  queries: Queries,
  ids: readonly MarketId[],
): Promise<{ market_id: MarketId; price: string }[]> =>
  queries.rows(sql`
    select market_id, latest.price from unnest(${[...ids]}::int[]) as m (market_id)
    cross join lateral (
      select price from spot_fills f where f.market_id = m.market_id order by f.id desc limit 1
    ) latest`);

function restoreOrder(book: MarketBook, order: OpenOrder): void {
  const { scale } = book;
  const waiting = toWaiting(book, order);
  const { id, userId, side, price } = waiting;
  if (order.orderType === 'oco' && order.stopPrice === null && order.pairId !== null) {
    const extra = minus(order.held, restingHold(scale, side, price, waiting.lots));
    book.join(id, { stopId: order.pairId, extra });
  }
  switch (order.place) {
    case OrderLocation.Book: {
      const left = lotsOf(scale, minus(order.quantity ?? ZERO, order.filled)) ?? 0;
      const outcome = book.book.limit(id, userId, bookSide(side), price, left, BookTif.PostOnly);
      if (outcome !== Outcome.Resting)
        throw new Error(`order ${id} cannot rest: reason ${book.book.result.reason}`);
      return;
    }
    case OrderLocation.Trigger:
      return book.addStop(waiting);
    case OrderLocation.Opening:
      book.opening.set(id, { ...waiting, held: restingHold(scale, side, price, waiting.lots) });
      return;
    case OrderLocation.Ended:
      return;
  }
}

function toWaiting({ scale }: MarketBook, order: OpenOrder): WaitingOrder {
  const need = (ticks: number | undefined): number => {
    if (ticks === undefined) throw new Error(`order ${order.id} does not fit its market's steps`);
    return ticks;
  };
  return {
    id: order.id,
    userId: order.userId,
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    held: order.held,
    price: order.price === null ? 0 : need(ticksOf(scale, order.price)),
    stop: order.stopPrice === null ? 0 : need(ticksOf(scale, order.stopPrice)),
    lots: order.quantity === null ? 0 : need(lotsOf(scale, order.quantity)),
    budget: order.quoteBudget === null ? 0 : need(budgetOf(scale, order.quoteBudget)),
  };
}
