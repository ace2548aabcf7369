import { UNIT, divDown } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Level } from '../book/book.ts';

/** What taking from a book would give now. */
export interface FillEstimate {
  /** In base. */
  readonly quantity: Amount;
  /** In quote. */
  readonly quote: Amount;
  /** The last price that it would reach; null if nothing is there to take. */
  readonly worst: Price | null;
  /** Mean price, rounded down; null if nothing is there to take. */
  readonly mean: Price | null;
  /** Whether the book has all of it. */
  readonly complete: boolean;
}

export interface FillRequest {
  /** In base; or instead a quote amount to spend or to receive. */
  readonly quantity?: Amount;
  readonly budget?: Amount;
  /** Prices beyond it are not taken. */
  readonly within?: (price: Price) => boolean;
  readonly lot: Amount;
}

/** Levels that an order would take, best first, as the matching does: whole lots, never more than the budget. */
export function estimateFill(
  levels: readonly Level[],
  { quantity, budget, within, lot }: FillRequest,
): FillEstimate {
  let left: bigint = quantity ?? 0n;
  let money: bigint = budget ?? 0n;
  let taken = 0n;
  let quote = 0n;
  let worst: Price | null = null;
  let complete = false;
  for (const level of levels) {
    if (within && !within(level.price)) break;
    const wanted = budget === undefined ? left : affordable(money, level.price, lot);
    const part = wanted < level.quantity ? wanted : level.quantity;
    if (part > 0n) {
      taken += part;
      const paid = (part * level.price) / UNIT;
      quote += paid;
      left -= part;
      money -= paid;
      worst = level.price;
    }
    // All of it, or what is left of the money does not buy another lot here.
    if (wanted <= level.quantity) {
      complete = true;
      break;
    }
  }
  const mean = taken === 0n ? null : (divDown(quote as Amount, taken as Amount) as bigint as Price);
  return { quantity: taken as Amount, quote: quote as Amount, worst, mean, complete };
}

function affordable(money: bigint, price: Price, lot: Amount): bigint {
  const most = (money * UNIT) / price;
  return most - (most % lot);
}
