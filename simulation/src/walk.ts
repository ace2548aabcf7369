// The price model is part of the evidence: a browser recomputes it with the same code.
export { createWalk } from '@karat/evidence';
export type { DayPlan, Walk } from '@karat/evidence';
