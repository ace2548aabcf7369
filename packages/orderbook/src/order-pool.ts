import { GrowingMemory } from './growing-memory.ts';

/** "No slot": slot 0 is never handed out, so that zeroed memory means empty. */
export const NO_SLOT = 0;

// One order is 32 bytes, so that two share a cache line. The hot paths address the fields directly:
// `ints[slot * ORDER_INTS + ORDER_OWNER]`.
const ORDER_BYTES = 32;
export const ORDER_DOUBLES = ORDER_BYTES / 8;
export const ORDER_INTS = ORDER_BYTES / 4;
// Two doubles, integers to 2^53: the id and the lots still open.
export const ORDER_ID = 0;
export const ORDER_QUANTITY = 1;
// Integers behind them: the level x 2 + side, the owner's 32 bits (`>>> 0` gives the number), and the
// next order in the same bucket of the id index.
export const ORDER_LEVEL_AND_SIDE = 4;
export const ORDER_OWNER = 5;
export const ORDER_CHAIN = 6;

// The neighbours in the queue of the level stand apart from the records: whoever leaves or joins a queue
// touches theirs, and eight bytes an order stay in the processor's caches when 32 no longer do.
const LINK_BYTES = 8;
export const LINK_INTS = LINK_BYTES / 4;
export const LINK_PREVIOUS = 0;
export const LINK_NEXT = 1;

/** Records of the resting orders. Slots of orders that left are handed out again, the latest first. */
export class OrderPool extends GrowingMemory {
  /** Orders in the pool. */
  count = 0;
  readonly ordersMax: number;
  /** Queue neighbours by slot. */
  readonly links: GrowingMemory;
  #freeSlot = NO_SLOT;
  #unusedSlot = 1;

  constructor(expectedOrders: number, ordersMax: number) {
    super(ORDER_BYTES, expectedOrders + 1, ordersMax + 1);
    this.ordersMax = ordersMax;
    this.links = new GrowingMemory(LINK_BYTES, expectedOrders + 1, ordersMax + 1);
  }

  /** A slot whose record the caller fills; `count < ordersMax` was checked. Views may be new after it. */
  take(): number {
    this.count++;
    const slot = this.#freeSlot;
    if (slot === NO_SLOT) return this.#takeUnused();
    this.#freeSlot = this.links.ints[slot * LINK_INTS + LINK_NEXT]!;
    return slot;
  }

  /** Gives the slot back; nothing may point to it any more. */
  release(slot: number): void {
    this.links.ints[slot * LINK_INTS + LINK_NEXT] = this.#freeSlot;
    this.#freeSlot = slot;
    this.count--;
  }

  id(slot: number): number {
    return this.floats[slot * ORDER_DOUBLES + ORDER_ID]!;
  }

  quantity(slot: number): number {
    return this.floats[slot * ORDER_DOUBLES + ORDER_QUANTITY]!;
  }

  /** The next order in the queue of the level, or NO_SLOT. */
  next(slot: number): number {
    return this.links.ints[slot * LINK_INTS + LINK_NEXT]!;
  }

  /** One of the integers of the record. */
  int(slot: number, field: number): number {
    return this.ints[slot * ORDER_INTS + field]!;
  }

  #takeUnused(): number {
    const slot = this.#unusedSlot++;
    if (slot >= this.capacity) this.grow();
    if (slot >= this.links.capacity) this.links.grow();
    return slot;
  }
}
