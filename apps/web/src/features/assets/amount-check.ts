import { parseAmount } from '@karat/money';
import type { Amount } from '@karat/money';

/** Validation error of an amount. */
export type Problem =
  | { readonly type: 'enter_amount' }
  | { readonly type: 'too_precise'; readonly decimals: number }
  | { readonly type: 'not_enough' };

const PLAIN = /^[0-9]+(?:\.([0-9]+))?$/;

/** Returns the first validation error; null for a valid amount. */
export function problemOf(text: string, decimals: number, available: Amount): Problem | null {
  const fraction = PLAIN.exec(text)?.[1] ?? '';
  if (fraction.length > decimals) return { type: 'too_precise', decimals };
  const value = parseAmount(text);
  if (value === undefined || value === 0n) return { type: 'enter_amount' };
  return value > available ? { type: 'not_enough' } : null;
}
