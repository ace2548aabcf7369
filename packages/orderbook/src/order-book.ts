import { checkLimit, checkOrder } from './admission.ts';
import { depthOf, orderAt, ordersOf } from './book-view.ts';
import type { DepthLevel, RestingOrder } from './book-view.ts';
import { MAX_PRICE, MAX_QUANTITY, NO_ASK, NO_BID, Outcome, Reason, Side, TimeInForce } from './codes.ts';
import { CommandResult } from './command-result.ts';
import { FillLog } from './fill-log.ts';
import { Matcher } from './matcher.ts';
import { ORDER_RECORD } from './order-pool.ts';
import { RestingOrders } from './resting-orders.ts';

/** Sizes of a book. */
export interface OrderBookOptions {
  /** Initial capacity in orders; it grows with the book. */
  readonly expectedOrders?: number;
  /** Maximum number of resting orders; a new one beyond is refused. */
  readonly ordersMax?: number;
}

// Constants of this module are compiled into the code; imported ones are read at every use.
const { None, UnknownOrder, WouldCross, NoLiquidity, NotFillable, BudgetSpent, Requested } = Reason;
const { Resting, PartlyFilledResting, Filled, PartlyFilledCancelled, Cancelled, Refused, Reduced } = Outcome;
const { GoodTillCancelled, ImmediateOrCancel, FillOrKill, PostOnly } = TimeInForce;
const { none: NO_SLOT } = ORDER_RECORD;
const SUM_MOST = MAX_QUANTITY;

const EXPECTED_ORDERS = 16_384;
const ORDERS_MAX = 1 << 22;

/**
 * A price-time priority book of whole numbers: prices in ticks, quantities in lots. A trade prints at the resting
 * order's price. A taker that would meet an order of its own owner is cancelled there; its earlier trades stand. Every
 * command returns an Outcome; `result` and `fills` hold the details until the next command. Business outcomes are
 * never thrown.
 */
export class OrderBook {
  /** Fills of the latest command. */
  readonly fills = new FillLog();
  /** Figures of the latest command. */
  readonly result = new CommandResult();
  readonly #resting: RestingOrders;
  readonly #matcher: Matcher;

  constructor(options: OrderBookOptions = {}) {
    const ordersMax = Math.min(options.ordersMax ?? ORDERS_MAX, ORDERS_MAX);
    this.#resting = new RestingOrders(
      Math.min(options.expectedOrders ?? EXPECTED_ORDERS, ordersMax),
      ordersMax,
    );
    this.#matcher = new Matcher(this.#resting, this.fills);
  }

  /**
   * Returns a book with the orders of a snapshot, each behind the previous ones at its price. Throws on a damaged
   * snapshot, which crosses or repeats an id.
   */
  static restore(orders: Iterable<RestingOrder>, options: OrderBookOptions = {}): OrderBook {
    const book = new OrderBook(options);
    for (const { id, owner, side, price, quantity } of orders) {
      if (book.limit(id, owner, side, price, quantity, PostOnly) === Resting) continue;
      throw new Error(`order ${id} of the snapshot cannot rest: reason ${book.result.reason}`);
    }
    return book;
  }

  /** A new limit order of `quantity` lots at `price` ticks or better. */
  limit(
    id: number,
    owner: number,
    side: Side,
    price: number,
    quantity: number,
    timeInForce: TimeInForce = GoodTillCancelled,
  ): Outcome {
    const resting = this.#resting;
    this.fills.count = 0;
    const refusal =
      checkOrder(resting, id, owner, quantity) || checkLimit(resting, side, price, quantity, timeInForce);
    if (refusal !== None) return this.#refuse(refusal);
    if (!resting.crosses(side, price)) {
      if (timeInForce === ImmediateOrCancel) return this.#cancelWhole(quantity, NoLiquidity);
      if (timeInForce === FillOrKill) return this.#cancelWhole(quantity, NotFillable);
      resting.append(id, owner, side, price, quantity);
      return this.result.set(Resting, None, 0, 0, quantity, 0);
    }
    if (timeInForce === PostOnly) return this.#refuse(WouldCross);
    if (timeInForce === FillOrKill) {
      const obstacle = this.#matcher.obstacle(owner, side, price, quantity);
      if (obstacle !== None) return this.#cancelWhole(quantity, obstacle);
    }
    const stop = this.#matcher.take(id, owner, side, price, quantity, SUM_MOST);
    const remaining = this.#matcher.remaining;
    if (remaining === 0 || stop !== NoLiquidity || timeInForce !== GoodTillCancelled) {
      return this.#settleTaker(quantity, stop);
    }
    resting.append(id, owner, side, price, remaining);
    const filled = quantity - remaining;
    return this.result.set(PartlyFilledResting, None, filled, this.#matcher.spent, remaining, 0);
  }

  /**
   * A market order of `quantity` lots at any price; the unfilled rest is cancelled. It stops before its notional would
   * exceed the safe integers. `fillOrKill`: all at once or nothing.
   */
  market(id: number, owner: number, side: Side, quantity: number, fillOrKill = false): Outcome {
    this.fills.count = 0;
    const refusal = checkOrder(this.#resting, id, owner, quantity);
    if (refusal !== None) return this.#refuse(refusal);
    const limit = worstPrice(side);
    if (fillOrKill) {
      const obstacle = this.#matcher.obstacle(owner, side, limit, quantity);
      if (obstacle !== None) return this.#cancelWhole(quantity, obstacle);
    }
    const stop = this.#matcher.take(id, owner, side, limit, quantity, SUM_MOST);
    return this.#settleTaker(quantity, stop === BudgetSpent ? Reason.OutOfBounds : stop);
  }

  /**
   * A market order for a quote amount: buys for, or sells for, at most `budget` ticks x lots and at most `quantityMax`
   * lots (a seller's holding). Never over the budget; it ends at the first price at which the rest does not pay for
   * one lot, and is then Filled.
   */
  marketByQuote(id: number, owner: number, side: Side, budget: number, quantityMax = SUM_MOST): Outcome {
    this.fills.count = 0;
    const refusal =
      checkOrder(this.#resting, id, owner, budget) || checkOrder(this.#resting, id, owner, quantityMax);
    if (refusal !== None) return this.#refuse(refusal);
    const stop = this.#matcher.take(id, owner, side, worstPrice(side), quantityMax, budget);
    const { remaining, spent } = this.#matcher;
    const filled = quantityMax - remaining;
    if (filled === 0) return this.result.set(Cancelled, stop, 0, 0, 0, 0);
    if (stop === BudgetSpent || spent === budget) {
      return this.result.set(Filled, None, filled, spent, 0, 0);
    }
    const reason = stop === None ? Reason.QuantityLimit : stop;
    return this.result.set(PartlyFilledCancelled, reason, filled, spent, 0, 0);
  }

  /** Removes a resting order from the book. */
  cancel(id: number): Outcome {
    this.fills.count = 0;
    const quantity = this.#resting.remove(id);
    return quantity === 0 ? this.#refuse(UnknownOrder) : this.#cancelWhole(quantity, Requested);
  }

  /** Reduces a resting order to `quantity` lots without loss of priority. To enlarge it, cancel and place a new one. */
  reduce(id: number, quantity: number): Outcome {
    this.fills.count = 0;
    const slot = this.#resting.find(id);
    if (slot === NO_SLOT) return this.#refuse(UnknownOrder);
    if (!Number.isInteger(quantity) || quantity < 1) return this.#refuse(Reason.InvalidQuantity);
    const lotsOff = this.#resting.quantity(slot) - quantity;
    if (lotsOff <= 0) return this.#refuse(Reason.NotReduced);
    this.#resting.reduce(slot, lotsOff);
    return this.result.set(Reduced, None, 0, 0, quantity, lotsOff);
  }

  /** Orders resting on both sides. */
  get orderCount(): number {
    return this.#resting.count;
  }

  /** Highest bid in ticks, or null. */
  get bestBid(): number | null {
    const price = this.#resting.best(Side.Buy);
    return price === NO_BID ? null : price;
  }

  /** Lowest ask in ticks, or null. */
  get bestAsk(): number | null {
    const price = this.#resting.best(Side.Sell);
    return price === NO_ASK ? null : price;
  }

  /** Lots resting on the side. */
  totalQuantity(side: Side): number {
    return this.#resting.total(side);
  }

  /** Lots resting on the side at a price in ticks. */
  quantityAt(side: Side, price: number): number {
    const best = this.#resting.best(side);
    return (side === Side.Buy ? price <= best : price >= best) ? this.#resting.ladder.totalAt(price) : 0;
  }

  /** Bytes of the buffers that hold the book. */
  get bytes(): number {
    return this.#resting.bytes;
  }

  /** The resting order of this id, or null. */
  order(id: number): RestingOrder | null {
    const slot = this.#resting.find(id);
    return slot === NO_SLOT ? null : orderAt(this.#resting, slot);
  }

  /** The best `levelsMax` prices of the side with the lots resting there, best first. */
  depth(side: Side, levelsMax: number): DepthLevel[] {
    return depthOf(this.#resting, side, levelsMax);
  }

  /** All orders of the side in priority order; the book must not change meanwhile. */
  orders(side: Side): Generator<RestingOrder> {
    return ordersOf(this.#resting, side);
  }

  /** All orders, bids before asks, each side in priority order: the input of `restore`. */
  snapshot(): RestingOrder[] {
    return [...this.orders(Side.Buy), ...this.orders(Side.Sell)];
  }

  #refuse(reason: Reason): Outcome {
    return this.result.set(Refused, reason, 0, 0, 0, 0);
  }

  #cancelWhole(quantity: number, reason: Reason): Outcome {
    return this.result.set(Cancelled, reason, 0, 0, 0, quantity);
  }

  /** The result of a taker of `quantity` lots that leaves nothing in the book. */
  #settleTaker(quantity: number, stop: Reason): Outcome {
    const { remaining, spent } = this.#matcher;
    if (remaining === 0) return this.result.set(Filled, None, quantity, spent, 0, 0);
    if (remaining === quantity) return this.#cancelWhole(quantity, stop);
    return this.result.set(PartlyFilledCancelled, stop, quantity - remaining, spent, 0, remaining);
  }
}

/** The limit that every price on the opposite side is within. */
function worstPrice(side: Side): number {
  return side === Side.Buy ? MAX_PRICE : 1;
}
