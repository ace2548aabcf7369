import { ORDER_STATUS } from '@karat/contract';
import type { BalanceChange } from '@karat/contract';
import type { RowOf } from '../../../lib/calls.ts';

export type Order = RowOf<'coin/list'>;
export type Fill = RowOf<'coin/fills'>;

/** Events of the own channels since the connection opened: newer than any list read before. */
export interface OwnOrders {
  readonly orders: ReadonlyMap<number, Order>;
  /** By account and currency, `2:3`. */
  readonly balances: ReadonlyMap<string, BalanceChange>;
  /** Orders that were sent and not answered yet, by client id. */
  readonly pending: ReadonlyMap<string, Order>;
}

export const NOTHING: OwnOrders = { orders: new Map(), balances: new Map(), pending: new Map() };

/** Maximum stored closed orders; they keep a late list from restoring one. */
const ORDERS_KEPT = 500;

export const isOpen = (order: Order): boolean =>
  order.status === ORDER_STATUS.open || order.status === ORDER_STATUS.partlyFilled;

export const balanceKey = (account: number, currency: number): string => `${account}:${currency}`;

/** Applies an order of the server and removes its pending entry. Older events change nothing. */
export function withOrder(own: OwnOrders, order: Order): OwnOrders {
  const known = own.orders.get(order.id);
  if (known && known.updated_ms > order.updated_ms) return own;
  const orders = new Map(own.orders);
  orders.delete(order.id);
  orders.set(order.id, order);
  for (const id of orders.keys()) {
    if (orders.size <= ORDERS_KEPT) break;
    orders.delete(id);
  }
  return { ...own, orders, pending: without(own.pending, order.client_id) };
}

function without(pending: OwnOrders['pending'], clientId: string | null): OwnOrders['pending'] {
  if (clientId === null || !pending.has(clientId)) return pending;
  const next = new Map(pending);
  next.delete(clientId);
  return next;
}

/** Adds an order that is being sent. */
export const withPending = (own: OwnOrders, clientId: string, order: Order): OwnOrders => ({
  ...own,
  pending: new Map(own.pending).set(clientId, order),
});

/** Removes an order that was refused or answered. */
export const withoutPending = (own: OwnOrders, clientId: string): OwnOrders => ({
  ...own,
  pending: without(own.pending, clientId),
});

export function withBalances(own: OwnOrders, changes: readonly BalanceChange[]): OwnOrders {
  const balances = new Map(own.balances);
  for (const change of changes) balances.set(balanceKey(change.type, change.currency), change);
  return { ...own, balances };
}

/** After a disconnection stored events may be outdated; lists that are read from now on are newer. */
export const withoutConnection = (own: OwnOrders): OwnOrders => ({ ...NOTHING, pending: own.pending });

/** Open orders, newest first: the fetched list with the events since, and pending ones. */
export function openOrders(
  read: readonly Order[],
  own: OwnOrders,
  matchId: number | undefined,
): readonly Order[] {
  const byId = new Map(read.map((order) => [order.id, order]));
  for (const order of own.orders.values()) {
    const known = byId.get(order.id);
    if (!known || known.updated_ms <= order.updated_ms) byId.set(order.id, order);
  }
  const here = (order: Order): boolean => matchId === undefined || order.match_id === matchId;
  const open = [...byId.values()].filter((order) => isOpen(order) && here(order));
  return [...[...own.pending.values()].filter(here), ...open.toSorted((a, b) => b.id - a.id)];
}

/** Limit orders in the book can be changed. */
export const mayAmend = (order: Order): boolean =>
  order.order_type === 'limit' && !order.waiting && order.amount !== null && order.id !== 0;
