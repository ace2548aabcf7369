import { parse } from '@karat/money';
import type { Amount } from '@karat/money';

/** What is wrong with an amount that was entered, if anything. */
export type Problem =
  | { readonly is: 'enter_amount' }
  | { readonly is: 'too_precise'; readonly decimals: number }
  | { readonly is: 'not_enough' };

/** Reads plain decimal text. */
export const readAmount = (text: string): Amount | undefined => parse(text) as Amount | undefined;

const PLAIN = /^[0-9]+(?:\.([0-9]+))?$/;

/** The first thing that is wrong; null for an amount that can be sent. */
export function problemOf(text: string, decimals: number, available: Amount): Problem | null {
  const fraction = PLAIN.exec(text)?.[1] ?? '';
  if (fraction.length > decimals) return { is: 'too_precise', decimals };
  const value = readAmount(text);
  if (value === undefined || value === 0n) return { is: 'enter_amount' };
  return value > available ? { is: 'not_enough' } : null;
}
