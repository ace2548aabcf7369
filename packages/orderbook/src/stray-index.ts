import { GrowingMemory } from './growing-memory.ts';
import { ORDER_RECORD } from './order-pool.ts';
import type { OrderPool } from './order-pool.ts';

const { doubleShift: ORDER_DOUBLE_SHIFT, id: ORDER_ID, none: NO_SLOT } = ORDER_RECORD;

const BUCKET_BYTES = 4;
const SLOT_BYTES = 4;
const BUCKETS_PER_STRAY = 2;
const INITIAL_BUCKETS = 1_024;
/** 1,024 ids are a window of the hash, 1,024 windows a wide one. */
const WINDOW_BITS = 10;
const TWO_POW_32 = 2 ** 32;
/** 2^32 divided by the golden ratio: multiplying by it spreads neighbours far apart. */
const GOLDEN = 0x9e3779b1;

/**
 * From order id to slot for the orders that are not at home, by linear hashing (W. Litwin, 1980): strays of one bucket
 * are chained, and when the index grows it splits one bucket with each stray added. So it never rebuilds, and no single
 * command waits.
 */
export class StrayIndex {
  readonly #orders: OrderPool;
  readonly #buckets: GrowingMemory;
  /** By slot: the next stray in the same bucket. */
  readonly #chains: GrowingMemory;
  /** Buckets before this round of splitting, minus one; a power of two minus one. */
  #mask: number;
  /** Buckets of this round that are split already. */
  #split = 0;

  constructor(orders: OrderPool) {
    this.#orders = orders;
    this.#mask = INITIAL_BUCKETS - 1;
    // A round may begin just below the maximum, and doubles.
    const bucketsMax = Math.max(INITIAL_BUCKETS, orders.ordersMax * BUCKETS_PER_STRAY) * 2;
    this.#buckets = new GrowingMemory(BUCKET_BYTES, INITIAL_BUCKETS, bucketsMax);
    this.#chains = new GrowingMemory(SLOT_BYTES, orders.capacity, orders.slotsMax);
  }

  get bytes(): number {
    return this.#buckets.bytes + this.#chains.bytes;
  }

  /** The slot of the stray, or NO_SLOT. */
  find(id: number): number {
    const { floats } = this.#orders;
    const chains = this.#chains.ints;
    let slot = this.#buckets.ints[this.#bucketOf(id)]!;
    while (slot !== NO_SLOT && floats[(slot << ORDER_DOUBLE_SHIFT) | ORDER_ID] !== id) slot = chains[slot]!;
    return slot;
  }

  /** Adds a stray whose record has its id; no other order has it. */
  add(id: number, slot: number): void {
    while (slot >= this.#chains.capacity) this.#chains.grow();
    if (this.#orders.strayCount * BUCKETS_PER_STRAY > this.#mask + this.#split) this.#splitNext();
    const bucket = this.#bucketOf(id);
    const buckets = this.#buckets.ints;
    this.#chains.ints[slot] = buckets[bucket]!;
    buckets[bucket] = slot;
  }

  /** Removes a stray that is in the index. */
  remove(id: number, slot: number): void {
    const chains = this.#chains.ints;
    const bucket = this.#bucketOf(id);
    const buckets = this.#buckets.ints;
    const following = chains[slot]!;
    let before = buckets[bucket]!;
    if (before === slot) {
      buckets[bucket] = following;
      return;
    }
    while (chains[before] !== slot) before = chains[before]!;
    chains[before] = following;
  }

  #bucketOf(id: number): number {
    const hash = hashOf(id);
    const bucket = hash & this.#mask;
    return bucket < this.#split ? hash & (this.#mask * 2 + 1) : bucket;
  }

  /** Divides the strays of the next bucket between it and the one that is new at the end. */
  #splitNext(): void {
    const { floats } = this.#orders;
    const chains = this.#chains.ints;
    const wideMask = this.#mask * 2 + 1;
    const low = this.#split;
    const high = low + this.#mask + 1;
    if (high >= this.#buckets.capacity) this.#buckets.grow();
    const buckets = this.#buckets.ints;
    let slot = buckets[low]!;
    buckets[low] = NO_SLOT;
    while (slot !== NO_SLOT) {
      const following = chains[slot]!;
      const bucket = hashOf(floats[(slot << ORDER_DOUBLE_SHIFT) | ORDER_ID]!) & wideMask;
      chains[slot] = buckets[bucket]!;
      buckets[bucket] = slot;
      slot = following;
    }
    this.#split++;
    if (this.#split <= this.#mask) return;
    this.#mask = wideMask;
    this.#split = 0;
  }
}

/**
 * Ids that follow each other get neighbouring buckets of their own, as in an array. What is above a
 * window of ids turns the order within it, so that ids which all end alike spread out as well.
 */
function hashOf(id: number): number {
  const low = id < TWO_POW_32 ? id | 0 : id ^ Math.imul(Math.floor(id / TWO_POW_32), GOLDEN);
  const turn = Math.imul(low >>> WINDOW_BITS, GOLDEN) >>> (32 - WINDOW_BITS);
  const wideTurn = Math.imul(low >>> (2 * WINDOW_BITS), GOLDEN) >>> (32 - WINDOW_BITS);
  return low ^ turn ^ (wideTurn << WINDOW_BITS);
}
