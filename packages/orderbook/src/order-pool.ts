import { GrowingMemory } from './growing-memory.ts';

/**
 * One order is 32 bytes, so that two share a cache line. The hot paths address the fields directly:
 * `ints[(slot << ORDER_INT_SHIFT) | ORDER_OWNER]`. They bind these numbers to constants of their own module, as V8 compiles
 * those into the code but reads imported ones anew at every use.
 */
export const ORDER_RECORD = {
  doubleShift: 2,
  intShift: 3,
  // Two doubles, integers to 2^53: the id (0 while the slot is vacant) and the lots still open.
  id: 0,
  quantity: 1,
  /** Integers behind them, the first being the level x 2 + side. */
  levelAndSide: 4,
  /** The owner's 32 bits; `>>> 0` gives the number. */
  owner: 5,
  /** The neighbours in the queue of the level; `next` also chains vacant slots. */
  previous: 6,
  next: 7,
  bytes: 32,
  /** "No slot": slot 0 is never handed out, so that zeroed memory means empty. */
  none: 0,
} as const;

const {
  doubleShift: ORDER_DOUBLE_SHIFT,
  intShift: ORDER_INT_SHIFT,
  id: ORDER_ID,
  quantity: ORDER_QUANTITY,
  next: ORDER_NEXT,
  none: NO_SLOT,
} = ORDER_RECORD;
const { levelAndSide: ORDER_LEVEL_AND_SIDE, owner: ORDER_OWNER } = ORDER_RECORD;

// Runs of 2,048 homes take turns with runs of 1,024 slots for strays, so that both grow with one memory.
const HOME_BITS = 11;
const HOME_RUN = 1 << HOME_BITS;
const STRAY_BITS = 10;
const STRAY_RUN = 1 << STRAY_BITS;
const STRAY_MASK = STRAY_RUN - 1;
const BOTH_RUNS = HOME_RUN + STRAY_RUN;
/** Half of the homes stay vacant, so that ids which follow each other rarely find theirs taken. */
const HOMES_PER_ORDER = 2;
const HOMES_LEAST = 64;
/** Homes in the smallest page of memory that an operating system hands out, 4 KiB. */
const HOMES_PER_PAGE = 4_096 / ORDER_RECORD.bytes;

/**
 * Records of the resting orders. The lowest bits of an id name a slot, its home: an order at home is found with a
 * single read of memory. An order whose home is taken is a stray, in a slot of those that strays left or never used,
 * and found through an index. With each order added a full book gets one more home, and the order that belongs there
 * moves (linear hashing: W. Litwin, 1980); so no single command waits for the rest.
 */
export class OrderPool extends GrowingMemory {
  /** Orders in the pool. */
  count = 0;
  /** Those of them that are not at home. */
  strayCount = 0;
  readonly ordersMax: number;
  /** Above every slot that the pool may ever hand out. */
  readonly slotsMax: number;
  /** Homes before this round of growing, minus one; a power of two minus one. */
  #mask: number;
  /** Homes of this round that have been divided already. */
  #divided = 0;
  #freeStray: number = NO_SLOT;
  #unusedStray = 0;

  constructor(expectedOrders: number, ordersMax: number) {
    let homes = HOMES_LEAST;
    while (homes < expectedOrders * HOMES_PER_ORDER) homes *= 2;
    const homesMax = Math.max(homes, ordersMax * HOMES_PER_ORDER) + HOME_RUN;
    super(ORDER_RECORD.bytes, slotOfHome(homes), slotOfHome(homesMax));
    this.ordersMax = ordersMax;
    this.slotsMax = slotOfHome(homesMax);
    this.#mask = homes - 1;
    this.#touchHomes(homes);
  }

  /** Returns the slot of an id, free or occupied. */
  homeOf(id: number): number {
    const home = id & this.#mask;
    return slotOfHome(home < this.#divided ? id & (this.#mask * 2 + 1) : home);
  }

  /** A slot whose record the caller fills; `count < ordersMax` was checked. Views may be new after it. */
  take(id: number): number {
    this.count++;
    const home = this.homeOf(id);
    return this.floats[(home << ORDER_DOUBLE_SHIFT) | ORDER_ID] === 0 ? home : this.#takeStray();
  }

  /** Frees the slot of an order at home; nothing may refer to it any more. */
  releaseHome(slot: number): void {
    this.floats[(slot << ORDER_DOUBLE_SHIFT) | ORDER_ID] = 0;
    this.count--;
  }

  /** Frees the slot of a stray; nothing may refer to it any more. */
  releaseStray(slot: number): void {
    this.ints[(slot << ORDER_INT_SHIFT) | ORDER_NEXT] = this.#freeStray;
    this.#freeStray = slot;
    this.strayCount--;
    this.count--;
  }

  /** Whether another order would leave fewer homes than the minimum. */
  get isCrowded(): boolean {
    return this.count * HOMES_PER_ORDER > this.#mask + this.#divided;
  }

  /** Adds a home. Returns the new slot of the order that moved there, or NO_SLOT. Views may be new after it. */
  addHome(): number {
    const wideMask = this.#mask * 2 + 1;
    const low = this.#divided++;
    const high = low + this.#mask + 1;
    const from = slotOfHome(low);
    const to = slotOfHome(high);
    while (to >= this.capacity) this.grow();
    if (high === wideMask) {
      this.#mask = wideMask;
      this.#divided = 0;
    }
    const id = this.id(from);
    if (id === 0 || (id & wideMask) !== high) return NO_SLOT;
    this.ints.copyWithin(to << ORDER_INT_SHIFT, from << ORDER_INT_SHIFT, (from + 1) << ORDER_INT_SHIFT);
    this.floats[(from << ORDER_DOUBLE_SHIFT) | ORDER_ID] = 0;
    return to;
  }

  id(slot: number): number {
    return this.floats[(slot << ORDER_DOUBLE_SHIFT) | ORDER_ID]!;
  }

  quantity(slot: number): number {
    return this.floats[(slot << ORDER_DOUBLE_SHIFT) | ORDER_QUANTITY]!;
  }

  ownerBits(slot: number): number {
    return this.ints[(slot << ORDER_INT_SHIFT) | ORDER_OWNER]!;
  }

  levelAndSide(slot: number): number {
    return this.ints[(slot << ORDER_INT_SHIFT) | ORDER_LEVEL_AND_SIDE]!;
  }

  /** The next order in the queue of the level, or NO_SLOT. */
  next(slot: number): number {
    return this.ints[(slot << ORDER_INT_SHIFT) | ORDER_NEXT]!;
  }

  /** Makes the first homes real: a page that is first touched by an order makes it wait for the operating system. */
  #touchHomes(homes: number): void {
    for (let home = 0; home < homes; home += HOMES_PER_PAGE)
      this.ints[slotOfHome(home) << ORDER_INT_SHIFT] = 0;
  }

  #takeStray(): number {
    this.strayCount++;
    const slot = this.#freeStray;
    if (slot === NO_SLOT) return this.#takeUnused();
    this.#freeStray = this.ints[(slot << ORDER_INT_SHIFT) | ORDER_NEXT]!;
    return slot;
  }

  #takeUnused(): number {
    const stray = this.#unusedStray++;
    const slot = (stray >>> STRAY_BITS) * BOTH_RUNS + HOME_RUN + (stray & STRAY_MASK) + 1;
    while (slot >= this.capacity) this.grow();
    return slot;
  }
}

/** The slots of the homes 0, 1, 2, ...: behind each run of them strays have theirs. */
function slotOfHome(home: number): number {
  return home + ((home >>> HOME_BITS) << STRAY_BITS) + 1;
}
