import { NO_ASK, NO_BID, Side } from './codes.ts';
import { ORDER_RECORD, OrderPool } from './order-pool.ts';
import { LEVEL_RECORD, PriceLadder } from './price-ladder.ts';
import { StrayIndex } from './stray-index.ts';

const { Buy, Sell } = Side;
const {
  doubles: ORDER_DOUBLES,
  ints: ORDER_INTS,
  id: ORDER_ID,
  quantity: ORDER_QUANTITY,
  none: NO_SLOT,
} = ORDER_RECORD;
const { levelAndSide: ORDER_LEVEL_AND_SIDE, owner: ORDER_OWNER } = ORDER_RECORD;
const { previous: ORDER_PREVIOUS, next: ORDER_NEXT } = ORDER_RECORD;
const { doubles: LEVEL_DOUBLES, ints: LEVEL_INTS } = LEVEL_RECORD;
const { total: LEVEL_TOTAL, head: LEVEL_HEAD, tail: LEVEL_TAIL } = LEVEL_RECORD;

/**
 * The resting orders of both sides in price-time priority; never crossed between commands. The side of the next order
 * is as random as the orders are, so the hot paths compute with the side instead of branching on it: a branch that the
 * processor mispredicts half of the time costs more than the rest.
 */
export class RestingOrders {
  readonly pool: OrderPool;
  readonly ladder: PriceLadder;
  readonly #strays: StrayIndex;
  /** Highest bid and lowest ask in ticks, or NO_BID and NO_ASK. */
  readonly #best = Int32Array.of(NO_BID, NO_ASK);
  /** Lots resting per side. */
  readonly #totals = new Float64Array(2);
  /** Highest id that ever rested. */
  #highestId = 0;

  constructor(expectedOrders: number, ordersMax: number) {
    this.pool = new OrderPool(expectedOrders, ordersMax);
    this.ladder = new PriceLadder(ordersMax);
    this.#strays = new StrayIndex(this.pool);
  }

  get bytes(): number {
    return this.pool.bytes + this.ladder.bytes + this.#strays.bytes;
  }

  /** Best price of the side in ticks, or its "no price". */
  best(side: Side): number {
    return this.#best[side]!;
  }

  /** Lots resting on the side. */
  total(side: Side): number {
    return this.#totals[side]!;
  }

  addToTotal(side: Side, lots: number): void {
    this.#totals[side] = this.#totals[side]! + lots;
  }

  /** The price next to that of `level` in priority on the side, or its "no price". */
  nextPrice(side: Side, level: number): number {
    return side === Buy ? this.ladder.below(level) : this.ladder.above(level);
  }

  /** Whether a taker with this limit would meet the best order of the opposite side. */
  crosses(takerSide: Side, limit: number): boolean {
    return towardsTaking(takerSide, limit - this.#best[1 - takerSide]!) >= 0;
  }

  level(slot: number): number {
    return this.pool.levelAndSide(slot) >>> 1;
  }

  side(slot: number): Side {
    return (this.pool.levelAndSide(slot) & 1) === Buy ? Buy : Sell;
  }

  /** Whether an order of this id rests. Ids that grow are known to be new without a search. */
  has(id: number): boolean {
    return id <= this.#highestId && this.find(id) !== NO_SLOT;
  }

  /** The slot of the order, or NO_SLOT. */
  find(id: number): number {
    const home = this.pool.homeOf(id);
    // A vacant home has the id 0, which is no order's.
    if (this.pool.floats[home * ORDER_DOUBLES + ORDER_ID] === id && id !== 0) return home;
    return this.#strays.find(id);
  }

  /** Appends an order that does not cross to the queue of its price. */
  append(id: number, owner: number, side: Side, price: number, quantity: number): void {
    const slot = this.pool.take(id);
    const level = this.ladder.occupy(price);
    const { floats, ints } = this.pool;
    const record = slot * ORDER_INTS;
    floats[slot * ORDER_DOUBLES + ORDER_ID] = id;
    floats[slot * ORDER_DOUBLES + ORDER_QUANTITY] = quantity;
    ints[record + ORDER_LEVEL_AND_SIDE] = level * 2 + side;
    ints[record + ORDER_OWNER] = owner;
    ints[record + ORDER_NEXT] = NO_SLOT;
    const { levels } = this.ladder;
    const tail = levels.ints[level * LEVEL_INTS + LEVEL_TAIL]!;
    ints[record + ORDER_PREVIOUS] = tail;
    levels.ints[level * LEVEL_INTS + LEVEL_TAIL] = slot;
    levels.floats[level * LEVEL_DOUBLES + LEVEL_TOTAL] =
      levels.floats[level * LEVEL_DOUBLES + LEVEL_TOTAL]! + quantity;
    this.#totals[side] = this.#totals[side]! + quantity;
    if (tail !== NO_SLOT) {
      ints[tail * ORDER_INTS + ORDER_NEXT] = slot;
    } else {
      levels.ints[level * LEVEL_INTS + LEVEL_HEAD] = slot;
      if (towardsTaking(side, price - this.#best[side]!) > 0) this.#best[side] = price;
    }
    if (slot !== this.pool.homeOf(id)) this.#strays.add(id, slot);
    if (id > this.#highestId) this.#highestId = id;
    if (this.pool.isCrowded) this.#addHome();
  }

  /** Removes an order at any position; returns its lots, or 0 if no order has this id. */
  remove(id: number): number {
    const slot = this.find(id);
    if (slot === NO_SLOT) return 0;
    const { floats, ints } = this.pool;
    const quantity = floats[slot * ORDER_DOUBLES + ORDER_QUANTITY]!;
    const levelAndSide = ints[slot * ORDER_INTS + ORDER_LEVEL_AND_SIDE]!;
    const level = levelAndSide >>> 1;
    const side = levelAndSide & 1;
    const previous = ints[slot * ORDER_INTS + ORDER_PREVIOUS]!;
    const next = ints[slot * ORDER_INTS + ORDER_NEXT]!;
    const { levels } = this.ladder;
    if (previous !== NO_SLOT) ints[previous * ORDER_INTS + ORDER_NEXT] = next;
    else levels.ints[level * LEVEL_INTS + LEVEL_HEAD] = next;
    if (next !== NO_SLOT) ints[next * ORDER_INTS + ORDER_PREVIOUS] = previous;
    else levels.ints[level * LEVEL_INTS + LEVEL_TAIL] = previous;
    levels.floats[level * LEVEL_DOUBLES + LEVEL_TOTAL] =
      levels.floats[level * LEVEL_DOUBLES + LEVEL_TOTAL]! - quantity;
    this.#totals[side] = this.#totals[side]! - quantity;
    this.release(slot, id);
    if ((previous | next) === NO_SLOT) this.vacate(level, this.ladder.priceOf(level));
    return quantity;
  }

  /** Frees the slot of an order that is no longer in its queue or in any total. */
  release(slot: number, id: number): void {
    if (slot === this.pool.homeOf(id)) return this.pool.releaseHome(slot);
    this.#strays.remove(id, slot);
    this.pool.releaseStray(slot);
  }

  /** Reduces an order by `lots`; some must remain. */
  reduce(slot: number, lots: number): void {
    const at = slot * ORDER_DOUBLES + ORDER_QUANTITY;
    this.pool.floats[at] = this.pool.floats[at]! - lots;
    this.ladder.addToTotal(this.level(slot), -lots);
    this.addToTotal(this.side(slot), -lots);
  }

  /** Removes a level after its last order has left; the best price moves on if it was the best. */
  vacate(level: number, price: number): void {
    if (price === this.#best[Buy]) this.#best[Buy] = this.ladder.below(level);
    else if (price === this.#best[Sell]) this.#best[Sell] = this.ladder.above(level);
    this.ladder.vacate(level);
  }

  /** Adds capacity for one order; the queue of the order that moves for it gets its new slot. */
  #addHome(): void {
    const slot = this.pool.addHome();
    if (slot === NO_SLOT) return;
    const { ints } = this.pool;
    const levels = this.ladder.levels.ints;
    const level = this.level(slot);
    const previous = ints[slot * ORDER_INTS + ORDER_PREVIOUS]!;
    const next = ints[slot * ORDER_INTS + ORDER_NEXT]!;
    if (previous === NO_SLOT) levels[level * LEVEL_INTS + LEVEL_HEAD] = slot;
    else ints[previous * ORDER_INTS + ORDER_NEXT] = slot;
    if (next === NO_SLOT) levels[level * LEVEL_INTS + LEVEL_TAIL] = slot;
    else ints[next * ORDER_INTS + ORDER_PREVIOUS] = slot;
  }
}

/** A signed price difference of the side: higher is more aggressive for a buyer, lower for a seller. */
function towardsTaking(side: Side, difference: number): number {
  return Math.imul(difference, 1 - 2 * side);
}
