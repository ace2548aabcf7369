import { amount, compare, format, minus, parseAmount, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';

/** Limits of a withdrawal amount. */
export type Problem =
  | { readonly type: 'enter_amount' | 'not_enough' }
  | { readonly type: 'too_precise'; readonly decimals: number }
  | { readonly type: 'below'; readonly min: string }
  | { readonly type: 'over_limit'; readonly left: string };

export interface Terms {
  readonly rate: string;
  readonly min_number: string;
  readonly change_balance: string;
  readonly decimals: number;
  /** Remaining cap in this currency; null without a price. */
  readonly limit: { readonly left: string | null };
}

const above = (value: Amount, max: string): boolean => compare(value, parseAmount(max) ?? value) > 0;

/** Returns the first validation error of plain decimal text; null for a valid amount. */
export function problemOf(text: string, terms: Terms): Problem | null {
  const value = parseAmount(text);
  if (value === undefined || value <= 0n) return { type: 'enter_amount' };
  if ((text.split('.')[1]?.length ?? 0) > terms.decimals)
    return { type: 'too_precise', decimals: terms.decimals };
  if (compare(value, parseAmount(terms.min_number) ?? value) < 0)
    return { type: 'below', min: terms.min_number };
  if (above(value, terms.change_balance)) return { type: 'not_enough' };
  const { left } = terms.limit;
  return left !== null && above(value, left) ? { type: 'over_limit', left } : null;
}

/** Whether plain decimal text is an amount of at least `min`. */
export const isAtLeast = (text: string, min: string): boolean => {
  const value = parseAmount(text);
  return value !== undefined && compare(value, parseAmount(min) ?? value) >= 0;
};

/** Amount received: the amount less the fee, never below zero; undefined without an amount. */
export function received(text: string, { rate }: Pick<Terms, 'rate'>): string | undefined {
  const [value, fee] = [parseAmount(text), parseAmount(rate)];
  if (value === undefined || fee === undefined) return undefined;
  return compare(value, fee) <= 0 ? '0' : format(minus(value, fee));
}

const CAP_DECIMALS = 4;
/** Remaining cap in BTC, truncated to four decimals. */
export const remainingCapText = (btc: string): string => format(roundDown(amount(btc), CAP_DECIMALS));
