import type { Known } from './words.ts';

type Order = Pick<Known, 'state' | 'method' | 'dispute'>;
type Line = Pick<Known['lines'][number], 'state' | 'mismatch'>;

/** Returns true while a purchase waits for its payment or for a decision. */
export const isOpen = ({ state }: Pick<Order, 'state'>): boolean =>
  state === 'to_be_paid' || state === 'proof_sent';

/** Returns true if a statement line may be credited to a purchase as a whole. */
export const isPayable = (order: Pick<Order, 'state'>, { state, mismatch }: Line): boolean =>
  isOpen(order) && mismatch === null && (state === 'matched' || state === 'unmatched');

/** Returns true if a purchase can be refunded through its provider. The bank gives a disputed payment back itself. */
export const isRefundable = ({ state, method, dispute }: Order): boolean =>
  state === 'successful' && method !== 'swift' && (dispute === null || dispute === 'won');
