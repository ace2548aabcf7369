export { inspectMedia } from './inspect.ts';
export type { Inspection, MediaFacts, MediaKind } from './inspect.ts';
