import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { ZERO, min, minus } from '@karat/money';
import type { Amount } from '@karat/money';
import { Outcome, Reason, TimeInForce as BookTif } from '@karat/orderbook';
import { admit, bandAround, holdOf, isImmediate, restingHold } from '../../rules.ts';
import type { AdmittedOrder } from '../../rules.ts';
import { priceOf, quantityOf, quoteOf } from '../../scale.ts';
import { paidIn } from '../../settlement.ts';
import { OrderLocation, Status } from '../../types.ts';
import type { EndReason, MarketState, PlaceInput, SpotMarket } from '../../types.ts';
import type { BatchState } from './batch-state.ts';
import { settleTaker, submitToBook } from './match.ts';
import type { Taker, MatchingContext } from './match.ts';
import { bookSide } from './market-book.ts';
import type { MarketBook, WaitingOrder } from './market-book.ts';
import { endOrder } from './order-progress.ts';
import type { PlacedOrder } from './order-progress.ts';
import { sweepDepth } from './sweep-depth.ts';

/** Dependencies of placing, besides those of matching. */
export interface PlacingContext extends MatchingContext {
  /** The market's present settings. */
  market(book: MarketBook): SpotMarket;
  state(book: MarketBook): MarketState;
  index(book: MarketBook): { readonly price: SpotMarket['tick']; readonly stale: boolean } | undefined;
  /** Refuses `too_many_open_orders` if the user would exceed the limit of this market. */
  checkOpen(userId: UserId, book: MarketBook, more: number): void;
}

/** One order to be placed. */
interface Placement {
  readonly batch: BatchState;
  readonly context: PlacingContext;
  readonly book: MarketBook;
  readonly userId: UserId;
  readonly input: PlaceInput;
  readonly ticket: AdmittedOrder;
}

export const BOOK_TIF = {
  GTC: BookTif.GoodTillCancelled,
  IOC: BookTif.ImmediateOrCancel,
  FOK: BookTif.FillOrKill,
} as const;

/** State of the market for a new order: still closed while orders of the opening queue enter the book. */
export const stateOf = (context: PlacingContext, book: MarketBook): MarketState => {
  const state = context.state(book);
  return state === 'open' && book.opening.size > 0 ? 'closed' : state;
};

/**
 * Places an order: checks it, checks the balance, and matches it. A refusal is thrown and changes neither the book nor
 * the batch. An order that finds no liquidity and may not rest is not refused: it is placed and expires.
 */
export function placeOrder(
  batch: BatchState,
  context: PlacingContext,
  book: MarketBook,
  userId: UserId,
  input: PlaceInput,
): PlacedOrder {
  const state = stateOf(context, book);
  const market = context.market(book);
  const around = { market, scale: book.scale, state, index: context.index(book), last: book.last };
  const ticket = admit(input, around);
  if (!isImmediate(ticket)) context.checkOpen(userId, book, ticket.orderType === 'oco' ? 2 : 1);
  const arrival = { batch, context, book, userId, input, ticket };
  if (ticket.orderType === 'market') return placeMarket(arrival);
  if (ticket.orderType === 'oco') return placePair(arrival, state);
  if (ticket.stop > 0) return placeWaiting(arrival, OrderLocation.Trigger);
  if (state === 'closed') return placeWaiting(arrival, OrderLocation.Opening);
  return placeLimit(arrival);
}

function requireFunds({ batch, book, userId, ticket }: Placement, need: Amount): void {
  const currency = paidIn(book.market, ticket.side);
  if (batch.available(userId, currency) >= need) return;
  refuse('insufficient_balance', {
    currency: ticket.side === 'buy' ? book.market.quoteName : book.market.baseName,
  });
}

function draftOrder({ batch, book, userId, input, ticket }: Placement): PlacedOrder {
  const id = batch.nextOrderId();
  const { scale } = book;
  return {
    id,
    userId,
    marketId: book.market.id,
    clientKey: input.clientKey ?? null,
    side: ticket.side,
    orderType: ticket.orderType,
    timeInForce: ticket.timeInForce,
    postOnly: ticket.postOnly,
    price: ticket.price > 0 ? priceOf(scale, ticket.price) : null,
    stopPrice: ticket.stop > 0 ? priceOf(scale, ticket.stop) : null,
    pairId: null,
    quantity: ticket.lots > 0 ? quantityOf(scale, ticket.lots) : null,
    quoteBudget: ticket.budget > 0 ? quoteOf(scale, ticket.budget) : null,
    filled: ZERO,
    filledQuote: ZERO,
    fee: ZERO,
    held: ZERO,
    status: Status.Open,
    reason: null,
    place: OrderLocation.Book,
    priority: id,
    firstFill: null,
    lastFill: null,
    createdAt: batch.at,
  };
}

function placeLimit(arrival: Placement): PlacedOrder {
  const { batch, context, book, userId, ticket } = arrival;
  const { side, price, lots } = ticket;
  requireFunds(arrival, restingHold(book.scale, side, price, lots));
  const tif = ticket.postOnly ? BookTif.PostOnly : BOOK_TIF[ticket.timeInForce];
  return submitPlacement(
    arrival,
    { id: batch.nextOrderId(), userId, side, price, lots, tif, held: ZERO },
    context,
  );
}

/**
 * Trades within the band and the order's own slippage only. The cost is known beforehand, since nothing runs in between: the walk over the book
 * gives the maximum.
 */
function placeMarket(arrival: Placement): PlacedOrder {
  const { batch, context, book, userId, ticket } = arrival;
  const { side, timeInForce } = ticket;
  const index = context.index(book) ?? refuse('index_stale');
  const { band } = context.market(book);
  const reach = arrival.input.slippage === undefined ? band : min(band, arrival.input.slippage);
  const { low, high } = bandAround(book.scale, index.price, reach);
  const cap = side === 'buy' ? high : low;
  const wanted = ticket.budget > 0 ? { budget: ticket.budget } : { lots: ticket.lots };
  const found = sweepDepth(book.book, bookSide(side), { cap, ...wanted });
  if (ticket.budget > 0 && side === 'buy') requireFunds(arrival, quoteOf(book.scale, ticket.budget));
  if (ticket.lots > 0 && side === 'sell') requireFunds(arrival, quantityOf(book.scale, ticket.lots));
  else if (side === 'sell') requireFunds(arrival, quantityOf(book.scale, found.lots));
  // Without an opposite side: the cost at the lowest price that may trade.
  else requireFunds(arrival, quoteOf(book.scale, found.lots > 0 ? found.notional : lowestCost(ticket, low)));
  if (timeInForce === 'FOK' && found.lots < ticket.lots) return placeExpired(arrival, 'cannot_fill');
  if (found.lots === 0) return placeExpired(arrival, 'no_liquidity');
  const placed = submitPlacement(
    arrival,
    {
      id: batch.nextOrderId(),
      userId,
      side,
      price: found.worstTicks,
      lots: found.lots,
      tif: BOOK_TIF[timeInForce],
      held: ZERO,
    },
    context,
  );
  // The walk found less than requested: the rest has no liquidity within the band.
  if (found.exhausted && placed.status === Status.Complete) {
    placed.status = Status.Expired;
    placed.reason = 'no_liquidity';
  }
  return placed;
}

/** Cost of an order at the lowest price that may trade, in ticks x lots. */
const lowestCost = ({ lots }: AdmittedOrder, low: number): number =>
  Math.min(lots * low, Number.MAX_SAFE_INTEGER);

/** An order that ends at once: nothing is traded, held or charged. */
function placeExpired(arrival: Placement, reason: EndReason): PlacedOrder {
  const placed = draftOrder(arrival);
  endOrder(placed, Status.Expired, reason);
  arrival.batch.place(placed);
  return placed;
}

/** Submits to the book and records the outcome. Refuses orders that the book cannot take. */
function submitPlacement(arrival: Placement, taker: Taker, context: MatchingContext): PlacedOrder {
  const { batch, book, userId } = arrival;
  const outcome = submitToBook(book, taker);
  const { reason } = book.book.result;
  if (outcome === Outcome.Refused) refuseByReason(reason);
  if (outcome === Outcome.Cancelled && reason !== Reason.SelfTrade) {
    return placeExpired(arrival, taker.tif === BookTif.FillOrKill ? 'cannot_fill' : 'no_liquidity');
  }
  const placed = draftOrder(arrival);
  batch.place(placed);
  settleTaker(batch, context, book, taker, placed);
  if (placed.place !== OrderLocation.Ended) book.countOpen(userId, 1);
  return placed;
}

function refuseByReason(reason: Reason): never {
  if (reason === Reason.WouldCross) refuse('would_take');
  if (reason === Reason.BookFull) refuse('busy');
  if (reason === Reason.OutOfBounds || reason === Reason.InvalidQuantity) refuse('order_too_large');
  throw new Error(`book refused an order that the rules accepted: reason ${reason}`);
}

/** Holds the maximum cost of the order and queues it outside of the book. */
function placeWaiting(
  arrival: Placement,
  where: typeof OrderLocation.Trigger | typeof OrderLocation.Opening,
): PlacedOrder {
  const { batch, context, book, userId, ticket } = arrival;
  const held = holdOf(book.scale, context.market(book).band, ticket);
  requireFunds(arrival, held);
  const placed = draftOrder(arrival);
  placed.place = where;
  placed.held = held;
  batch.place(placed);
  batch.books.add(book);
  batch.hold(`spot:hold:${placed.id}`, placed.id, userId, paidIn(book.market, ticket.side), held);
  const waiting: WaitingOrder = { ...ticket, id: placed.id, userId, held };
  if (where === OrderLocation.Trigger) book.addStop(waiting);
  else book.opening.set(placed.id, waiting);
  book.countOpen(userId, 1);
  return placed;
}

/**
 * Places an OCO pair: a post-only limit leg and a stop-market leg with one hold for both, stored on the limit leg.
 * Returns the limit leg.
 */
function placePair(arrival: Placement, state: MarketState): PlacedOrder {
  const { batch, context, book, userId, ticket } = arrival;
  const { side, price, lots } = ticket;
  const held = holdOf(book.scale, context.market(book).band, ticket);
  requireFunds(arrival, held);
  const own = restingHold(book.scale, side, price, lots);
  const limit: PlacedOrder = { ...draftOrder(arrival), stopPrice: null, held };
  const limitTicket: AdmittedOrder = { ...ticket, stop: 0 };
  if (state === 'closed') {
    limit.place = OrderLocation.Opening;
    book.opening.set(limit.id, { ...limitTicket, id: limit.id, userId, held: own });
  } else {
    const outcome = submitToBook(book, {
      id: limit.id,
      userId,
      side,
      price,
      lots,
      tif: BookTif.PostOnly,
      held: ZERO,
    });
    if (outcome !== Outcome.Resting) refuseByReason(book.book.result.reason);
    book.touched[side].add(price);
  }
  batch.place(limit);
  const stop: PlacedOrder = {
    ...draftOrder(arrival),
    price: null,
    timeInForce: 'IOC',
    clientKey: null,
    place: OrderLocation.Trigger,
  };
  batch.place(stop);
  const paired = { ...limit, pairId: stop.id };
  batch.placed.set(limit.id, paired);
  batch.placed.set(stop.id, { ...stop, pairId: limit.id });
  book.addStop({ ...ticket, timeInForce: 'IOC', id: stop.id, userId, price: 0, held: ZERO });
  book.join(limit.id, { stopId: stop.id, extra: minus(held, own) });
  batch.books.add(book);
  batch.hold(`spot:hold:${limit.id}`, limit.id, userId, paidIn(book.market, side), held);
  book.countOpen(userId, 1);
  book.countOpen(userId, 1);
  return paired;
}
