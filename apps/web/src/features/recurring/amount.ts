import { amount, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Market } from './schedule.ts';

export type AmountProblem = 'enter_amount' | 'too_precise' | 'below_min' | 'above_max';

/** What is wrong with the amount of a purchase; the first that applies. */
export function problemOf(value: Amount | undefined, market: Market): AmountProblem | null {
  if (value === undefined || value === 0n) return 'enter_amount';
  if (roundDown(value, market.decimals) !== value) return 'too_precise';
  if (value < amount(market.min)) return 'below_min';
  return value > amount(market.max) ? 'above_max' : null;
}
