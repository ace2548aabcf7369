import { amount, compare, format, minus, parseAmount, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import { typedAmount } from '../../lib/amount-problem.ts';
import type { AmountProblem } from '../../lib/amount-problem.ts';

/** What is wrong with the amount of a withdrawal; the first that applies. */
export type Problem = AmountProblem | { readonly type: 'over_limit'; readonly left: string };

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
  const { value, problem } = typedAmount(text, terms.decimals);
  if (problem) return problem;
  if (compare(value, parseAmount(terms.min_number) ?? value) < 0)
    return { type: 'below_min', limit: terms.min_number };
  if (above(value, terms.change_balance)) return { type: 'not_enough' };
  const { left } = terms.limit;
  return left !== null && above(value, left) ? { type: 'over_limit', left } : null;
}

/** Whether plain decimal text is an amount of at least `min`. */
export const isAtLeast = (text: string, min: string): boolean => {
  const value = parseAmount(text);
  return value !== undefined && compare(value, parseAmount(min) ?? value) >= 0;
};

/** Amount received: the amount less the fee, never below zero; undefined without an amount that the balance covers. */
export function received(
  text: string,
  { rate, change_balance: balance }: Pick<Terms, 'rate' | 'change_balance'>,
): string | undefined {
  const [value, fee] = [parseAmount(text), parseAmount(rate)];
  if (value === undefined || fee === undefined || above(value, balance)) return undefined;
  return compare(value, fee) <= 0 ? '0' : format(minus(value, fee));
}

const CAP_DECIMALS = 4;
/** Large sums are read without small decimals. */
const LARGE_FROM = amount('1000');
const LARGE_DECIMALS = 2;
const capText = (value: string): string => {
  const cap = amount(value);
  return format(roundDown(cap, compare(cap, LARGE_FROM) < 0 ? CAP_DECIMALS : LARGE_DECIMALS));
};

interface Limited {
  readonly name: string;
  readonly limit: {
    readonly cap_btc: string;
    readonly left_btc: string;
    readonly cap: string | null;
    readonly left: string | null;
  };
}

/** Remaining and whole limit in the currency that is withdrawn, in BTC without a price; decimals are cut. */
export function capOf({ name, limit }: Limited): { left: string; cap: string; coin: string } {
  const { cap, left } = limit;
  return cap === null || left === null
    ? { left: capText(limit.left_btc), cap: capText(limit.cap_btc), coin: 'BTC' }
    : { left: capText(left), cap: capText(cap), coin: name };
}
