export { useAction } from './actions.ts';
export type { ActionOptions } from './actions.ts';
export { usePages } from './pages.ts';
export type { Pages } from './pages.ts';
export { invalidate } from './query-client.ts';
export { useGet, usePost } from './reads.ts';
export type { ReadOptions } from './reads.ts';
