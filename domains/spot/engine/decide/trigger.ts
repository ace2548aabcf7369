import { orderId } from '@karat/contract';
import { ZERO, minus, negate, plus } from '@karat/money';
import { TimeInForce as BookTif } from '@karat/orderbook';
import { bandAround, stopCap } from '../../rules.ts';
import { paidIn } from '../../settlement.ts';
import { OrderLocation, Status } from '../../types.ts';
import type { EndReason } from '../../types.ts';
import type { BatchState } from './batch-state.ts';
import { unlinkPairOnFill, settleTaker, submitToBook } from './match.ts';
import { findOpenOrder, heldFor, removeFromBook } from './cancel.ts';
import { bookSide } from './market-book.ts';
import type { MarketBook, WaitingOrder } from './market-book.ts';
import { BOOK_TIF } from './place.ts';
import type { PlacingContext } from './place.ts';
import { endOrder } from './order-progress.ts';
import { sweepDepth } from './sweep-depth.ts';

/** The order that a queued order becomes. */
interface ActivatedOrder {
  readonly price: number;
  readonly lots: number;
  readonly tif: BookTif;
  /** The book has less within the limit than the order needs. */
  readonly exhausted?: boolean;
}

/**
 * Submits the stop orders that the last trades have triggered, nearest first, and then those that their own trades
 * trigger. `before` is the last trade before the command: if the price has not moved there is nothing to do.
 */
export function triggerStops(
  batch: BatchState,
  context: PlacingContext,
  book: MarketBook,
  before: number,
): void {
  if (book.last === before || book.stops.size === 0) return;
  const due = book.triggers.triggered(book.last);
  for (let index = 0; index < due.length; index++) {
    const stop = book.stops.get(orderId(due[index]?.id ?? 0));
    // A trade meanwhile may have ended it as the other leg of a pair.
    if (!stop) continue;
    book.stops.delete(stop.id);
    const last = book.last;
    activate(batch, context, book, inheritHold(batch, book, stop));
    if (book.last !== last) due.push(...book.triggers.triggered(book.last));
  }
}

/** Submits orders of the opening queue to the book, oldest first, up to a limit. */
export function openMarket(
  batch: BatchState,
  context: PlacingContext,
  book: MarketBook,
  ordersMax: number,
): void {
  let left = ordersMax;
  for (const waiting of book.opening.values()) {
    if (left-- === 0) return;
    book.opening.delete(waiting.id);
    const before = book.last;
    activate(batch, context, book, waiting);
    triggerStops(batch, context, book, before);
  }
}

/** The stop leg of a pair takes over the hold of its limit leg, which ends. No money moves. */
function inheritHold(batch: BatchState, book: MarketBook, stop: WaitingOrder): WaitingOrder {
  const limitId = book.limitLegs.get(stop.id);
  if (limitId === undefined) return stop;
  const pair = book.part(limitId);
  const limit = findOpenOrder([book], limitId);
  if (!pair || !limit) throw new Error(`stop ${stop.id} has no limit leg`);
  const held = heldFor(limit, pair.extra);
  removeFromBook(limit);
  const left = batch.progress(limitId, limit.userId, book);
  left.held = minus(left.held, held);
  endOrder(left, Status.Cancelled, 'pair');
  book.countOpen(limit.userId, -1);
  const progress = batch.progress(stop.id, stop.userId, book);
  progress.held = plus(progress.held, held);
  return { ...stop, held };
}

function activate(batch: BatchState, context: PlacingContext, book: MarketBook, waiting: WaitingOrder): void {
  const { id, userId, side, held } = waiting;
  const progress = batch.progress(id, userId, book);
  batch.books.add(book);
  const entry = activatedOrderOf(context, book, waiting);
  if (typeof entry === 'string') {
    endOrder(progress, Status.Expired, entry);
    progress.held = minus(progress.held, held);
    batch.hold(`spot:release:${id}:entry`, id, userId, paidIn(book.market, side), negate(held));
  } else {
    progress.priority = batch.nextPriority();
    const taker = { id, userId, side, held, ...entry };
    submitToBook(book, taker);
    settleTaker(batch, context, book, taker, progress);
    if (entry.exhausted && progress.status === Status.Complete)
      endOrder(progress, Status.Expired, 'no_liquidity');
  }
  const ended = progress.place === OrderLocation.Ended;
  if (ended) book.countOpen(userId, -1);
  if (ended || progress.filled > ZERO) unlinkPairOnFill(batch, book, { id, userId, side }, progress);
}

function activatedOrderOf(
  context: PlacingContext,
  book: MarketBook,
  waiting: WaitingOrder,
): ActivatedOrder | EndReason {
  const { scale } = book;
  const { band } = context.market(book);
  const index = context.index(book);
  const around = index && !index.stale ? bandAround(scale, index.price, band) : undefined;
  const { side, price, lots } = waiting;
  if (price > 0) {
    if (around && (price < around.low || price > around.high)) return 'price_outside_band';
    return { price, lots, tif: waiting.postOnly ? BookTif.PostOnly : BOOK_TIF[waiting.timeInForce] };
  }
  const own = stopCap(scale, band, waiting);
  // A buy holds money up to its own cap only; a sell follows the index down.
  const cap = side === 'buy' ? Math.min(own, around?.high ?? own) : (around?.low ?? own);
  if (waiting.budget === 0) return { price: cap, lots, tif: BOOK_TIF[waiting.timeInForce] };
  const found = sweepDepth(book.book, bookSide(side), { cap, budget: waiting.budget });
  if (found.lots === 0) return 'no_liquidity';
  return {
    price: found.worstTicks,
    lots: found.lots,
    tif: BookTif.ImmediateOrCancel,
    exhausted: found.exhausted,
  };
}
