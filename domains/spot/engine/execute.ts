import { orderId, userId as asUser } from '@karat/contract';
import type { OrderId, UserId } from '@karat/contract';
import { ZERO, minus, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import { Outcome, Reason, TimeInForce as BookTif } from '@karat/orderbook';
import { restingHold } from '../rules.ts';
import { priceOf, quantityOf, quoteOf } from '../scale.ts';
import { paidIn, settle } from '../settlement.ts';
import { Place, Status } from '../types.ts';
import type { EndReason, FeeRates, Side } from '../types.ts';
import type { Batch } from './batch.ts';
import { bookSide, type MarketBook } from './market-book.ts';
import { addFill, end } from './progress.ts';
import type { Progress } from './progress.ts';

/** What the matching asks of the world around it; all of it is in memory. */
export interface World {
  feeRates(userId: UserId, book: MarketBook): FeeRates;
  isHouse(userId: UserId): boolean;
}

/** A limit order on its way to the book. */
export interface Taker {
  readonly id: OrderId;
  readonly userId: UserId;
  readonly side: Side;
  /** Worst price in ticks. */
  readonly price: number;
  readonly lots: number;
  readonly tif: BookTif;
  /** What it holds so far: 0 for one that has just come and pays from what is available. */
  readonly held: Amount;
}

/** Sends an order to the book. Nothing has changed when the outcome is Refused, or Cancelled without a fill. */
export function submit(book: MarketBook, taker: Taker): Outcome {
  return book.book.limit(taker.id, taker.userId, bookSide(taker.side), taker.price, taker.lots, taker.tif);
}

/** Notes the fills and the outcome of the order just submitted, and what is held for its rest. */
export function settleTaker(
  batch: Batch,
  world: World,
  book: MarketBook,
  taker: Taker,
  progress: Progress,
): void {
  const { result, fills } = book.book;
  const { outcome, reason, restingQuantity } = result;
  batch.books.add(book);
  const paid = fills.count === 0 ? ZERO : settleFills(batch, world, book, taker, progress);
  const rests = outcome === Outcome.Resting || outcome === Outcome.PartlyFilledResting;
  const rest = rests ? restingHold(book.scale, taker.side, taker.price, restingQuantity) : ZERO;
  const fromHeld = taker.held > 0n;
  const change = fromHeld ? minus(rest, minus(taker.held, paid)) : rest;
  const key = fromHeld ? `spot:release:${taker.id}:entry` : `spot:hold:${taker.id}`;
  batch.hold(key, taker.id, taker.userId, paidIn(book.market, taker.side), change);
  progress.held = (progress.held + change - (fromHeld ? paid : 0n)) as Amount;
  if (rests) {
    progress.status = progress.filled > 0n ? Status.PartlyFilled : Status.Open;
    progress.place = Place.Book;
    book.touched[taker.side].add(taker.price);
  } else {
    const [status, why] = ending(outcome, reason);
    end(progress, status, why);
  }
}

function ending(outcome: Outcome, reason: Reason): readonly [Status, EndReason | null] {
  if (outcome === Outcome.Filled) return [Status.Complete, null];
  if (reason === Reason.SelfTrade) return [Status.Cancelled, 'self_trade'];
  if (reason === Reason.NotFillable) return [Status.Expired, 'cannot_fill'];
  if (reason === Reason.WouldCross) return [Status.Expired, 'would_take'];
  return [Status.Expired, 'no_liquidity'];
}

/** Settles the fills of the latest command; answers what the taker paid. */
function settleFills(batch: Batch, world: World, book: MarketBook, taker: Taker, progress: Progress): Amount {
  const { fills } = book.book;
  let paid = 0n;
  const takerRate = world.feeRates(taker.userId, book).taker;
  const takerHouse = world.isHouse(taker.userId);
  const takerBuys = taker.side === 'buy';
  const makerSide: Side = takerBuys ? 'sell' : 'buy';
  for (let index = 0; index < fills.count; index++) {
    const ticks = fills.price(index);
    const lots = fills.quantity(index);
    const makerUser = asUser(fills.makerOwner(index));
    const makerId = orderId(fills.makerId(index));
    const quantity = quantityOf(book.scale, lots);
    const quote = quoteOf(book.scale, ticks * lots);
    const takerParty = { userId: taker.userId, rate: takerRate, fromHeld: taker.held > 0n };
    const makerParty = { userId: makerUser, rate: world.feeRates(makerUser, book).maker, fromHeld: true };
    const { buyerFee, sellerFee, entries } = settle({
      ...{ scale: book.scale, market: book.market, quantity, quote },
      ...{ buyer: takerBuys ? takerParty : makerParty, seller: takerBuys ? makerParty : takerParty },
    });
    const id = ++batch.ids.fill;
    batch.post(`spot:fill:${id}`, 'spot:trade', `fill:${id}`, entries);
    const takerFee = takerBuys ? buyerFee : sellerFee;
    const makerFee = takerBuys ? sellerFee : buyerFee;
    batch.fills.push({
      ...{
        id,
        marketId: book.market.id,
        price: priceOf(book.scale, ticks),
        quantity,
        quote,
        takerSide: taker.side,
      },
      ...{
        makerOrder: makerId,
        takerOrder: taker.id,
        makerUser,
        takerUser: taker.userId,
        makerFee,
        takerFee,
      },
      ...{ house: takerHouse && world.isHouse(makerUser), at: batch.at },
    });
    addFill(progress, id, quantity, quote, takerFee);
    paid += takerBuys ? quote : quantity;
    const maker = batch.progress(makerId, makerUser, book);
    addFill(maker, id, quantity, quote, makerFee);
    maker.held = minus(maker.held, takerBuys ? quantity : quote);
    if (fills.makerRemaining(index) === 0) {
      end(maker, Status.Complete, null);
      book.countOpen(makerUser, -1);
    } else maker.status = Status.PartlyFilled;
    if (book.pairs.size > 0)
      partOnFill(batch, book, { id: makerId, userId: makerUser, side: makerSide }, maker);
    book.touched[makerSide].add(ticks);
    book.last = ticks;
  }
  return paid as Amount;
}

/** The limit leg of a pair has traded: its stop leg ends, and what was held for it beyond the limit's need is released. */
export function partOnFill(
  batch: Batch,
  book: MarketBook,
  { id: limitId, userId, side }: Pick<Taker, 'id' | 'userId' | 'side'>,
  limit: Progress,
): void {
  const pair = book.part(limitId);
  if (!pair) return;
  const stop = book.stops.get(pair.stopId);
  if (stop) book.removeStop(stop);
  end(batch.progress(pair.stopId, userId, book), Status.Cancelled, 'pair');
  book.countOpen(userId, -1);
  batch.hold(`spot:release:${limitId}:pair`, limitId, userId, paidIn(book.market, side), negate(pair.extra));
  limit.held = minus(limit.held, pair.extra);
}
