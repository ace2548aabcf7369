import type { Depth } from '@karat/contract';
import { amount, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';

/** Total quantity at one price. */
export interface Level {
  readonly price: Price;
  readonly quantity: Amount;
}

/** Both sides of a book, best price first. */
export interface Book {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export const EMPTY_BOOK: Book = { bids: [], asks: [] };

/** Updates cover all levels; those far from the best price are dropped, so that a long session stays small. */
const LEVELS_KEPT = 500;

/**
 * Index of the first level that is not better than `wanted`; `sign` is 1 for asks (ascending), -1 for bids
 * (descending).
 */
function indexOfPrice(levels: readonly Level[], wanted: Price, sign: 1 | -1): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = levels[middle]?.price ?? wanted;
    if (sign === 1 ? found < wanted : found > wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function applyLevels(levels: readonly Level[], news: Depth['bids'], sign: 1 | -1): readonly Level[] {
  if (news.length === 0) return levels;
  const next = levels.slice();
  for (const [at, left] of news) {
    const level: Level = { price: price(at), quantity: amount(left) };
    const index = indexOfPrice(next, level.price, sign);
    const known = next[index]?.price === level.price ? 1 : 0;
    if (level.quantity === 0n) next.splice(index, known);
    else next.splice(index, known, level);
  }
  if (next.length > LEVELS_KEPT) next.length = LEVELS_KEPT;
  return next;
}

/** Applies a frame: a snapshot replaces the book, an update sets levels (quantity 0 removes one). */
export function applyDepth(book: Book, frame: Depth, first: boolean): Book {
  const before = frame.snapshot || first ? EMPTY_BOOK : book;
  return { bids: applyLevels(before.bids, frame.bids, -1), asks: applyLevels(before.asks, frame.asks, 1) };
}
