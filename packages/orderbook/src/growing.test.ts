import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runs } from '../testing/runs.ts';
import { OrderBook, Outcome, Side } from './index.ts';

/** The part of WebAssembly used here: the server's tests compile without the DOM library. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
};

const ORDERS = 1_500;
const PRICES = 40;
/**
 * Maximum writes of one command: the new order, its level and neighbours, an order that moves to its own home and a
 * bucket of the index that is divided. A rebuild of a part of the book would write thousands.
 */
const WORDS_MOST = 64;

/** Every buffer that a book has created, in order of creation. */
const memories: { readonly buffer: ArrayBuffer }[] = [];

beforeEach(() => {
  memories.length = 0;
  vi.stubGlobal('WebAssembly', { ...WebAssembly, Memory: watchedMemory(WebAssembly.Memory) });
});

afterEach(() => vi.unstubAllGlobals());

function watchedMemory(Memory: typeof WebAssembly.Memory): typeof WebAssembly.Memory {
  return class extends Memory {
    constructor(size: { initial: number; maximum: number }) {
      super(size);
      memories.push(this);
    }
  };
}

/** Counts the words that changed since the last call; a new part of a buffer was zero. */
class WordCounter {
  #seen: Int32Array[] = [];

  changed(): number {
    let count = 0;
    const views = memories.map(({ buffer }) => new Int32Array(buffer));
    views.forEach((words, memory) => {
      const before = this.#seen[memory] ?? new Int32Array(0);
      for (let at = 0; at < before.length; at++) if (words[at] !== before[at]) count++;
      for (let at = before.length; at < words.length; at++) if (words[at] !== 0) count++;
      if (before.length !== words.length) this.#seen[memory] = words.slice();
      else if (count > 0) before.set(words);
    });
    return count;
  }
}

const IDS = [
  { name: 'follow each other', step: 1 },
  { name: 'lie apart', step: 7 },
  { name: 'share their lowest bits', step: 2 ** 20 },
];

test.each(IDS.slice(-runs(IDS.length, 1)))(
  'no command writes more for the book to grow: ids that $name',
  ({ step }) => {
    const book = new OrderBook({ expectedOrders: 1 });
    const counter = new WordCounter();
    counter.changed();
    let most = 0;
    for (let order = 1; order <= ORDERS; order++) {
      expect(book.limit(order * step, 1, Side.Buy, 1_000 + (order % PRICES), order)).toBe(Outcome.Resting);
      most = Math.max(most, counter.changed());
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(WORDS_MOST);
  },
);

test.each(IDS)(
  'a book that has grown finds every order and keeps their order: ids that $name',
  ({ step }) => {
    const book = new OrderBook({ expectedOrders: 1 });
    const rests = new Map<number, number>();
    for (let order = 1; order <= 3 * ORDERS; order++) {
      const id = order * step;
      book.limit(id, 1, Side.Sell, 1_000 + (order % PRICES), order);
      rests.set(id, order);
      // Every second order leaves again, some of them late, so that newer ones find their homes taken.
      const leaving = id - (order % 3) * 500 * step;
      if (order % 2 === 0 && rests.delete(leaving)) expect(book.cancel(leaving)).toBe(Outcome.Cancelled);
    }
    expect(book.orderCount).toBe(rests.size);
    for (const [id, order] of rests) {
      expect(book.order(id)).toEqual({
        id,
        owner: 1,
        side: Side.Sell,
        price: 1_000 + (order % PRICES),
        quantity: order,
      });
    }
    const byPrice = [...rests.values()].toSorted(
      (one, other) => (one % PRICES) - (other % PRICES) || one - other,
    );
    expect(book.snapshot().map(({ quantity }) => quantity)).toEqual(byPrice);
  },
);
