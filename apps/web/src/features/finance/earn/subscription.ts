import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { typedAmount } from '../../../lib/amount-problem.ts';
import type { AmountProblem } from '../../../lib/amount-problem.ts';
import type { Offer } from './offer.ts';
import { largestOf } from './offer.ts';

export interface ReadAmount {
  readonly value: Amount | undefined;
  readonly problem: AmountProblem | null;
}

/** Reads plain decimal text and checks it against the offer and the balance; `available` undefined: unknown. */
export function readAmount(text: string, offer: Offer, available: Amount | undefined): ReadAmount {
  const { value, problem } = typedAmount(text, offer.decimals);
  if (problem) return { value, problem };
  if (value < amount(offer.save_min)) return { value, problem: { type: 'below_min', limit: offer.save_min } };
  if (available !== undefined && value > available) return { value, problem: { type: 'not_enough' } };
  const largest = largestOf(offer, value);
  if (value > largest) return { value, problem: { type: 'above_max', limit: format(largest) } };
  return { value, problem: null };
}
