import { NO_ASK, NO_BID, Side } from './codes.ts';
import { ORDER_RECORD, OrderPool } from './order-pool.ts';
import { LEVEL_RECORD, PriceLadder } from './price-ladder.ts';
import { StrayIndex } from './stray-index.ts';

const { Buy, Sell } = Side;
const {
  doubleShift: ORDER_DOUBLE_SHIFT,
  intShift: ORDER_INT_SHIFT,
  id: ORDER_ID,
  quantity: ORDER_QUANTITY,
  none: NO_SLOT,
} = ORDER_RECORD;
const { levelAndSide: ORDER_LEVEL_AND_SIDE, owner: ORDER_OWNER } = ORDER_RECORD;
const { previous: ORDER_PREVIOUS, next: ORDER_NEXT } = ORDER_RECORD;
const { doubleShift: LEVEL_DOUBLE_SHIFT, intShift: LEVEL_INT_SHIFT } = LEVEL_RECORD;
const { total: LEVEL_TOTAL, head: LEVEL_HEAD, tail: LEVEL_TAIL } = LEVEL_RECORD;

/**
 * The resting orders of both sides in price-time priority; never crossed between commands. The side of the next order
 * is as random as the orders are, so the hot paths compute with the side instead of branching on it: a branch that the
 * processor mispredicts half of the time costs more than the rest.
 */
export class RestingOrders extends OrderPool {
  readonly ladder: PriceLadder;
  readonly #strays: StrayIndex;
  /** Highest bid and lowest ask in ticks, or NO_BID and NO_ASK. */
  readonly #best = Int32Array.of(NO_BID, NO_ASK);
  /** Lots resting per side. */
  readonly #totals = new Float64Array(2);
  /** Highest id that ever rested. */
  #highestId = 0;

  constructor(expectedOrders: number, ordersMax: number) {
    super(expectedOrders, ordersMax);
    this.ladder = new PriceLadder(ordersMax);
    this.#strays = new StrayIndex(this);
  }

  override get bytes(): number {
    return super.bytes + this.ladder.bytes + this.#strays.bytes;
  }

  /** Best price of the side in ticks, or its "no price". */
  best(side: Side): number {
    return this.#best[side]!;
  }

  /** Lots resting on the side. */
  total(side: Side): number {
    return this.#totals[side]!;
  }

  /** Adds lots to those resting at the level and on its side. */
  addToTotals(side: Side, level: number, lots: number): void {
    const { ladder } = this;
    const at = (level << LEVEL_DOUBLE_SHIFT) | LEVEL_TOTAL;
    ladder.floats[at] = ladder.floats[at]! + lots;
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
    return this.levelAndSide(slot) >>> 1;
  }

  side(slot: number): Side {
    return (this.levelAndSide(slot) & 1) === Buy ? Buy : Sell;
  }

  /** Whether an order of this id rests. Ids that grow are known to be new without a search. */
  has(id: number): boolean {
    return id <= this.#highestId && this.find(id) !== NO_SLOT;
  }

  /** The slot of the order, or NO_SLOT. */
  find(id: number): number {
    const home = this.homeOf(id);
    // A vacant home has the id 0, which is no order's.
    if (this.floats[(home << ORDER_DOUBLE_SHIFT) | ORDER_ID] === id && id !== 0) return home;
    return this.#strays.find(id);
  }

  /** Appends an order that does not cross to the queue of its price. */
  append(id: number, owner: number, side: Side, price: number, quantity: number): void {
    const slot = this.take(id);
    const level = this.ladder.occupy(price);
    const { floats, ints } = this;
    const record = slot << ORDER_INT_SHIFT;
    floats[(slot << ORDER_DOUBLE_SHIFT) | ORDER_ID] = id;
    floats[(slot << ORDER_DOUBLE_SHIFT) | ORDER_QUANTITY] = quantity;
    ints[record | ORDER_LEVEL_AND_SIDE] = level * 2 + side;
    ints[record | ORDER_OWNER] = owner;
    ints[record | ORDER_NEXT] = NO_SLOT;
    const { ladder } = this;
    const tail = ladder.ints[(level << LEVEL_INT_SHIFT) | LEVEL_TAIL]!;
    ints[record | ORDER_PREVIOUS] = tail;
    ladder.ints[(level << LEVEL_INT_SHIFT) | LEVEL_TAIL] = slot;
    ladder.floats[(level << LEVEL_DOUBLE_SHIFT) | LEVEL_TOTAL] =
      ladder.floats[(level << LEVEL_DOUBLE_SHIFT) | LEVEL_TOTAL]! + quantity;
    this.#totals[side] = this.#totals[side]! + quantity;
    if (tail !== NO_SLOT) {
      ints[(tail << ORDER_INT_SHIFT) | ORDER_NEXT] = slot;
    } else {
      ladder.ints[(level << LEVEL_INT_SHIFT) | LEVEL_HEAD] = slot;
      if (towardsTaking(side, price - this.#best[side]!) > 0) this.#best[side] = price;
    }
    if (slot !== this.homeOf(id)) this.#strays.add(id, slot);
    if (id > this.#highestId) this.#highestId = id;
    if (this.isCrowded) this.#addHome();
  }

  /** Removes an order at any position; returns its lots, or 0 if no order has this id. */
  remove(id: number): number {
    const slot = this.find(id);
    if (slot === NO_SLOT) return 0;
    const { floats, ints } = this;
    const quantity = floats[(slot << ORDER_DOUBLE_SHIFT) | ORDER_QUANTITY]!;
    const levelAndSide = ints[(slot << ORDER_INT_SHIFT) | ORDER_LEVEL_AND_SIDE]!;
    const level = levelAndSide >>> 1;
    const side = levelAndSide & 1;
    const previous = ints[(slot << ORDER_INT_SHIFT) | ORDER_PREVIOUS]!;
    const next = ints[(slot << ORDER_INT_SHIFT) | ORDER_NEXT]!;
    const { ladder } = this;
    if (previous !== NO_SLOT) ints[(previous << ORDER_INT_SHIFT) | ORDER_NEXT] = next;
    else ladder.ints[(level << LEVEL_INT_SHIFT) | LEVEL_HEAD] = next;
    if (next !== NO_SLOT) ints[(next << ORDER_INT_SHIFT) | ORDER_PREVIOUS] = previous;
    else ladder.ints[(level << LEVEL_INT_SHIFT) | LEVEL_TAIL] = previous;
    ladder.floats[(level << LEVEL_DOUBLE_SHIFT) | LEVEL_TOTAL] =
      ladder.floats[(level << LEVEL_DOUBLE_SHIFT) | LEVEL_TOTAL]! - quantity;
    this.#totals[side] = this.#totals[side]! - quantity;
    this.release(slot, id);
    if ((previous | next) === NO_SLOT) this.vacate(level, this.ladder.priceOf(level));
    return quantity;
  }

  /** Frees the slot of an order that is no longer in its queue or in any total. */
  release(slot: number, id: number): void {
    if (slot === this.homeOf(id)) return this.releaseHome(slot);
    this.#strays.remove(id, slot);
    this.releaseStray(slot);
  }

  /** Reduces an order by `lots`; some must remain. */
  reduce(slot: number, lots: number): void {
    const at = (slot << ORDER_DOUBLE_SHIFT) | ORDER_QUANTITY;
    this.floats[at] = this.floats[at]! - lots;
    this.addToTotals(this.side(slot), this.level(slot), -lots);
  }

  /** Makes `slot` the first of its level after those before it have left; with NO_SLOT the level is removed. */
  promote(slot: number, level: number, price: number): void {
    const { ladder } = this;
    ladder.ints[(level << LEVEL_INT_SHIFT) | LEVEL_HEAD] = slot;
    if (slot !== NO_SLOT) {
      this.ints[(slot << ORDER_INT_SHIFT) | ORDER_PREVIOUS] = NO_SLOT;
      return;
    }
    ladder.ints[(level << LEVEL_INT_SHIFT) | LEVEL_TAIL] = NO_SLOT;
    this.vacate(level, price);
  }

  /** Removes a level after its last order has left; the best price moves on if it was the best. */
  vacate(level: number, price: number): void {
    if (price === this.#best[Buy]) this.#best[Buy] = this.ladder.below(level);
    else if (price === this.#best[Sell]) this.#best[Sell] = this.ladder.above(level);
    this.ladder.vacate(level);
  }

  /** Adds capacity for one order; the queue of the order that moves for it gets its new slot. */
  #addHome(): void {
    const slot = this.addHome();
    if (slot === NO_SLOT) return;
    const { ints } = this;
    const levels = this.ladder.ints;
    const level = this.level(slot);
    const previous = ints[(slot << ORDER_INT_SHIFT) | ORDER_PREVIOUS]!;
    const next = ints[(slot << ORDER_INT_SHIFT) | ORDER_NEXT]!;
    if (previous === NO_SLOT) levels[(level << LEVEL_INT_SHIFT) | LEVEL_HEAD] = slot;
    else ints[(previous << ORDER_INT_SHIFT) | ORDER_NEXT] = slot;
    if (next === NO_SLOT) levels[(level << LEVEL_INT_SHIFT) | LEVEL_TAIL] = slot;
    else ints[(next << ORDER_INT_SHIFT) | ORDER_PREVIOUS] = slot;
  }
}

/** A signed price difference of the side: higher is more aggressive for a buyer, lower for a seller. */
function towardsTaking(side: Side, difference: number): number {
  return Math.imul(difference, 1 - 2 * side);
}
