import { NO_SLOT } from './order-pool.ts';
import type { OrderPool } from './order-pool.ts';

// An entry is two integers, the hash of an id and the slot of its order; eight share a cache line.
const ENTRY_INTS = 2;
const SLOT = 1;
// Ids that follow each other share a line: the low bits of the id choose the place in the line, the
// hash of the others the line.
const LINE_BITS = 3;
const LINE_MASK = (1 << LINE_BITS) - 1;
const TWO_POW_32 = 2 ** 32;
/** Entries of the outgrown table moved per added order; two would do to be done in time. */
const MOVED_PER_ADD = 16;

/**
 * From order id to slot: open addressing with linear probing, never more than half full. When it
 * grows, the entries move over a few at a time with each order added, so no single command waits.
 */
export class IdIndex {
  readonly #orders: OrderPool;
  #table: Int32Array;
  #mask: number;
  #count = 0;
  #outgrown: Int32Array | null = null;
  #outgrownMask = 0;
  #moveFrom = 0;

  constructor(orders: OrderPool, expectedOrders: number) {
    this.#orders = orders;
    let capacity = 1 << (LINE_BITS + 3);
    while (capacity < expectedOrders * 2) capacity *= 2;
    this.#table = new Int32Array(capacity * ENTRY_INTS);
    this.#mask = capacity - 1;
  }

  get bytes(): number {
    return this.#table.byteLength + (this.#outgrown?.byteLength ?? 0);
  }

  /** The slot of the order, or NO_SLOT. */
  find(id: number): number {
    const hash = hashOf(id);
    const entry = this.#entryOf(this.#table, this.#mask, hash, id);
    if (entry >= 0) return this.#table[entry * ENTRY_INTS + SLOT]!;
    if (this.#outgrown === null) return NO_SLOT;
    const outgrownEntry = this.#entryOf(this.#outgrown, this.#outgrownMask, hash, id);
    return outgrownEntry >= 0 ? this.#outgrown[outgrownEntry * ENTRY_INTS + SLOT]! : NO_SLOT;
  }

  /** Adds an id that is not in the index. */
  add(id: number, slot: number): void {
    if (this.#outgrown !== null) this.#moveSome(this.#outgrown);
    else if (this.#count * 2 > this.#mask) this.#grow();
    insert(this.#table, this.#mask, hashOf(id), slot);
    this.#count++;
  }

  /** Removes an id that is in the index with this slot. */
  remove(id: number, slot: number): void {
    const hash = hashOf(id);
    this.#count--;
    if (removeSlot(this.#table, this.#mask, hash, slot) || this.#outgrown === null) return;
    removeSlot(this.#outgrown, this.#outgrownMask, hash, slot);
  }

  #entryOf(table: Int32Array, mask: number, hash: number, id: number): number {
    let entry = hash & mask;
    for (;;) {
      const slot = table[entry * ENTRY_INTS + SLOT]!;
      if (slot === NO_SLOT) return -1;
      if (table[entry * ENTRY_INTS] === hash && this.#orders.id(slot) === id) return entry;
      entry = (entry + 1) & mask;
    }
  }

  #grow(): void {
    this.#outgrown = this.#table;
    this.#outgrownMask = this.#mask;
    this.#moveFrom = 0;
    this.#mask = this.#mask * 2 + 1;
    this.#table = new Int32Array((this.#mask + 1) * ENTRY_INTS);
  }

  #moveSome(outgrown: Int32Array): void {
    const end = Math.min(this.#moveFrom + MOVED_PER_ADD, this.#outgrownMask + 1);
    for (; this.#moveFrom < end; this.#moveFrom++) {
      const at = this.#moveFrom * ENTRY_INTS;
      // Removing may shift a later entry into this place: stay until it is empty.
      while (outgrown[at + SLOT] !== NO_SLOT) {
        insert(this.#table, this.#mask, outgrown[at]!, outgrown[at + SLOT]!);
        closeGap(outgrown, this.#outgrownMask, this.#moveFrom);
      }
    }
    if (end > this.#outgrownMask) this.#outgrown = null;
  }
}

/** 32 bits: the finaliser of MurmurHash3 over all but the low bits of the id, then those low bits. */
function hashOf(id: number): number {
  const high = id < TWO_POW_32 ? 0 : Math.floor(id / TWO_POW_32);
  let hash = ((id | 0) >>> LINE_BITS) ^ Math.imul(high, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash << LINE_BITS) | (id & LINE_MASK);
}

function insert(table: Int32Array, mask: number, hash: number, slot: number): void {
  let entry = hash & mask;
  while (table[entry * ENTRY_INTS + SLOT] !== NO_SLOT) entry = (entry + 1) & mask;
  table[entry * ENTRY_INTS] = hash;
  table[entry * ENTRY_INTS + SLOT] = slot;
}

/** Slots are unique, so the entry is known by its slot without looking at the order. */
function removeSlot(table: Int32Array, mask: number, hash: number, slot: number): boolean {
  let entry = hash & mask;
  for (;;) {
    const found = table[entry * ENTRY_INTS + SLOT]!;
    if (found === slot) break;
    if (found === NO_SLOT) return false;
    entry = (entry + 1) & mask;
  }
  closeGap(table, mask, entry);
  return true;
}

/** Empties `gap` and shifts back each later entry of the run that may stand nearer to its home. */
function closeGap(table: Int32Array, mask: number, gap: number): void {
  let entry = gap;
  for (;;) {
    entry = (entry + 1) & mask;
    const slot = table[entry * ENTRY_INTS + SLOT]!;
    if (slot === NO_SLOT) break;
    const hash = table[entry * ENTRY_INTS]!;
    const distanceFromHome = (entry - hash) & mask;
    const distanceFromGap = (entry - gap) & mask;
    if (distanceFromHome < distanceFromGap) continue;
    table[gap * ENTRY_INTS] = hash;
    table[gap * ENTRY_INTS + SLOT] = slot;
    gap = entry;
  }
  table[gap * ENTRY_INTS + SLOT] = NO_SLOT;
}
