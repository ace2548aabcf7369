import { Refusal, refuse } from '@karat/contract';
import type { OrderId, UserId } from '@karat/contract';
import { ZERO, minus, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { PlaceInput } from '../../types.ts';
import type { BatchState } from './batch-state.ts';
import type { Command, CommandDecision } from '../intake/commands.ts';
import { triggerStops, openMarket } from './trigger.ts';
import { canonicalInput, clientIdKey } from '../intake/prefetched-rows.ts';
import type { PrefetchedRows } from '../intake/prefetched-rows.ts';
import { amendOrder, cancelOrder, findOpenOrder } from './cancel.ts';
import type { MarketBook } from './market-book.ts';
import { placeOrder } from './place.ts';
import type { PlacingContext } from './place.ts';
import { checkReplacement } from './replace.ts';
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
    case 'replace':
      return decideReplace(deciding, command);
    case 'open': {
      const book = deciding.books.get(command.marketId) ?? refuse('market_unknown');
      if (deciding.context.state(book) === 'open') {
        openMarket(deciding.batch, deciding.context, book, OPENING_ORDERS_MAX);
      }
      return { kind: 'cancelled', ids: [] };
    }
  }
}

/** The order that was placed under the client key of an input; undefined for a new key. */
function repeated(
  { batch, known }: DecideContext,
  userId: UserId,
  { clientKey: key }: PlaceInput,
  text: string,
): CommandDecision | undefined {
  const taken = key === undefined ? undefined : known.clientIds.get(clientIdKey(userId, key));
  if (!taken) return undefined;
  if (taken.input !== text) refuse('idempotency_conflict');
  return batch.placed.has(taken.id)
    ? { kind: 'order', id: taken.id }
    : { kind: 'known', id: taken.id, userId };
}

/** Places an order and stores `text` under its client key. */
function placeWithKey(
  { batch, context, known }: DecideContext,
  book: MarketBook,
  userId: UserId,
  input: PlaceInput,
  text: string,
): CommandDecision {
  const key = input.clientKey;
  const before = book.last;
  const { id } = placeOrder(batch, context, book, userId, input);
  if (key !== undefined) {
    known.clientIds.set(clientIdKey(userId, key), { input: text, id });
    batch.clientIds.push({ userId, key, input: text, orderId: id });
  }
  triggerStops(batch, context, book, before);
  return { kind: 'order', id };
}

function decidePlace(deciding: DecideContext, userId: UserId, input: PlaceInput): CommandDecision {
  const text = input.clientKey === undefined ? '' : canonicalInput(input);
  const earlier = repeated(deciding, userId, input, text);
  if (earlier) return earlier;
  const book = deciding.books.get(input.marketId) ?? refuse('market_unknown');
  return placeWithKey(deciding, book, userId, input, text);
}

/**
 * Cancels an order and places its successor in one step: what the old one holds pays for the new one. All refusals come
 * before the cancellation.
 */
function decideReplace(
  deciding: DecideContext,
  { userId, id, input }: Extract<Command, { kind: 'replace' }>,
): CommandDecision {
  const { batch, context, books } = deciding;
  const text = `${canonicalInput(input)}|replaces ${id}`;
  const earlier = repeated(deciding, userId, input, text);
  if (earlier) return earlier;
  const found = findOpenOrder(books.values(), id);
  if (!found || found.userId !== userId) return { kind: 'not_open', id, userId };
  const total = input.quantity ?? refuse('quantity_invalid');
  const done = filledOf(deciding, id);
  if (total <= done) refuse('amend_invalid');
  const next = { ...input, quantity: minus(total, done) };
  checkReplacement(batch, context, found, next);
  cancelOrder(batch, found);
  return placeWithKey(deciding, found.book, userId, next, text);
}

/** What an order has traded, this batch included. */
function filledOf({ batch, known }: DecideContext, id: OrderId): Amount {
  const now = batch.placed.get(id)?.filled ?? batch.changed.get(id)?.filled ?? ZERO;
  return plus(known.filled.get(id) ?? ZERO, now);
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

function decideAmend(deciding: DecideContext, userId: UserId, id: OrderId, total: Amount): CommandDecision {
  const { batch, context, books } = deciding;
  const found = findOpenOrder(books.values(), id);
  if (!found || found.userId !== userId) return { kind: 'not_open', id, userId };
  amendOrder(batch, found, total, filledOf(deciding, id), context.market(found.book));
  return { kind: 'order', id };
}
