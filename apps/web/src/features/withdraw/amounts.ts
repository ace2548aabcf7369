import { amount, compare, format, minus, parse, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';

/** Limits of a withdrawal amount. */
export type Problem =
  | { readonly is: 'enter_amount' | 'not_enough' }
  | { readonly is: 'too_precise'; readonly decimals: number }
  | { readonly is: 'below'; readonly min: string }
  | { readonly is: 'over_limit'; readonly left: string };

export interface Terms {
  readonly rate: string;
  readonly min_number: string;
  readonly change_balance: string;
  readonly decimals: number;
  /** Remaining cap in this currency; null without a price. */
  readonly limit: { readonly left: string | null };
}

const read = (text: string): Amount | undefined => parse(text) as Amount | undefined;
const above = (value: Amount, most: string): boolean => compare(value, read(most) ?? value) > 0;

/** Returns the first validation error of plain decimal text; null for a valid amount. */
export function problemOf(text: string, terms: Terms): Problem | null {
  const value = read(text);
  if (value === undefined || value <= 0n) return { is: 'enter_amount' };
  if ((text.split('.')[1]?.length ?? 0) > terms.decimals)
    return { is: 'too_precise', decimals: terms.decimals };
  if (compare(value, read(terms.min_number) ?? value) < 0) return { is: 'below', min: terms.min_number };
  if (above(value, terms.change_balance)) return { is: 'not_enough' };
  const { left } = terms.limit;
  return left !== null && above(value, left) ? { is: 'over_limit', left } : null;
}

/** Whether plain decimal text is an amount of at least `min`. */
export const isAtLeast = (text: string, least: string): boolean => {
  const value = read(text);
  return value !== undefined && compare(value, read(least) ?? value) >= 0;
};

/** Amount received: the amount less the fee, never below zero; undefined without an amount. */
export function received(text: string, { rate }: Pick<Terms, 'rate'>): string | undefined {
  const [value, fee] = [read(text), read(rate)];
  if (value === undefined || fee === undefined) return undefined;
  return compare(value, fee) <= 0 ? '0' : format(minus(value, fee));
}

const CAP_DECIMALS = 4;
/** Remaining cap in BTC, truncated to four decimals. */
export const toldCap = (btc: string): string => format(roundDown(amount(btc), CAP_DECIMALS));
