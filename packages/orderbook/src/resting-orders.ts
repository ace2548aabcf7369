import { NO_ASK, NO_BID, Side } from './codes.ts';
import { IdIndex } from './id-index.ts';
import { NO_SLOT, OrderPool } from './order-pool.ts';
import { PriceLadder } from './price-ladder.ts';

/** The resting orders of both sides in price-time priority; never crossed between commands. */
export class RestingOrders {
  readonly pool: OrderPool;
  readonly ladder: PriceLadder;
  readonly ids: IdIndex;
  /** Highest bid in ticks, or NO_BID. */
  bestBid = NO_BID;
  /** Lowest ask in ticks, or NO_ASK. */
  bestAsk = NO_ASK;
  /** Lots resting per side. */
  readonly #totals = new Float64Array(2);
  /** Highest id that ever rested. */
  #highestId = 0;

  constructor(expectedOrders: number, ordersMax: number) {
    this.pool = new OrderPool(expectedOrders, ordersMax);
    this.ladder = new PriceLadder(ordersMax);
    this.ids = new IdIndex(this.pool, expectedOrders);
  }

  get bytes(): number {
    return this.pool.bytes + this.ladder.bytes + this.ids.bytes;
  }

  /** Lots resting on the side. */
  total(side: Side): number {
    return this.#totals[side]!;
  }

  addToTotal(side: Side, lots: number): void {
    this.#totals[side] = this.#totals[side]! + lots;
  }

  best(side: Side): number {
    return side === Side.Buy ? this.bestBid : this.bestAsk;
  }

  /** The price next to that of `level` in priority on the side, or its "no price". */
  nextPrice(side: Side, level: number): number {
    return side === Side.Buy ? this.ladder.below(level) : this.ladder.above(level);
  }

  /** Whether a taker with this limit would meet the best order of the opposite side. */
  crosses(takerSide: Side, limit: number): boolean {
    return takerSide === Side.Buy ? this.bestAsk <= limit : this.bestBid >= limit;
  }

  /** The side of an order at an occupied level: every occupied price up to the best bid is a bid. */
  sideAt(price: number): Side {
    return price <= this.bestBid ? Side.Buy : Side.Sell;
  }

  /** Whether an order of this id rests. Ids that grow are known to be new without a search. */
  has(id: number): boolean {
    return id <= this.#highestId && this.ids.find(id) !== NO_SLOT;
  }

  /** Appends an order that does not cross to the queue of its price. */
  append(id: number, owner: number, side: Side, price: number, quantity: number): void {
    const { pool, ladder } = this;
    const level = ladder.occupy(price);
    const slot = pool.take(id, owner, quantity, level);
    const tail = ladder.tail(level);
    if (tail === NO_SLOT) {
      ladder.setHead(level, slot);
      if (side === Side.Buy) {
        if (price > this.bestBid) this.bestBid = price;
      } else if (price < this.bestAsk) {
        this.bestAsk = price;
      }
    } else {
      pool.setNext(tail, slot);
      pool.setPrevious(slot, tail);
    }
    ladder.setTail(level, slot);
    ladder.addToTotal(level, quantity);
    this.addToTotal(side, quantity);
    this.ids.add(id, slot);
    if (id > this.#highestId) this.#highestId = id;
  }

  /** Takes an order out of the middle of everything. */
  remove(slot: number): void {
    const { pool, ladder } = this;
    const level = pool.level(slot);
    const previous = pool.previous(slot);
    const next = pool.next(slot);
    const quantity = pool.quantity(slot);
    if (previous === NO_SLOT) ladder.setHead(level, next);
    else pool.setNext(previous, next);
    if (next === NO_SLOT) ladder.setTail(level, previous);
    else pool.setPrevious(next, previous);
    const price = ladder.priceOf(level);
    this.addToTotal(this.sideAt(price), -quantity);
    ladder.addToTotal(level, -quantity);
    if (previous === NO_SLOT && next === NO_SLOT) this.vacate(level, price);
    this.ids.remove(pool.id(slot), slot);
    pool.release(slot);
  }

  /** Takes `lots` off an order that keeps more than none. */
  reduce(slot: number, lots: number): void {
    const level = this.pool.level(slot);
    this.pool.setQuantity(slot, this.pool.quantity(slot) - lots);
    this.ladder.addToTotal(level, -lots);
    this.addToTotal(this.sideAt(this.ladder.priceOf(level)), -lots);
  }

  /** Drops a level whose last order has left; the best price moves on when it was the best. */
  vacate(level: number, price: number): void {
    if (price === this.bestBid) this.bestBid = this.ladder.below(level);
    else if (price === this.bestAsk) this.bestAsk = this.ladder.above(level);
    this.ladder.vacate(level);
  }
}
