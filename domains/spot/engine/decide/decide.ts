import { Refusal, refuse } from '@karat/contract';
import type { OrderId, UserId } from '@karat/contract';
import { ZERO, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { PlaceInput } from '../../types.ts';
import type { BatchState } from './batch-state.ts';
import type { Command, CommandDecision } from '../intake/commands.ts';
import { triggerStops, openMarket } from './trigger.ts';
import { canonicalInput, clientIdKey } from '../intake/prefetched-rows.ts';
import type { PrefetchedRows } from '../intake/prefetched-rows.ts';
import { amendOrder, cancelOrder, findOpenOrder } from './cancel.ts';
import { placeOrder } from './place.ts';
import type { PlacingContext } from './place.ts';
import type { Books } from '../recovery/restore.ts';

/** Maximum number of orders per batch that enter the book at an opening. */
export const OPENING_ORDERS_MAX = 500;

interface DecideContext {
  readonly batch: BatchState;
  readonly context: PlacingContext;
  readonly books: Books;
  readonly known: PrefetchedRows;
}

/** Executes one command in memory. A refused command changes nothing. */
export function decide(deciding: DecideContext, command: Command): CommandDecision {
  try {
    return applyCommand(deciding, command);
  } catch (error) {
    // Any other error is a bug that may have left a partial change in memory: the whole batch fails.
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'refused', error };
  }
}

function applyCommand(deciding: DecideContext, command: Command): CommandDecision {
  switch (command.kind) {
    case 'place':
      return decidePlace(deciding, command.userId, command.input);
    case 'cancel':
      return decideCancel(deciding, command.userId, command.id);
    case 'cancel_all':
      return decideCancelAll(deciding, command);
    case 'amend':
      return decideAmend(deciding, command.userId, command.id, command.total);
    case 'open': {
      const book = deciding.books.get(command.marketId) ?? refuse('market_unknown');
      if (deciding.context.state(book) === 'open') {
        openMarket(deciding.batch, deciding.context, book, OPENING_ORDERS_MAX);
      }
      return { kind: 'cancelled', ids: [] };
    }
  }
}

function decidePlace(
  { batch, context, books, known }: DecideContext,
  userId: UserId,
  input: PlaceInput,
): CommandDecision {
  const key = input.clientKey;
  const text = key === undefined ? '' : canonicalInput(input);
  if (key !== undefined) {
    const taken = known.clientIds.get(clientIdKey(userId, key));
    if (taken && taken.input !== text) refuse('idempotency_conflict');
    if (taken)
      return batch.placed.has(taken.id)
        ? { kind: 'order', id: taken.id }
        : { kind: 'known', id: taken.id, userId };
  }
  const book = books.get(input.marketId) ?? refuse('market_unknown');
  const before = book.last;
  const { id } = placeOrder(batch, context, book, userId, input);
  if (key !== undefined) {
    known.clientIds.set(clientIdKey(userId, key), { input: text, id });
    batch.clientIds.push({ userId, key, input: text, orderId: id });
  }
  triggerStops(batch, context, book, before);
  return { kind: 'order', id };
}

function decideCancel({ batch, books }: DecideContext, userId: UserId, id: OrderId): CommandDecision {
  const found = findOpenOrder(books.values(), id);
  if (!found || found.userId !== userId) return { kind: 'not_open', id, userId };
  cancelOrder(batch, found);
  return { kind: 'order', id };
}

function decideCancelAll(
  deciding: DecideContext,
  command: Extract<Command, { kind: 'cancel_all' }>,
): CommandDecision {
  const { batch, books, known } = deciding;
  const { userId, marketId } = command;
  const ids = [...(known.openOrders.get(userId) ?? [])];
  for (const order of batch.placed.values()) if (order.userId === userId) ids.push(order.id);
  const only = marketId === undefined ? undefined : (books.get(marketId) ?? refuse('market_unknown'));
  const cancelled: OrderId[] = [];
  for (const id of ids) {
    const found = findOpenOrder(only ? [only] : books.values(), id);
    // It may have traded earlier in this batch, or ended with the other leg of its pair.
    if (found?.userId === userId) cancelOrder(batch, found);
    else if (!endedInBatch(batch, id)) continue;
    cancelled.push(id);
  }
  return { kind: 'cancelled', ids: cancelled };
}

const endedInBatch = (batch: BatchState, id: OrderId): boolean => batch.changed.get(id)?.reason === 'pair';

function decideAmend(
  { batch, context, books, known }: DecideContext,
  userId: UserId,
  id: OrderId,
  total: Amount,
): CommandDecision {
  const found = findOpenOrder(books.values(), id);
  if (!found || found.userId !== userId) return { kind: 'not_open', id, userId };
  const earlier = known.filled.get(id) ?? ZERO;
  const now = batch.placed.get(id)?.filled ?? batch.changed.get(id)?.filled ?? ZERO;
  amendOrder(batch, found, total, plus(earlier, now), context.market(found.book));
  return { kind: 'order', id };
}
