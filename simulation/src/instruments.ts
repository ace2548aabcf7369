// The price model is part of the evidence: a browser recomputes it with the same code.
export { BEHAVIOURS } from '@karat/evidence';
export type { Behaviour } from '@karat/evidence';
