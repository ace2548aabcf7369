import { NO_ASK, NO_BID } from './codes.ts';
import { GrowingMemory } from './growing-memory.ts';
import { bitsAbove, bitsBelow, highestBit, lowestBit, NO_MEMBER, OrderedSet } from './ordered-set.ts';

// A page is 32 neighbouring prices; `level` = page x 32 + price within the page.
const PAGE_BITS = 5;
const PAGE_MASK = (1 << PAGE_BITS) - 1;
// The directory leads from page number (price / 32) to page in two steps of which the second is made
// when first needed: a lone order far away costs one block, not the range up to it.
const BLOCK_BITS = 10;
const BLOCK_SIZE = 1 << BLOCK_BITS;
const BLOCK_MASK = BLOCK_SIZE - 1;
const NO_PAGE = 0;
const NO_BLOCK = new Int32Array(BLOCK_SIZE);

/**
 * One level is 16 bytes: lots resting as a double, slots of the first and of the last order of its queue
 * as integers. The hot paths address the fields directly, by constants of their own module.
 */
export const LEVEL_RECORD = { doubleShift: 1, intShift: 2, total: 0, head: 2, tail: 3, bytes: 16 } as const;

const {
  doubleShift: LEVEL_DOUBLE_SHIFT,
  intShift: LEVEL_INT_SHIFT,
  total: LEVEL_TOTAL,
  head: LEVEL_HEAD,
} = LEVEL_RECORD;
const PAGE_BYTES = LEVEL_RECORD.bytes << PAGE_BITS;

const INITIAL_PAGES = 1_024;

/**
 * The price levels of both sides. An uncrossed book needs one ladder only: every occupied level from
 * the best bid down is a bid, every one from the best ask up is an ask. Prices near each other are
 * addressed directly, pages exist only where orders rest, so memory follows the orders and not the
 * range of prices.
 */
export class PriceLadder extends GrowingMemory {
  readonly #directory: Int32Array[] = [NO_BLOCK];
  readonly #occupiedPages = new OrderedSet();
  /** Per page: a bit for each occupied level. */
  #occupied = new Int32Array(INITIAL_PAGES);
  /** Per page: its page number; of a free page: the next free page. */
  #numbers = new Int32Array(INITIAL_PAGES);
  #freePage = NO_PAGE;
  #unusedPage = 1;

  /** There can be no more pages than orders, since a page is freed when its last level empties. */
  constructor(ordersMax: number) {
    super(PAGE_BYTES, INITIAL_PAGES, ordersMax + 1);
  }

  override get bytes(): number {
    const blocks = this.#directory.filter((block) => block !== NO_BLOCK).length;
    const columns = this.#occupied.byteLength + this.#numbers.byteLength;
    return super.bytes + columns + blocks * NO_BLOCK.byteLength + this.#occupiedPages.bytes;
  }

  /** The level of a price that is occupied. */
  levelOf(price: number): number {
    const number = price >>> PAGE_BITS;
    const page = this.#directory[number >>> BLOCK_BITS]![number & BLOCK_MASK]!;
    return (page << PAGE_BITS) | (price & PAGE_MASK);
  }

  /** Lots resting at any price, occupied or not. */
  totalAt(price: number): number {
    const number = price >>> PAGE_BITS;
    const page = this.#pageAt(number);
    if (page === NO_PAGE || (this.#occupied[page]! & (1 << (price & PAGE_MASK))) === 0) return 0;
    return this.total((page << PAGE_BITS) | (price & PAGE_MASK));
  }

  /** The level of any price, created and marked occupied if it is not. */
  occupy(price: number): number {
    const number = price >>> PAGE_BITS;
    let page = this.#pageAt(number);
    if (page === NO_PAGE) page = this.#addPage(number);
    this.#occupied[page] = this.#occupied[page]! | (1 << (price & PAGE_MASK));
    return (page << PAGE_BITS) | (price & PAGE_MASK);
  }

  /** Marks a level whose queue and total are empty as unoccupied, and frees its page with the last. */
  vacate(level: number): void {
    const page = level >>> PAGE_BITS;
    const left = this.#occupied[page]! & ~(1 << (level & PAGE_MASK));
    this.#occupied[page] = left;
    if (left === 0) this.#freeEmptyPage(page);
  }

  priceOf(level: number): number {
    return (this.#numbers[level >>> PAGE_BITS]! << PAGE_BITS) | (level & PAGE_MASK);
  }

  /** The next higher occupied price than that of an occupied level, or NO_ASK. */
  above(level: number): number {
    const page = level >>> PAGE_BITS;
    const number = this.#numbers[page]!;
    const bits = bitsAbove(this.#occupied[page]!, level & PAGE_MASK);
    if (bits !== 0) return (number << PAGE_BITS) | lowestBit(bits);
    const higher = this.#occupiedPages.above(number);
    if (higher === NO_MEMBER) return NO_ASK;
    return (higher << PAGE_BITS) | lowestBit(this.#occupied[this.#pageOf(higher)]!);
  }

  /** The next lower occupied price than that of an occupied level, or NO_BID. */
  below(level: number): number {
    const page = level >>> PAGE_BITS;
    const number = this.#numbers[page]!;
    const bits = bitsBelow(this.#occupied[page]!, level & PAGE_MASK);
    if (bits !== 0) return (number << PAGE_BITS) | highestBit(bits);
    const lower = this.#occupiedPages.below(number);
    if (lower === NO_MEMBER) return NO_BID;
    return (lower << PAGE_BITS) | highestBit(this.#occupied[this.#pageOf(lower)]!);
  }

  /** Lots resting at the level. */
  total(level: number): number {
    return this.floats[(level << LEVEL_DOUBLE_SHIFT) | LEVEL_TOTAL]!;
  }

  /** Slot of the order that is first in time, or NO_SLOT. */
  head(level: number): number {
    return this.ints[(level << LEVEL_INT_SHIFT) | LEVEL_HEAD]!;
  }

  /** The page of any page number, or NO_PAGE. */
  #pageAt(number: number): number {
    const block = number >>> BLOCK_BITS;
    return block < this.#directory.length ? this.#directory[block]![number & BLOCK_MASK]! : NO_PAGE;
  }

  /** The page of a page number that has one. */
  #pageOf(number: number): number {
    return this.#directory[number >>> BLOCK_BITS]![number & BLOCK_MASK]!;
  }

  #addPage(number: number): number {
    let page = this.#freePage;
    if (page === NO_PAGE) {
      page = this.#unusedPage++;
      if (page >= this.capacity) this.grow();
      if (page >= this.#numbers.length) this.#growColumns();
    } else {
      this.#freePage = this.#numbers[page]!;
    }
    this.#numbers[page] = number;
    this.#writableBlock(number >>> BLOCK_BITS)[number & BLOCK_MASK] = page;
    this.#occupiedPages.add(number);
    return page;
  }

  #freeEmptyPage(page: number): void {
    const number = this.#numbers[page]!;
    this.#directory[number >>> BLOCK_BITS]![number & BLOCK_MASK] = NO_PAGE;
    this.#occupiedPages.remove(number);
    this.#numbers[page] = this.#freePage;
    this.#freePage = page;
  }

  #writableBlock(index: number): Int32Array {
    while (this.#directory.length <= index) this.#directory.push(NO_BLOCK);
    const block = this.#directory[index]!;
    if (block !== NO_BLOCK) return block;
    const made = new Int32Array(BLOCK_SIZE);
    this.#directory[index] = made;
    return made;
  }

  #growColumns(): void {
    const occupied = new Int32Array(this.#occupied.length * 2);
    occupied.set(this.#occupied);
    this.#occupied = occupied;
    const numbers = new Int32Array(this.#numbers.length * 2);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }
}
