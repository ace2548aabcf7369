import { compare, plus } from '@karat/money';
import type { Amount } from '@karat/money';

/** Sums in USDT that single operators decided within 24 hours: one operator, for one user, and all operators. */
export interface SingleOperatorSums {
  readonly operator: Amount;
  readonly user: Amount;
  readonly day: Amount;
}

/** A limit of what one operator may decide without a second. */
export type SingleOperatorLimit = keyof SingleOperatorSums;

/** Returns the limit that another decision would exceed; undefined if none. */
export const limitReached = (
  sums: SingleOperatorSums,
  value: Amount,
  max: SingleOperatorSums,
): SingleOperatorLimit | undefined =>
  (['operator', 'user', 'day'] as const).find((name) => compare(plus(sums[name], value), max[name]) > 0);
