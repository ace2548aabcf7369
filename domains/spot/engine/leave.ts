import { orderId, refuse, userId as asUser } from '@karat/contract';
import type { OrderId, UserId } from '@karat/contract';
import { ZERO, format, minus, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import { checkNotional, restingHold } from '../rules.ts';
import { lotsOf, quantityOf, quoteOf } from '../scale.ts';
import { paidIn } from '../settlement.ts';
import { Place, Status } from '../types.ts';
import type { EndReason, Side, SpotMarket } from '../types.ts';
import type { Batch } from './batch.ts';
import { sideOf } from './market-book.ts';
import type { MarketBook, Waiting } from './market-book.ts';
import { end } from './progress.ts';

/** An open order, wherever it is. */
export interface Found {
  readonly book: MarketBook;
  readonly id: OrderId;
  readonly userId: UserId;
  readonly side: Side;
  readonly place: Place;
  /** Limit in ticks and lots left, of an order in the book. */
  readonly price: number;
  readonly lots: number;
  readonly waiting: Waiting | undefined;
}

/** Looks an open order up in all books. */
export function find(books: Iterable<MarketBook>, id: OrderId): Found | undefined {
  for (const book of books) {
    const resting = book.book.order(id);
    if (resting) {
      const { price, quantity, owner, side } = resting;
      return {
        book,
        id: orderId(resting.id),
        userId: asUser(owner),
        side: sideOf(side),
        place: Place.Book,
        price,
        lots: quantity,
        waiting: undefined,
      };
    }
    const stop = book.stops.get(id);
    const waiting = stop ?? book.opening.get(id);
    if (!waiting) continue;
    const { userId, side, price, lots } = waiting;
    return { book, id, userId, side, place: stop ? Place.Trigger : Place.Opening, price, lots, waiting };
  }
  return undefined;
}

/** Takes an order out of wherever it waits and releases what it holds; of a pair, both legs go. */
export function cancel(batch: Batch, found: Found): void {
  const { book, id } = found;
  const limitId = book.limitLegs.get(id) ?? id;
  const pair = book.part(limitId);
  if (!pair) return remove(batch, found, ZERO, 'requested');
  const stop = book.stops.get(pair.stopId);
  if (stop) remove(batch, foundStop(book, stop), ZERO, id === stop.id ? 'requested' : 'pair');
  const limit = find([book], limitId);
  if (limit) remove(batch, limit, pair.extra, id === limitId ? 'requested' : 'pair');
}

const foundStop = (book: MarketBook, stop: Waiting): Found => ({
  book,
  id: stop.id,
  userId: stop.userId,
  side: stop.side,
  place: Place.Trigger,
  price: stop.price,
  lots: stop.lots,
  waiting: stop,
});

/** What the ledger holds for the order, with what it holds for another leg. */
export const heldBy = ({ book, side, price, lots, waiting }: Found, extra: Amount): Amount =>
  ((waiting ? waiting.held : restingHold(book.scale, side, price, lots)) + extra) as Amount;

/** Ends one order as cancelled. `extra` is what it holds for another leg. */
function remove(batch: Batch, found: Found, extra: Amount, reason: EndReason): void {
  const { book, id, userId, side } = found;
  const held = heldBy(found, extra);
  takeOut(found);
  batch.books.add(book);
  const progress = batch.progress(id, userId, book);
  progress.held = minus(progress.held, held);
  end(progress, Status.Cancelled, reason);
  batch.hold(`spot:release:${id}`, id, userId, paidIn(book.market, side), negate(held));
  book.countOpen(userId, -1);
}

/** Out of the book, the triggers or the queue for the opening; its rows and money stay as they are. */
export function takeOut({ book, id, side, place, price, waiting }: Found): void {
  if (waiting && place === Place.Trigger) book.removeStop(waiting);
  else if (waiting) book.opening.delete(id);
  else {
    book.book.cancel(id);
    book.touched[side].add(price);
  }
}

/**
 * Lowers an order's quantity in its place and releases the difference. `filled` is what has traded before the batch.
 * Refuses `amend_invalid` unless the new total is less than now and more than what has traded, `notional_too_small` where it
 * would no longer be worth an order.
 */
export function amend(batch: Batch, found: Found, total: Amount, filled: Amount, market: SpotMarket): void {
  const { book, id, userId, side, price } = found;
  if (found.place !== Place.Book || book.pairs.has(id)) refuse('amend_invalid');
  const { scale } = book;
  const lots = lotsOf(scale, total) ?? refuse('quantity_lot', { lot: format(quantityOf(scale, 1)) });
  const done = lotsOf(scale, filled) ?? 0;
  const left = lots - done;
  if (left < 1 || left >= found.lots) refuse('amend_invalid');
  checkNotional(quoteOf(scale, price * lots), market);
  const released = minus(restingHold(scale, side, price, found.lots), restingHold(scale, side, price, left));
  book.book.reduce(id, left);
  book.touched[side].add(price);
  batch.books.add(book);
  const progress = batch.progress(id, userId, book);
  progress.quantity = quantityOf(scale, lots);
  progress.held = minus(progress.held, released);
  batch.hold(`spot:amend:${id}:${lots}`, id, userId, paidIn(book.market, side), negate(released));
}
