import {
  UNIT,
  ZERO,
  floorToStep,
  max,
  min,
  minus,
  mulDivDown,
  mulDown,
  plus,
  roundDown,
  roundToStep,
} from '@karat/money';
import type { Amount, Rate } from '@karat/money';

/** Lots of a copy: a multiple of the lots of the trader, or fixed lots. Source: products.md, section 6. */
export interface CopySize {
  readonly mode: 'multiple' | 'lots';
  readonly number: Amount;
}

const HUNDREDTH = UNIT / 100n;

/** A multiple above 1 that is not whole, rounded half up to two decimals: 1.236 becomes 1.24. Others stay as they are. */
export const roundMultiple = (multiple: Amount): Amount =>
  multiple <= UNIT || multiple % UNIT === 0n ? multiple : roundToStep(multiple, HUNDREDTH);

/** Lots of a copy, rounded down to the lot step. */
export const copyLots = ({ mode, number }: CopySize, traderLots: Amount, step: Amount): Amount =>
  floorToStep(mode === 'lots' ? number : mulDivDown(traderLots, roundMultiple(number), UNIT), step);

/** Profit share of a trader, and the high-water mark after it. */
export interface ProfitShare {
  readonly amount: Amount;
  readonly highWater: Amount;
}

/**
 * Share of the cumulative net profit above the high-water mark: `ratio` of it, rounded down at `decimals`, at most the available
 * balance. The mark rises by the profit that was shared in full. Where the balance is too small, it rises in proportion: the rest
 * is shared later.
 */
export function profitShare(
  profit: Amount,
  highWater: Amount,
  ratio: Rate,
  available: Amount,
  decimals: number,
): ProfitShare {
  const fresh = minus(profit, highWater);
  if (fresh <= 0n || ratio <= 0n) return { amount: ZERO, highWater: max(profit, highWater) };
  const due = mulDown(fresh, ratio, decimals);
  if (due <= available) return { amount: due, highWater: profit };
  const paid = roundDown(max(available, ZERO), decimals);
  return { amount: paid, highWater: plus(highWater, min(fresh, mulDivDown(paid, UNIT, ratio))) };
}
