import type { MicroDollars } from './prices.ts';

/** What short messages of one UTC day may cost, in all and to one country. */
export interface SmsCaps {
  readonly day: MicroDollars;
  readonly country: MicroDollars;
}

/** `near` from four fifths of a cap; `reached` when the dearest message of the day so far no longer fits. */
export type BudgetState = 'ok' | 'near' | 'reached';

const NEAR = 0.8;

/** How a cost stands to its cap, when a message costs `price`. */
export function budgetState(cost: MicroDollars, cap: MicroDollars, price: MicroDollars): BudgetState {
  if (cost + price > cap) return 'reached';
  return cost >= cap * NEAR ? 'near' : 'ok';
}

/** Whether a message takes a cost from below four fifths of its cap to there or above: one alarm for each day and cap. */
export const comesNear = (before: MicroDollars, after: MicroDollars, cap: MicroDollars): boolean =>
  before < cap * NEAR && after >= cap * NEAR;

/** The UTC day of a moment, `2026-11-22`. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
