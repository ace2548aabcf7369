export { createClockGuard } from './guard.ts';
export type { ClockGuard, ClockHalt, ClockState } from './guard.ts';
export type { ClockFault } from './judge.ts';
