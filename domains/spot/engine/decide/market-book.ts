import type { MarketId, OrderId, UserId } from '@karat/contract';
import type { Amount, Price } from '@karat/money';
import { OrderBook, Reason, Side as BookSide, TriggerBook, TriggerDirection } from '@karat/orderbook';
import type { AdmittedOrder } from '../../rules.ts';
import { priceOf, quantityOf, scaleOf } from '../../scale.ts';
import type { Scale } from '../../scale.ts';
import type { Side, SpotMarket } from '../../types.ts';

/** An order outside the book: before its trigger, or before its market opens. */
export interface WaitingOrder extends AdmittedOrder {
  readonly id: OrderId;
  readonly userId: UserId;
  /** Held amount; 0 for the stop leg of a pair. */
  readonly held: Amount;
}

/** The stop leg of a limit leg, and the part of the limit leg's hold that is only for the stop. */
export interface OcoPair {
  readonly stopId: OrderId;
  readonly extra: Amount;
}

export const bookSide = (side: Side): BookSide => (side === 'buy' ? BookSide.Buy : BookSide.Sell);
export const sideOf = (side: BookSide): Side => (side === BookSide.Buy ? 'buy' : 'sell');

/** Prices of a market with their present resting quantities, by side. */
export interface ChangedLevels {
  readonly marketId: MarketId;
  readonly bids: readonly (readonly [Price, Amount])[];
  readonly asks: readonly (readonly [Price, Amount])[];
}

/** All memory of one market; it can be rebuilt from rows. */
export class MarketBook {
  readonly market: SpotMarket;
  readonly scale: Scale;
  readonly book: OrderBook;
  readonly triggers = new TriggerBook();
  readonly stops = new Map<OrderId, WaitingOrder>();
  /** In order of arrival, which is the order in which they enter the book. */
  readonly opening = new Map<OrderId, WaitingOrder>();
  /** By the limit leg. */
  readonly pairs = new Map<OrderId, OcoPair>();
  /** By the stop leg. */
  readonly limitLegs = new Map<OrderId, OrderId>();
  /** Last trade in ticks; 0 before the first. */
  last = 0;
  /** Number of open orders of each user in this market. */
  readonly openOrders = new Map<UserId, number>();
  /** Prices in ticks whose quantity has changed since the last difference, by side. */
  readonly touched: Record<Side, Set<number>> = { buy: new Set(), sell: new Set() };

  constructor(market: SpotMarket, expectedOrders?: number) {
    this.market = market;
    this.scale = scaleOf(market);
    this.book = new OrderBook(expectedOrders === undefined ? {} : { expectedOrders });
  }

  /** Returns and clears the levels changed since the last call. */
  takeTouched(): ChangedLevels {
    return { marketId: this.market.id, bids: this.#levels('buy'), asks: this.#levels('sell') };
  }

  #levels(side: Side): (readonly [Price, Amount])[] {
    const prices = this.touched[side];
    const levels = [...prices].map((ticks): readonly [Price, Amount] => [
      priceOf(this.scale, ticks),
      quantityOf(this.scale, this.book.quantityAt(bookSide(side), ticks)),
    ]);
    prices.clear();
    return levels;
  }

  countOpen(user: UserId, by: 1 | -1): void {
    const count = (this.openOrders.get(user) ?? 0) + by;
    if (count > 0) this.openOrders.set(user, count);
    else this.openOrders.delete(user);
  }

  addStop(order: WaitingOrder): void {
    const direction = order.side === 'buy' ? TriggerDirection.Rising : TriggerDirection.Falling;
    const refusal = this.triggers.place({ id: order.id, direction, triggerPrice: order.stop });
    if (refusal !== Reason.None)
      throw new Error(`stop ${order.id} rejected by the trigger book: reason ${refusal}`);
    this.stops.set(order.id, order);
  }

  removeStop(order: WaitingOrder): void {
    this.stops.delete(order.id);
    this.triggers.cancel(order.id);
  }

  join(limitId: OrderId, pair: OcoPair): void {
    this.pairs.set(limitId, pair);
    this.limitLegs.set(pair.stopId, limitId);
  }

  /** Splits a pair, identified by its limit leg. */
  part(limitId: OrderId): OcoPair | undefined {
    const pair = this.pairs.get(limitId);
    if (!pair) return undefined;
    this.pairs.delete(limitId);
    this.limitLegs.delete(pair.stopId);
    return pair;
  }
}
