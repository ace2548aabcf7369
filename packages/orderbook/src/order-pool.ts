import { GrowingMemory } from './growing-memory.ts';

/**
 * One order is 32 bytes, so that two share a cache line. The hot paths address the fields directly:
 * `ints[slot * ORDER_INTS + ORDER_OWNER]`. They bind these numbers to constants of their own module, as V8 compiles
 * those into the code but reads imported ones anew at every use.
 */
export const ORDER_RECORD = {
  doubles: 4,
  ints: 8,
  // Two doubles, integers to 2^53: the id and the lots still open.
  id: 0,
  quantity: 1,
  /** Integers behind them, the first being the level x 2 + side. */
  levelAndSide: 4,
  /** The owner's 32 bits; `>>> 0` gives the number. */
  owner: 5,
  /** The next order in the same bucket of the id index. */
  chain: 6,
  bytes: 32,
  /** "No slot": slot 0 is never handed out, so that zeroed memory means empty. */
  none: 0,
} as const;

/**
 * The neighbours in the queue of the level stand apart from the records: whoever leaves or joins a queue
 * touches theirs, and eight bytes an order stay in the processor's caches when 32 no longer do.
 */
export const LINK_RECORD = { ints: 2, previous: 0, next: 1, bytes: 8 } as const;

const {
  doubles: ORDER_DOUBLES,
  ints: ORDER_INTS,
  id: ORDER_ID,
  quantity: ORDER_QUANTITY,
  none: NO_SLOT,
} = ORDER_RECORD;
const { levelAndSide: ORDER_LEVEL_AND_SIDE, owner: ORDER_OWNER } = ORDER_RECORD;
const { ints: LINK_INTS, next: LINK_NEXT } = LINK_RECORD;

/** Records of the resting orders. Slots of orders that left are handed out again, the latest first. */
export class OrderPool extends GrowingMemory {
  /** Orders in the pool. */
  count = 0;
  readonly ordersMax: number;
  /** Queue neighbours by slot. */
  readonly links: GrowingMemory;
  #freeSlot: number = NO_SLOT;
  #unusedSlot = 1;

  constructor(expectedOrders: number, ordersMax: number) {
    super(ORDER_RECORD.bytes, expectedOrders + 1, ordersMax + 1);
    this.ordersMax = ordersMax;
    this.links = new GrowingMemory(LINK_RECORD.bytes, expectedOrders + 1, ordersMax + 1);
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

  ownerBits(slot: number): number {
    return this.ints[slot * ORDER_INTS + ORDER_OWNER]!;
  }

  levelAndSide(slot: number): number {
    return this.ints[slot * ORDER_INTS + ORDER_LEVEL_AND_SIDE]!;
  }

  #takeUnused(): number {
    const slot = this.#unusedSlot++;
    if (slot >= this.capacity) this.grow();
    if (slot >= this.links.capacity) this.links.grow();
    return slot;
  }
}
