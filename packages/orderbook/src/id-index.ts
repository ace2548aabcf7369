import { GrowingMemory } from './growing-memory.ts';
import { ORDER_RECORD } from './order-pool.ts';
import type { OrderPool } from './order-pool.ts';

const {
  doubles: ORDER_DOUBLES,
  ints: ORDER_INTS,
  id: ORDER_ID,
  chain: ORDER_CHAIN,
  none: NO_SLOT,
} = ORDER_RECORD;

const BUCKET_BYTES = 4;
const BUCKETS_PER_ORDER = 2;
const INITIAL_BUCKETS = 1_024;
/** 1,024 ids are a window of the hash, 1,024 windows a wide one. */
const WINDOW_BITS = 10;
const TWO_POW_32 = 2 ** 32;
/** 2^32 divided by the golden ratio: multiplying by it spreads neighbours far apart. */
const GOLDEN = 0x9e3779b1;

/**
 * From order id to slot, by linear hashing (W. Litwin, 1980): orders of one bucket are chained through
 * their records, and when the index grows it splits one bucket with each order added. So it never
 * rebuilds, and no single command waits.
 */
export class IdIndex {
  readonly #orders: OrderPool;
  readonly #buckets: GrowingMemory;
  /** Buckets before this round of splitting, minus one; a power of two minus one. */
  #mask: number;
  /** Buckets of this round that are split already. */
  #split = 0;

  constructor(orders: OrderPool, expectedOrders: number) {
    this.#orders = orders;
    let buckets = INITIAL_BUCKETS;
    while (buckets < expectedOrders * BUCKETS_PER_ORDER) buckets *= 2;
    this.#mask = buckets - 1;
    // A round may begin just below the maximum, and doubles.
    const bucketsMax = Math.max(buckets, orders.ordersMax * BUCKETS_PER_ORDER) * 2;
    this.#buckets = new GrowingMemory(BUCKET_BYTES, buckets, bucketsMax);
  }

  get bytes(): number {
    return this.#buckets.bytes;
  }

  /** The slot of the order, or NO_SLOT. */
  find(id: number): number {
    const { floats, ints } = this.#orders;
    let slot = this.#buckets.ints[this.#bucketOf(id)]!;
    while (slot !== NO_SLOT && floats[slot * ORDER_DOUBLES + ORDER_ID] !== id) {
      slot = ints[slot * ORDER_INTS + ORDER_CHAIN]!;
    }
    return slot;
  }

  /** Finds an order and takes it out of the index in one walk; answers its slot, or NO_SLOT. */
  detach(id: number): number {
    const { floats, ints } = this.#orders;
    const bucket = this.#bucketOf(id);
    const buckets = this.#buckets.ints;
    let slot = buckets[bucket]!;
    let before: number = NO_SLOT;
    while (slot !== NO_SLOT && floats[slot * ORDER_DOUBLES + ORDER_ID] !== id) {
      before = slot;
      slot = ints[slot * ORDER_INTS + ORDER_CHAIN]!;
    }
    if (slot === NO_SLOT) return NO_SLOT;
    const following = ints[slot * ORDER_INTS + ORDER_CHAIN]!;
    if (before === NO_SLOT) buckets[bucket] = following;
    else ints[before * ORDER_INTS + ORDER_CHAIN] = following;
    return slot;
  }

  /** Adds an order whose record has its id; no other order has it. */
  add(id: number, slot: number): void {
    if (this.#orders.count * BUCKETS_PER_ORDER > this.#mask + this.#split) this.#splitNext();
    const bucket = this.#bucketOf(id);
    const buckets = this.#buckets.ints;
    this.#orders.ints[slot * ORDER_INTS + ORDER_CHAIN] = buckets[bucket]!;
    buckets[bucket] = slot;
  }

  /** Removes an order that is in the index. */
  remove(id: number, slot: number): void {
    const { ints } = this.#orders;
    const bucket = this.#bucketOf(id);
    const buckets = this.#buckets.ints;
    const following = ints[slot * ORDER_INTS + ORDER_CHAIN]!;
    let before = buckets[bucket]!;
    if (before === slot) {
      buckets[bucket] = following;
      return;
    }
    while (ints[before * ORDER_INTS + ORDER_CHAIN] !== slot)
      before = ints[before * ORDER_INTS + ORDER_CHAIN]!;
    ints[before * ORDER_INTS + ORDER_CHAIN] = following;
  }

  #bucketOf(id: number): number {
    const hash = hashOf(id);
    const bucket = hash & this.#mask;
    return bucket < this.#split ? hash & (this.#mask * 2 + 1) : bucket;
  }

  /** Divides the orders of the next bucket between it and the one that is new at the end. */
  #splitNext(): void {
    const { floats, ints } = this.#orders;
    const wideMask = this.#mask * 2 + 1;
    const low = this.#split;
    const high = low + this.#mask + 1;
    if (high >= this.#buckets.capacity) this.#buckets.grow();
    const buckets = this.#buckets.ints;
    let slot = buckets[low]!;
    buckets[low] = NO_SLOT;
    while (slot !== NO_SLOT) {
      const following = ints[slot * ORDER_INTS + ORDER_CHAIN]!;
      const bucket = hashOf(floats[slot * ORDER_DOUBLES + ORDER_ID]!) & wideMask;
      ints[slot * ORDER_INTS + ORDER_CHAIN] = buckets[bucket]!;
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
