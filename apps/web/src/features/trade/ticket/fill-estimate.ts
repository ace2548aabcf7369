import { UNIT, divDown } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Level } from '../book/book.ts';

/** Estimated fill of a taker order now. */
export interface FillEstimate {
  /** In base. */
  readonly quantity: Amount;
  /** In quote. */
  readonly quote: Amount;
  /** The worst price reached; null without a fill. */
  readonly worst: Price | null;
  /** Average price, rounded down; null without a fill. */
  readonly mean: Price | null;
  /** Whether the book fills the whole order. */
  readonly complete: boolean;
}

export interface FillRequest {
  /** In base; or instead a quote amount to spend or to receive. */
  readonly quantity?: Amount;
  readonly budget?: Amount;
  /** Limit price. */
  readonly within?: (price: Price) => boolean;
  readonly lot: Amount;
}

/** Fills levels as the matching engine does, best first: whole lots, never more than the budget. */
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
    // Filled, or the remaining budget does not buy another lot here.
    if (wanted <= level.quantity) {
      complete = true;
      break;
    }
  }
  const mean = taken === 0n ? null : (divDown(quote as Amount, taken as Amount) as bigint as Price);
  return { quantity: taken as Amount, quote: quote as Amount, worst, mean, complete };
}

function affordable(money: bigint, price: Price, lot: Amount): bigint {
  const max = (money * UNIT) / price;
  return max - (max % lot);
}
