import { amount, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { AmountProblem } from '../../lib/amount-problem.ts';
import type { Market } from './schedule.ts';

/** What is wrong with the amount of a purchase; the first that applies. */
export function problemOf(value: Amount | undefined, market: Market): AmountProblem | null {
  const { min, max, decimals } = market;
  if (value === undefined || value === 0n) return { type: 'enter_amount' };
  if (roundDown(value, decimals) !== value) return { type: 'too_precise', decimals };
  if (value < amount(min)) return { type: 'below_min', limit: min };
  return value > amount(max) ? { type: 'above_max', limit: max } : null;
}
