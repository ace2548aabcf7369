/** Files that are on the disk when a call returns. */
export { syncFolder, writeDurably } from './durable.ts';
