/** Exports for benchmarks: the texts of refusals. */
export { messages } from './calls.ts';
