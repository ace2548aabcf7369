// The price model is part of the evidence: a browser computes it again by the same code.
export { createWalk } from '@karat/evidence';
export type { DayPlan, Walk } from '@karat/evidence';
