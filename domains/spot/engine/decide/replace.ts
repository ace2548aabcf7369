import { refuse } from '@karat/contract';
import { ZERO, plus } from '@karat/money';
import { admit, restingHold } from '../../rules.ts';
import { paidIn } from '../../settlement.ts';
import { OrderLocation } from '../../types.ts';
import type { PlaceInput } from '../../types.ts';
import type { BatchState } from './batch-state.ts';
import { heldFor } from './cancel.ts';
import type { OpenOrderLocation } from './cancel.ts';
import { stateOf } from './place.ts';
import type { PlacingContext } from './place.ts';

/**
 * Checks everything that placing would refuse, before the old order is cancelled: only a plain limit order in the book of an open
 * market is replaced, within the rules of new orders, and available balance and old hold together cover it. Changes nothing.
 */
export function checkReplacement(
  batch: BatchState,
  context: PlacingContext,
  found: OpenOrderLocation,
  input: PlaceInput,
): void {
  const { book, id, userId, side } = found;
  if (found.place !== OrderLocation.Book || book.pairs.has(id)) refuse('amend_invalid');
  if (input.side !== side || input.marketId !== book.market.id) refuse('amend_invalid');
  const state = stateOf(context, book);
  if (state === 'closed') refuse('market_closed');
  const market = context.market(book);
  const around = { market, scale: book.scale, state, index: context.index(book), last: book.last };
  const { price, lots, postOnly } = admit(input, around);
  context.checkOpen(userId, book, 0);
  const { bestBid, bestAsk } = book.book;
  const crosses = side === 'buy' ? price >= (bestAsk ?? Infinity) : price <= (bestBid ?? 0);
  if (postOnly && crosses) refuse('would_take');
  const currency = paidIn(book.market, side);
  const covered = plus(batch.available(userId, currency), heldFor(found, ZERO));
  if (covered < restingHold(book.scale, side, price, lots))
    refuse('insufficient_balance', { currency: side === 'buy' ? market.quoteName : market.baseName });
}
