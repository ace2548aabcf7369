import type { MicroDollars } from './prices.ts';

/** Daily limits (UTC) of the cost of short messages, in all and per country. */
export interface SmsCaps {
  readonly day: MicroDollars;
  readonly country: MicroDollars;
}

/** `near` from four fifths of a cap; `reached` when the most expensive message of the day so far no longer fits. */
export type BudgetState = 'ok' | 'near' | 'reached';

const NEAR = 0.8;

/** Returns the state of a cost against its cap for a message of `price`. */
export function budgetState(cost: MicroDollars, cap: MicroDollars, price: MicroDollars): BudgetState {
  if (cost + price > cap) return 'reached';
  return cost >= cap * NEAR ? 'near' : 'ok';
}

/** Returns true if a message takes a cost across four fifths of its cap: one alarm for each day and cap. */
export const comesNear = (before: MicroDollars, after: MicroDollars, cap: MicroDollars): boolean =>
  before < cap * NEAR && after >= cap * NEAR;

/** Returns the UTC day of a moment, `2026-11-22`. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
