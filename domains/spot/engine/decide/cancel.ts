import { orderId, refuse, userId as asUser } from '@karat/contract';
import type { OrderId, UserId } from '@karat/contract';
import { ZERO, format, minus, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { checkNotional, restingHold } from '../../rules.ts';
import { lotsOf, quantityOf, quoteOf } from '../../scale.ts';
import { paidIn } from '../../settlement.ts';
import { OrderLocation, Status } from '../../types.ts';
import type { EndReason, Side, SpotMarket } from '../../types.ts';
import type { BatchState } from './batch-state.ts';
import { sideOf } from './market-book.ts';
import type { MarketBook, WaitingOrder } from './market-book.ts';
import { endOrder } from './order-progress.ts';

/** An open order with its location. */
export interface OpenOrderLocation {
  readonly book: MarketBook;
  readonly id: OrderId;
  readonly userId: UserId;
  readonly side: Side;
  readonly place: OrderLocation;
  /** Limit in ticks and remaining lots, for an order in the book. */
  readonly price: number;
  readonly lots: number;
  readonly waiting: WaitingOrder | undefined;
}

/** Finds an open order in all books. */
export function findOpenOrder(books: Iterable<MarketBook>, id: OrderId): OpenOrderLocation | undefined {
  for (const book of books) {
    const resting = book.book.order(id);
    if (resting) {
      const { price, quantity, owner, side } = resting;
      return {
        book,
        id: orderId(resting.id),
        userId: asUser(owner),
        side: sideOf(side),
        place: OrderLocation.Book,
        price,
        lots: quantity,
        waiting: undefined,
      };
    }
    const stop = book.stops.get(id);
    const waiting = stop ?? book.opening.get(id);
    if (!waiting) continue;
    const { userId, side, price, lots } = waiting;
    return {
      book,
      id,
      userId,
      side,
      place: stop ? OrderLocation.Trigger : OrderLocation.Opening,
      price,
      lots,
      waiting,
    };
  }
  return undefined;
}

/** Removes an order from its location and releases its hold; of a pair, both legs end. */
export function cancelOrder(batch: BatchState, found: OpenOrderLocation): void {
  const { book, id } = found;
  const limitId = book.limitLegs.get(id) ?? id;
  const pair = book.part(limitId);
  if (!pair) return endAsCancelled(batch, found, ZERO, 'requested');
  const stop = book.stops.get(pair.stopId);
  if (stop) endAsCancelled(batch, locateStop(book, stop), ZERO, id === stop.id ? 'requested' : 'pair');
  const limit = findOpenOrder([book], limitId);
  if (limit) endAsCancelled(batch, limit, pair.extra, id === limitId ? 'requested' : 'pair');
}

const locateStop = (book: MarketBook, stop: WaitingOrder): OpenOrderLocation => ({
  book,
  id: stop.id,
  userId: stop.userId,
  side: stop.side,
  place: OrderLocation.Trigger,
  price: stop.price,
  lots: stop.lots,
  waiting: stop,
});

/** Held amount of the order, including the hold for another leg. */
export const heldFor = ({ book, side, price, lots, waiting }: OpenOrderLocation, extra: Amount): Amount =>
  plus(waiting ? waiting.held : restingHold(book.scale, side, price, lots), extra);

/** Ends one order as cancelled. `extra` is its hold for another leg. */
function endAsCancelled(batch: BatchState, found: OpenOrderLocation, extra: Amount, reason: EndReason): void {
  const { book, id, userId, side } = found;
  const held = heldFor(found, extra);
  removeFromBook(found);
  batch.books.add(book);
  const progress = batch.progress(id, userId, book);
  progress.held = minus(progress.held, held);
  endOrder(progress, Status.Cancelled, reason);
  batch.hold(`spot:release:${id}`, id, userId, paidIn(book.market, side), negate(held));
  book.countOpen(userId, -1);
}

/** Removes the order from the book, the triggers or the opening queue; its rows and money do not change. */
export function removeFromBook({ book, id, side, place, price, waiting }: OpenOrderLocation): void {
  if (waiting && place === OrderLocation.Trigger) book.removeStop(waiting);
  else if (waiting) book.opening.delete(id);
  else {
    book.book.cancel(id);
    book.touched[side].add(price);
  }
}

/**
 * Lowers an order's quantity without loss of priority and releases the difference. `filled` is the quantity traded
 * before the batch. Refuses `amend_invalid` unless the new total is less than now and more than the traded quantity,
 * `notional_too_small` if the rest would be below the minimum notional.
 */
export function amendOrder(
  batch: BatchState,
  found: OpenOrderLocation,
  total: Amount,
  filled: Amount,
  market: SpotMarket,
): void {
  const { book, id, userId, side, price } = found;
  if (found.place !== OrderLocation.Book || book.pairs.has(id)) refuse('amend_invalid');
  const { scale } = book;
  const lots = lotsOf(scale, total) ?? refuse('quantity_lot', { lot: format(quantityOf(scale, 1)) });
  const done = lotsOf(scale, filled) ?? 0;
  const left = lots - done;
  if (left < 1 || left >= found.lots) refuse('amend_invalid');
  checkNotional(quoteOf(scale, price * left), market);
  const released = minus(restingHold(scale, side, price, found.lots), restingHold(scale, side, price, left));
  book.book.reduce(id, left);
  book.touched[side].add(price);
  batch.books.add(book);
  const progress = batch.progress(id, userId, book);
  progress.quantity = quantityOf(scale, lots);
  progress.held = minus(progress.held, released);
  batch.hold(`spot:amend:${id}:${lots}`, id, userId, paidIn(book.market, side), negate(released));
}
