import { orderId, userId as asUser } from '@karat/contract';
import type { OrderId, UserId } from '@karat/contract';
import { ZERO, amount, minus, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { Outcome, Reason } from '@karat/orderbook';
import type { TimeInForce as BookTif } from '@karat/orderbook';
import { restingHold } from '../../rules.ts';
import { priceOf, quantityOf, quoteOf, ticksOf } from '../../scale.ts';
import { Movements, paidIn, settle, spotAccount } from '../../settlement.ts';
import type { Party } from '../../settlement.ts';
import { OrderLocation, Status } from '../../types.ts';
import type { EndReason, FeeRates, Fill, Side } from '../../types.ts';
import type { BatchState } from './batch-state.ts';
import { bookSide } from './market-book.ts';
import type { MarketBook } from './market-book.ts';
import { addFill, endOrder } from './order-progress.ts';
import type { OrderProgress } from './order-progress.ts';

/** Dependencies of the matching; all of them read memory. */
export interface MatchingContext {
  feeRates(userId: UserId, book: MarketBook): FeeRates;
  isHouse(userId: UserId): boolean;
  /** Whether changes of the user's orders have a subscriber. */
  isWatched(userId: UserId): boolean;
}

/** A limit order about to enter the book. */
export interface Taker {
  readonly id: OrderId;
  readonly userId: UserId;
  readonly side: Side;
  /** Worst price in ticks. */
  readonly price: number;
  readonly lots: number;
  readonly tif: BookTif;
  /** Present hold: 0 for a new order, which pays from the available balance. */
  readonly held: Amount;
}

/** Submits an order to the book. Nothing has changed if the outcome is Refused, or Cancelled without a fill. */
export function submitToBook(book: MarketBook, taker: Taker): Outcome {
  return book.book.limit(taker.id, taker.userId, bookSide(taker.side), taker.price, taker.lots, taker.tif);
}

/** Maximum number of fills per journal. */
const FILLS_PER_JOURNAL = 200;

/** The order that was just matched, and the record of its fills. */
interface TakerSettlement {
  readonly batch: BatchState;
  readonly context: MatchingContext;
  readonly book: MarketBook;
  readonly taker: Taker;
  readonly progress: OrderProgress;
  readonly movements: Movements;
}

/**
 * Records the fills and the outcome of the order just submitted, and the hold of its rest. All movements of the order
 * form one journal (several if it swept the book).
 */
export function settleTaker(
  batch: BatchState,
  context: MatchingContext,
  book: MarketBook,
  taker: Taker,
  progress: OrderProgress,
): void {
  const { result, fills } = book.book;
  const { outcome, reason, restingQuantity } = result;
  batch.books.add(book);
  const movements = new Movements();
  const paid = fills.count === 0 ? ZERO : settleFills({ batch, context, book, taker, progress, movements });
  const rests = outcome === Outcome.Resting || outcome === Outcome.PartlyFilledResting;
  const rest = rests ? restingHold(book.scale, taker.side, taker.price, restingQuantity) : ZERO;
  const fromHeld = taker.held > 0n;
  const change = fromHeld ? minus(rest, minus(taker.held, paid)) : rest;
  movements.add(spotAccount(taker.userId), paidIn(book.market, taker.side), negate(change), change);
  progress.held = minus(plus(progress.held, change), fromHeld ? paid : ZERO);
  const entries = movements.take();
  const name = fills.count > 0 ? 'trade' : fromHeld ? 'enter' : 'hold';
  const kind = fills.count > 0 ? 'spot:trade' : change > 0n ? 'spot:hold' : 'spot:release';
  if (entries.length > 0) batch.post(`spot:${name}:${taker.id}`, kind, `order:${taker.id}`, entries);
  if (rests) {
    progress.status = progress.filled > 0n ? Status.PartlyFilled : Status.Open;
    progress.place = OrderLocation.Book;
    book.touched[taker.side].add(taker.price);
  } else {
    const [status, why] = endStateOf(outcome, reason);
    endOrder(progress, status, why);
  }
}

function endStateOf(outcome: Outcome, reason: Reason): readonly [Status, EndReason | null] {
  if (outcome === Outcome.Filled) return [Status.Complete, null];
  if (reason === Reason.SelfTrade) return [Status.Cancelled, 'self_trade'];
  if (reason === Reason.NotFillable) return [Status.Expired, 'cannot_fill'];
  if (reason === Reason.WouldCross) return [Status.Expired, 'would_take'];
  return [Status.Expired, 'no_liquidity'];
}

/** Adds the fills of the latest command to the movements, maker and taker fees included. Returns what the taker paid. */
function settleFills(taking: TakerSettlement): Amount {
  const { batch, context, book, taker, progress, movements } = taking;
  const { fills } = book.book;
  let paid = 0n;
  const takerParty = {
    userId: taker.userId,
    rate: context.feeRates(taker.userId, book).taker,
    fromHeld: taker.held > 0n,
  };
  for (let index = 0; index < fills.count; index++) {
    if (index > 0 && index % FILLS_PER_JOURNAL === 0) {
      batch.post(`spot:trade:${taker.id}:${index}`, 'spot:trade', `order:${taker.id}`, movements.take());
    }
    const fill = settleFill(taking, takerParty, index);
    batch.fills.push(fill);
    addFill(progress, fill.id, fill.quantity, fill.quote, fill.takerFee);
    paid += taker.side === 'buy' ? fill.quote : fill.quantity;
    settleMaker(batch, book, fill, fills.makerRemaining(index) === 0);
    book.last = fills.price(index);
  }
  return amount(paid);
}

/** Settles the fill at an index of the latest command. */
function settleFill(
  { batch, context, book, taker, movements }: TakerSettlement,
  takerParty: Party,
  index: number,
): Fill {
  const { fills } = book.book;
  const { scale, market } = book;
  const makerUser = asUser(fills.makerOwner(index));
  const quantity = quantityOf(scale, fills.quantity(index));
  const quote = quoteOf(scale, fills.price(index) * fills.quantity(index));
  const makerParty = { userId: makerUser, rate: context.feeRates(makerUser, book).maker, fromHeld: true };
  const buys = taker.side === 'buy';
  const buyer = buys ? takerParty : makerParty;
  const seller = buys ? makerParty : takerParty;
  const { buyerFee, sellerFee } = settle({ scale, market, quantity, quote, buyer, seller }, movements);
  return {
    id: ++batch.ids.fill,
    marketId: market.id,
    price: priceOf(scale, fills.price(index)),
    quantity,
    quote,
    takerSide: taker.side,
    makerOrder: orderId(fills.makerId(index)),
    takerOrder: taker.id,
    makerUser,
    takerUser: taker.userId,
    makerFee: buys ? sellerFee : buyerFee,
    takerFee: buys ? buyerFee : sellerFee,
    house: context.isHouse(taker.userId) && context.isHouse(makerUser),
    at: batch.at,
  };
}

/** Records a fill for the resting order. */
function settleMaker(batch: BatchState, book: MarketBook, fill: Fill, complete: boolean): void {
  const { makerOrder: id, makerUser: userId } = fill;
  const side: Side = fill.takerSide === 'buy' ? 'sell' : 'buy';
  const maker = batch.progress(id, userId, book);
  addFill(maker, fill.id, fill.quantity, fill.quote, fill.makerFee);
  maker.held = minus(maker.held, side === 'sell' ? fill.quantity : fill.quote);
  if (complete) {
    endOrder(maker, Status.Complete, null);
    book.countOpen(userId, -1);
  } else maker.status = Status.PartlyFilled;
  if (book.pairs.size > 0) unlinkPairOnFill(batch, book, { id, userId, side }, maker);
  const ticks = ticksOf(book.scale, fill.price);
  if (ticks !== undefined) book.touched[side].add(ticks);
}

/** The limit leg of a pair has traded: its stop leg ends, and the hold beyond the limit's need is released. */
export function unlinkPairOnFill(
  batch: BatchState,
  book: MarketBook,
  { id: limitId, userId, side }: Pick<Taker, 'id' | 'userId' | 'side'>,
  limit: OrderProgress,
): void {
  const pair = book.part(limitId);
  if (!pair) return;
  const stop = book.stops.get(pair.stopId);
  if (stop) book.removeStop(stop);
  endOrder(batch.progress(pair.stopId, userId, book), Status.Cancelled, 'pair');
  book.countOpen(userId, -1);
  batch.hold(`spot:release:${limitId}:pair`, limitId, userId, paidIn(book.market, side), negate(pair.extra));
  limit.held = minus(limit.held, pair.extra);
}
