import { GrowingMemory } from './growing-memory.ts';

/** "No slot": slot 0 is never handed out, so that zeroed memory means empty. */
export const NO_SLOT = 0;

// One order is 32 bytes, so that two share a cache line: id and quantity as doubles (integers to
// 2^53), then owner, level and the two neighbours in the queue of that level as 32-bit integers.
const RECORD_BYTES = 32;
const DOUBLES = RECORD_BYTES / 8;
const INTS = RECORD_BYTES / 4;
const ID = 0;
const QUANTITY = 1;
const OWNER = 4;
const LEVEL = 5;
const PREVIOUS = 6;
const NEXT = 7;

/** Resting orders by slot. Slots of orders that left are handed out again, the latest first. */
export class OrderPool {
  /** Orders in the pool. */
  count = 0;
  readonly ordersMax: number;
  readonly #memory: GrowingMemory;
  #freeSlot = NO_SLOT;
  #unusedSlot = 1;

  constructor(initialOrders: number, ordersMax: number) {
    this.ordersMax = ordersMax;
    this.#memory = new GrowingMemory(RECORD_BYTES, initialOrders + 1, ordersMax + 1);
  }

  get bytes(): number {
    return this.#memory.bytes;
  }

  /** A slot holding the order, without neighbours. The caller has checked `count < ordersMax`. */
  take(id: number, owner: number, quantity: number, level: number): number {
    let slot = this.#freeSlot;
    if (slot === NO_SLOT) {
      slot = this.#unusedSlot++;
      if (slot >= this.#memory.capacity) this.#memory.grow();
    } else {
      this.#freeSlot = this.next(slot);
    }
    const { floats, ints } = this.#memory;
    floats[slot * DOUBLES + ID] = id;
    floats[slot * DOUBLES + QUANTITY] = quantity;
    ints[slot * INTS + OWNER] = owner;
    ints[slot * INTS + LEVEL] = level;
    ints[slot * INTS + PREVIOUS] = NO_SLOT;
    ints[slot * INTS + NEXT] = NO_SLOT;
    this.count++;
    return slot;
  }

  /** Gives the slot back; its neighbours must no longer point to it. */
  release(slot: number): void {
    this.setNext(slot, this.#freeSlot);
    this.#freeSlot = slot;
    this.count--;
  }

  id(slot: number): number {
    return this.#memory.floats[slot * DOUBLES + ID]!;
  }

  /** Lots still open. */
  quantity(slot: number): number {
    return this.#memory.floats[slot * DOUBLES + QUANTITY]!;
  }

  setQuantity(slot: number, quantity: number): void {
    this.#memory.floats[slot * DOUBLES + QUANTITY] = quantity;
  }

  /** The owner as a signed 32-bit pattern, for comparisons; `>>> 0` gives the number. */
  ownerBits(slot: number): number {
    return this.#memory.ints[slot * INTS + OWNER]!;
  }

  level(slot: number): number {
    return this.#memory.ints[slot * INTS + LEVEL]!;
  }

  previous(slot: number): number {
    return this.#memory.ints[slot * INTS + PREVIOUS]!;
  }

  setPrevious(slot: number, previous: number): void {
    this.#memory.ints[slot * INTS + PREVIOUS] = previous;
  }

  next(slot: number): number {
    return this.#memory.ints[slot * INTS + NEXT]!;
  }

  setNext(slot: number, next: number): void {
    this.#memory.ints[slot * INTS + NEXT] = next;
  }
}
