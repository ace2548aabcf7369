import { amount, format, parseAmount } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Offer } from './offer.ts';
import { largestOf } from './offer.ts';

/** What is wrong with a typed amount; the first that applies. */
export type AmountProblem =
  | { readonly type: 'enter_amount' | 'not_enough' }
  | { readonly type: 'too_precise'; readonly decimals: number }
  | { readonly type: 'below_min' | 'above_max'; readonly limit: string };

export interface ReadAmount {
  readonly value: Amount | undefined;
  readonly problem: AmountProblem | null;
}

const PLAIN = /^[0-9]+(?:\.([0-9]+))?$/;

/** Reads plain decimal text and checks it against the offer and the balance; `available` undefined: unknown. */
export function readAmount(text: string, offer: Offer, available: Amount | undefined): ReadAmount {
  const fraction = PLAIN.exec(text)?.[1] ?? '';
  if (fraction.length > offer.decimals)
    return { value: undefined, problem: { type: 'too_precise', decimals: offer.decimals } };
  const value = parseAmount(text);
  if (value === undefined || value === 0n) return { value: undefined, problem: { type: 'enter_amount' } };
  if (value < amount(offer.save_min)) return { value, problem: { type: 'below_min', limit: offer.save_min } };
  if (available !== undefined && value > available) return { value, problem: { type: 'not_enough' } };
  const largest = largestOf(offer, value);
  if (value > largest) return { value, problem: { type: 'above_max', limit: format(largest) } };
  return { value, problem: null };
}
