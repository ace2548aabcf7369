export { createSimulatedSource } from './source.ts';
export type { SimulatedSource } from './source.ts';
export { historyOf } from './history.ts';
export { createWalk } from './walk.ts';
export type { DayPlan, Walk } from './walk.ts';
export { BEHAVIOURS } from './instruments.ts';
export type { Behaviour } from './instruments.ts';
