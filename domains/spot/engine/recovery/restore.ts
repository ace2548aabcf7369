import { marketId, orderId, userId } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import { amount, minus, price as readPrice } from '@karat/money';
import { Outcome, TimeInForce as BookTif } from '@karat/orderbook';
import { sql } from '@karat/platform/db';
import type { Database, Queries, Sql, Tx } from '@karat/platform/db';
import { sideOfNumber } from '../../order-row.ts';
import type { OrderRow } from '../../order-row.ts';
import { restingHold } from '../../rules.ts';
import { budgetOf, lotsOf, ticksOf } from '../../scale.ts';
import { OrderLocation } from '../../types.ts';
import type { SpotMarket } from '../../types.ts';
import { MarketBook, bookSide } from '../decide/market-book.ts';
import type { WaitingOrder } from '../decide/market-book.ts';

/** The next rows are read while these are put into the books. */
const ROWS_AT_ONCE = 4_000;
const PRIORITIES_IN_A_PART = 4_096;
const PARTS_MAX = 64;
/** Of the ids of the parts that were read at once; fewer cost more for their way than for themselves. */
const ENOUGH_BYTES = 16_384;
/** Sorts a million orders in memory; on disk it takes a third longer. */
const SORT_MEMORY = '256MB';

/** The columns of an open order outside the book, or of a pair. */
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
/** Returns the book of an order's market; throws if there is none. */
type BookOf = (market: number, order: number) => MarketBook;

/**
 * Builds all books from rows: every open order in its time priority, stops, opening queues, pairs and last trades.
 * Throws on inconsistent rows.
 */
export async function restoreBooks(db: Database, markets: readonly SpotMarket[]): Promise<Books> {
  const books: Books = new Map(markets.map((market) => [market.id, new MarketBook(market)]));
  const bookOf = (market: number, id: number): MarketBook => {
    const book = books.get(marketId(market));
    if (!book) throw new Error(`order ${id} belongs to unknown market ${market}`);
    return book;
  };
  await db.transact(async (tx) => {
    await tx.run(sql`select set_config('work_mem', ${SORT_MEMORY}, true)`);
    await restoreResting(tx, bookOf);
    await restoreOthers(tx, bookOf);
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

/** Columns of resting orders, each as the values of all rows with a comma between them: a fifth of the time of rows. */
interface RestingColumns {
  readonly ids: string;
  readonly users: string;
  readonly markets: string;
  readonly sides: string;
  readonly prices: string;
  /** Quantities that are left. */
  readonly left: string;
}

/** Puts the orders that rest in a book into it, in their time priority. */
async function restoreResting(tx: Tx, bookOf: BookOf): Promise<void> {
  // Without the empty text a missing value would move those of the next orders up.
  const column = (value: Sql): Sql => sql`string_agg(coalesce((${value})::text, ''), ',' order by priority)`;
  await tx.run(sql`
    declare resting_orders no scroll cursor for
    select ${column(sql`id`)} as ids, ${column(sql`user_id`)} as users, ${column(sql`market_id`)} as markets,
      ${column(sql`side`)} as sides, ${column(sql`price`)} as prices, ${column(sql`quantity - filled`)} as left
    from (
      select *, priority / ${PRIORITIES_IN_A_PART} as part from spot_orders where place = ${OrderLocation.Book}
    ) resting group by part order by part`);
  let parts = 1;
  await readAhead(
    () => tx.rows<RestingColumns>(sql([`fetch ${parts} from resting_orders`])),
    (columns) => {
      // Of old priorities few are left: more parts come at once.
      const bytes = columns.reduce((sum, { ids }) => sum + ids.length, 0);
      if (bytes < ENOUGH_BYTES && parts < PARTS_MAX) parts *= 2;
      for (const each of columns) restoreColumns(each, bookOf);
    },
  );
}

/** Reads rows until there are none, the next ones while those before are taken. */
async function readAhead<Row>(
  next: () => Promise<readonly Row[]>,
  take: (rows: readonly Row[]) => void,
): Promise<void> {
  let reading = next();
  for (;;) {
    const rows = await reading;
    if (rows.length === 0) return;
    reading = next();
    // Its failure is thrown above, unless `take` throws before.
    reading.catch(() => undefined);
    take(rows);
  }
}

function restoreColumns(columns: RestingColumns, bookOf: BookOf): void {
  const cells = (text: string): string[] => text.split(',');
  const [users, markets, sides] = [cells(columns.users), cells(columns.markets), cells(columns.sides)];
  const [prices, left] = [cells(columns.prices), cells(columns.left)];
  for (const [row, cell] of cells(columns.ids).entries()) {
    const id = Number(cell);
    const user = userId(Number(users[row]));
    const book = bookOf(Number(markets[row]), id);
    const ticks = ticksOf(book.scale, readPrice(prices[row] ?? '')) ?? 0;
    const lots = lotsOf(book.scale, amount(left[row] ?? '')) ?? 0;
    const side = bookSide(sideOfNumber(Number(sides[row])));
    if (book.book.limit(id, user, side, ticks, lots, BookTif.PostOnly) !== Outcome.Resting)
      throw new Error(`order ${id} cannot rest: reason ${book.book.result.reason}`);
    book.countOpen(user, 1);
  }
}

/** Puts the orders back that wait outside of a book, and joins the legs of pairs. */
async function restoreOthers(tx: Tx, bookOf: BookOf): Promise<void> {
  await tx.run(sql`
    declare other_orders no scroll cursor for
    select id, user_id, market_id, side, order_type, time_in_force, post_only, price, stop_price, pair_id, quantity,
      quote_budget, filled, held, place
    from spot_orders where place <> 0 and (place <> ${OrderLocation.Book} or pair_id is not null) order by priority`);
  await readAhead(
    () => tx.rows<OpenRow>(sql([`fetch ${ROWS_AT_ONCE} from other_orders`])),
    (rows) => {
      for (const row of rows) restoreOther(bookOf(row.market_id, row.id), toOpenOrder(row));
    },
  );
}

function restoreOther(book: MarketBook, order: OpenOrder): void {
  const { scale } = book;
  const waiting = toWaiting(book, order);
  const { id, side, price } = waiting;
  if (order.orderType === 'oco' && order.stopPrice === null && order.pairId !== null) {
    const extra = minus(order.held, restingHold(scale, side, price, waiting.lots));
    book.join(id, { stopId: order.pairId, extra });
  }
  if (order.place === OrderLocation.Book) return;
  book.countOpen(order.userId, 1);
  if (order.place === OrderLocation.Trigger) book.addStop(waiting);
  if (order.place === OrderLocation.Opening)
    book.opening.set(id, { ...waiting, held: restingHold(scale, side, price, waiting.lots) });
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
