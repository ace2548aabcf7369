import { compare, format, minus, parse } from '@karat/money';
import type { Amount } from '@karat/money';

/** What stands between an amount and its withdrawal. */
export type Problem =
  | { readonly is: 'enter_amount' | 'not_enough' }
  | { readonly is: 'too_precise'; readonly decimals: number }
  | { readonly is: 'below'; readonly min: string };

export interface Terms {
  readonly rate: string;
  readonly min_number: string;
  readonly change_balance: string;
  readonly decimals: number;
}

const read = (text: string): Amount | undefined => parse(text) as Amount | undefined;

/** The first thing that is wrong with plain decimal text; null for an amount that can be asked for. */
export function problemOf(text: string, terms: Terms): Problem | null {
  const value = read(text);
  if (value === undefined || value <= 0n) return { is: 'enter_amount' };
  if ((text.split('.')[1]?.length ?? 0) > terms.decimals)
    return { is: 'too_precise', decimals: terms.decimals };
  if (compare(value, read(terms.min_number) ?? value) < 0) return { is: 'below', min: terms.min_number };
  return compare(value, read(terms.change_balance) ?? value) > 0 ? { is: 'not_enough' } : null;
}

/** What arrives: the amount less the fee, never below zero; undefined while there is no amount. */
export function received(text: string, { rate }: Pick<Terms, 'rate'>): string | undefined {
  const [value, fee] = [read(text), read(rate)];
  if (value === undefined || fee === undefined) return undefined;
  return compare(value, fee) <= 0 ? '0' : format(minus(value, fee));
}
