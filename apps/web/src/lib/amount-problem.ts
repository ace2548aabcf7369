import { parseAmount } from '@karat/money';
import type { Amount } from '@karat/money';

/** What is wrong with a typed amount; the first that applies. */
export type AmountProblem =
  | { readonly type: 'enter_amount' | 'not_enough' }
  | { readonly type: 'too_precise'; readonly decimals: number }
  | { readonly type: 'below_min' | 'above_max'; readonly limit: string };

const PLAIN = /^[0-9]+(?:\.([0-9]+))?$/;

/** Reads plain decimal text as an amount above zero with at most this many decimals; without one there is a problem. */
export function typedAmount(
  text: string,
  decimals: number,
):
  | { readonly value: Amount; readonly problem: null }
  | { readonly value: undefined; readonly problem: AmountProblem } {
  const fraction = PLAIN.exec(text)?.[1] ?? '';
  if (fraction.length > decimals) return { value: undefined, problem: { type: 'too_precise', decimals } };
  const value = parseAmount(text);
  if (value === undefined || value <= 0n) return { value: undefined, problem: { type: 'enter_amount' } };
  return { value, problem: null };
}

/** Returns what is wrong with an amount that is spent from a balance; null for a valid one. */
export function spendingProblem(text: string, decimals: number, available: Amount): AmountProblem | null {
  const { value, problem } = typedAmount(text, decimals);
  return problem ?? (value > available ? { type: 'not_enough' } : null);
}
