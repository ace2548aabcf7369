/** Receipts that anyone can check. */
export { proofsMessages } from './messages.ts';
