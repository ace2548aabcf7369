import { UNIT, amount, divDown, floorToStep, max, min, percentOf } from '@karat/money';
import type { Amount } from '@karat/money';

/** A percentage of a position in whole lots, rounded down: at least one lot, at most all of it. */
export function lotsForPercent(lots: Amount, percent: number): Amount {
  if (percent >= 100) return lots;
  return min(lots, max(floorToStep(percentOf(lots, percent), UNIT), amount(UNIT)));
}

/** Lots as a whole percentage of a position, for the place of a slider. */
export const percentOfLots = (lots: Amount, whole: Amount): number =>
  whole === 0n ? 0 : Number((divDown(lots, whole) * 100n) / UNIT);
