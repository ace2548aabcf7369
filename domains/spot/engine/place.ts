import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { ZERO } from '@karat/money';
import type { Amount } from '@karat/money';
import { Outcome, Reason, TimeInForce as BookTif } from '@karat/orderbook';
import { admit, bandAround, holdOf, isImmediate, restingHold } from '../rules.ts';
import type { Ticket } from '../rules.ts';
import { priceOf, quantityOf, quoteOf } from '../scale.ts';
import { paidIn } from '../settlement.ts';
import { Place, Status } from '../types.ts';
import type { EndReason, MarketState, PlaceInput, SpotMarket } from '../types.ts';
import type { Batch } from './batch.ts';
import { settleTaker, submit } from './execute.ts';
import type { Taker, World } from './execute.ts';
import { bookSide } from './market-book.ts';
import type { MarketBook, Waiting } from './market-book.ts';
import { end } from './progress.ts';
import type { Placed } from './progress.ts';
import { sweep } from './sweep.ts';

/** What placing asks of the world, besides what matching does. */
export interface PlacingWorld extends World {
  /** The market's settings as they are now. */
  market(book: MarketBook): SpotMarket;
  state(book: MarketBook): MarketState;
  index(book: MarketBook): { readonly price: SpotMarket['tick']; readonly stale: boolean } | undefined;
  /** Refuses `too_many_open_orders` when the user may not have so many more in this market. */
  checkOpen(userId: UserId, book: MarketBook, more: number): void;
}

/** One order on its way in. */
interface Arrival {
  readonly batch: Batch;
  readonly world: PlacingWorld;
  readonly book: MarketBook;
  readonly userId: UserId;
  readonly input: PlaceInput;
  readonly ticket: Ticket;
}

export const BOOK_TIF = {
  GTC: BookTif.GoodTillCancelled,
  IOC: BookTif.ImmediateOrCancel,
  FOK: BookTif.FillOrKill,
} as const;

/** What the market is for a new order: still closed while orders that waited for its opening are going in. */
export const stateOf = (world: PlacingWorld, book: MarketBook): MarketState => {
  const state = world.state(book);
  return state === 'open' && book.opening.size > 0 ? 'closed' : state;
};

/**
 * Places an order: checks it, checks that its user can pay, and matches it. A refusal is thrown and leaves nothing behind,
 * neither in the book nor in the batch. An order that finds nothing to trade and may not rest is no refusal: it is placed and
 * has expired.
 */
export function place(
  batch: Batch,
  world: PlacingWorld,
  book: MarketBook,
  userId: UserId,
  input: PlaceInput,
): Placed {
  const state = stateOf(world, book);
  const market = world.market(book);
  const around = { market, scale: book.scale, state, index: world.index(book), last: book.last };
  const ticket = admit(input, around);
  if (!isImmediate(ticket)) world.checkOpen(userId, book, ticket.orderType === 'oco' ? 2 : 1);
  const arrival = { batch, world, book, userId, input, ticket };
  if (ticket.orderType === 'market') return placeMarket(arrival);
  if (ticket.orderType === 'oco') return placePair(arrival, state);
  if (ticket.stop > 0) return placeWaiting(arrival, Place.Trigger);
  if (state === 'closed') return placeWaiting(arrival, Place.Opening);
  return placeLimit(arrival);
}

function requireFunds({ batch, book, userId, ticket }: Arrival, need: Amount): void {
  const currency = paidIn(book.market, ticket.side);
  if (batch.available(userId, currency) >= need) return;
  refuse('insufficient_balance', {
    currency: ticket.side === 'buy' ? book.market.quoteName : book.market.baseName,
  });
}

function draft({ batch, book, userId, input, ticket }: Arrival): Placed {
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
    place: Place.Book,
    priority: id,
    firstFill: null,
    lastFill: null,
    createdAt: batch.at,
  };
}

function placeLimit(arrival: Arrival): Placed {
  const { batch, world, book, userId, ticket } = arrival;
  const { side, price, lots } = ticket;
  requireFunds(arrival, restingHold(book.scale, side, price, lots));
  const tif = ticket.postOnly ? BookTif.PostOnly : BOOK_TIF[ticket.timeInForce];
  return take(arrival, { id: batch.nextOrderId(), userId, side, price, lots, tif, held: ZERO }, world);
}

/**
 * Trades within the band only. What it costs is known beforehand, since nothing comes between: the walk over the book is
 * what has to be paid at most.
 */
function placeMarket(arrival: Arrival): Placed {
  const { batch, world, book, userId, ticket } = arrival;
  const { side, timeInForce } = ticket;
  const index = world.index(book) ?? refuse('index_stale');
  const { low, high } = bandAround(book.scale, index.price, world.market(book).band);
  const cap = side === 'buy' ? high : low;
  const wanted = ticket.budget > 0 ? { budget: ticket.budget } : { lots: ticket.lots };
  const found = sweep(book.book, bookSide(side), { cap, ...wanted });
  if (ticket.budget > 0 && side === 'buy') requireFunds(arrival, quoteOf(book.scale, ticket.budget));
  if (ticket.lots > 0 && side === 'sell') requireFunds(arrival, quantityOf(book.scale, ticket.lots));
  else if (side === 'sell') requireFunds(arrival, quantityOf(book.scale, found.lots));
  // With nothing on the other side: what it would cost at the lowest price that may trade.
  else requireFunds(arrival, quoteOf(book.scale, found.lots > 0 ? found.notional : lowestCost(ticket, low)));
  if (timeInForce === 'FOK' && found.lots < ticket.lots) return placeExpired(arrival, 'cannot_fill');
  if (found.lots === 0) return placeExpired(arrival, 'no_liquidity');
  const placed = take(
    arrival,
    {
      id: batch.nextOrderId(),
      userId,
      side,
      price: found.worst,
      lots: found.lots,
      tif: BOOK_TIF[timeInForce],
      held: ZERO,
    },
    world,
  );
  // The walk found less than was asked for: for the rest there is no liquidity within the band.
  if (found.exhausted && placed.status === Status.Complete) {
    placed.status = Status.Expired;
    placed.reason = 'no_liquidity';
  }
  return placed;
}

/** What an order costs at the lowest price that may trade, in ticks x lots. */
const lowestCost = ({ lots }: Ticket, low: number): number => Math.min(lots * low, Number.MAX_SAFE_INTEGER);

/** An order that ends as it comes: nothing was traded, held or charged. */
function placeExpired(arrival: Arrival, reason: EndReason): Placed {
  const placed = draft(arrival);
  end(placed, Status.Expired, reason);
  arrival.batch.place(placed);
  return placed;
}

/** Submits to the book and notes what came of it. Refuses what the book cannot take. */
function take(arrival: Arrival, taker: Taker, world: World): Placed {
  const { batch, book, userId } = arrival;
  const outcome = submit(book, taker);
  const { reason } = book.book.result;
  if (outcome === Outcome.Refused) refuseOrder(reason);
  if (outcome === Outcome.Cancelled && reason !== Reason.SelfTrade) {
    return placeExpired(arrival, taker.tif === BookTif.FillOrKill ? 'cannot_fill' : 'no_liquidity');
  }
  const placed = draft(arrival);
  batch.place(placed);
  settleTaker(batch, world, book, taker, placed);
  if (placed.place !== Place.Ended) book.countOpen(userId, 1);
  return placed;
}

function refuseOrder(reason: Reason): never {
  if (reason === Reason.WouldCross) refuse('would_take');
  if (reason === Reason.BookFull) refuse('busy');
  if (reason === Reason.OutOfBounds || reason === Reason.InvalidQuantity) refuse('order_too_large');
  throw new Error(`the book refused an order that the rules let through: reason ${reason}`);
}

/** Holds what the order may cost and lets it wait outside the book. */
function placeWaiting(arrival: Arrival, where: typeof Place.Trigger | typeof Place.Opening): Placed {
  const { batch, world, book, userId, ticket } = arrival;
  const held = holdOf(book.scale, world.market(book).band, ticket);
  requireFunds(arrival, held);
  const placed = draft(arrival);
  placed.place = where;
  placed.held = held;
  batch.place(placed);
  batch.books.add(book);
  batch.hold(`spot:hold:${placed.id}`, placed.id, userId, paidIn(book.market, ticket.side), held);
  const waiting: Waiting = { ...ticket, id: placed.id, userId, held };
  if (where === Place.Trigger) book.addStop(waiting);
  else book.opening.set(placed.id, waiting);
  book.countOpen(userId, 1);
  return placed;
}

/**
 * An OCO pair: a limit leg that must not take and a stop-market leg with one hold for both, kept on the limit leg. Answers
 * the limit leg.
 */
function placePair(arrival: Arrival, state: MarketState): Placed {
  const { batch, world, book, userId, ticket } = arrival;
  const { side, price, lots } = ticket;
  const held = holdOf(book.scale, world.market(book).band, ticket);
  requireFunds(arrival, held);
  const own = restingHold(book.scale, side, price, lots);
  const limit: Placed = { ...draft(arrival), stopPrice: null, held };
  const limitTicket: Ticket = { ...ticket, stop: 0 };
  if (state === 'closed') {
    limit.place = Place.Opening;
    book.opening.set(limit.id, { ...limitTicket, id: limit.id, userId, held: own });
  } else {
    const outcome = submit(book, {
      id: limit.id,
      userId,
      side,
      price,
      lots,
      tif: BookTif.PostOnly,
      held: ZERO,
    });
    if (outcome !== Outcome.Resting) refuseOrder(book.book.result.reason);
    book.touched[side].add(price);
  }
  batch.place(limit);
  const stop: Placed = {
    ...draft(arrival),
    price: null,
    timeInForce: 'IOC',
    clientKey: null,
    place: Place.Trigger,
  };
  batch.place(stop);
  const paired = { ...limit, pairId: stop.id };
  batch.placed.set(limit.id, paired);
  batch.placed.set(stop.id, { ...stop, pairId: limit.id });
  book.addStop({ ...ticket, timeInForce: 'IOC', id: stop.id, userId, price: 0, held: ZERO });
  book.join(limit.id, { stopId: stop.id, extra: (held - own) as Amount });
  batch.books.add(book);
  batch.hold(`spot:hold:${limit.id}`, limit.id, userId, paidIn(book.market, side), held);
  book.countOpen(userId, 1);
  book.countOpen(userId, 1);
  return paired;
}
