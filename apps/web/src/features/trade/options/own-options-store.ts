import { OPTION_STATUS } from '@karat/contract';
import type { RowOf } from '../../../lib/calls.ts';

export type Option = RowOf<'microtrade/lists'>;

/** An option as known at a time of this device's clock. */
export interface KnownOption {
  readonly order: Option;
  readonly at: number;
}

/** Events of the own channel since the connection opened. */
export interface OwnOptions {
  readonly orders: ReadonlyMap<number, KnownOption>;
  /** The last option settled while the screen was open, until dismissed. */
  readonly settled: Option | null;
}

export const NOTHING: OwnOptions = { orders: new Map(), settled: null };

/** Maximum stored options; they keep a late list from restoring one. */
const KEPT = 200;

const isOver = (order: Option): boolean => order.status >= OPTION_STATUS.closed;

/** Applies an option of the server; older events never override a result. */
export function withOption(own: OwnOptions, order: Option, at: number): OwnOptions {
  const known = own.orders.get(order.id)?.order;
  if (known && (isOver(known) || (known.open_price !== null && order.open_price === null))) return own;
  const orders = new Map([...own.orders].slice(-KEPT));
  orders.set(order.id, { order, at });
  return { orders, settled: isOver(order) ? order : own.settled };
}

/** After a disconnection stored events may be outdated; lists that are read from now on are newer. */
export const withoutConnection = ({ settled }: OwnOptions): OwnOptions => ({ ...NOTHING, settled });

/** Open options, newest first: the fetched list with the events since. */
export function openOptions(read: readonly KnownOption[], { orders }: OwnOptions): readonly KnownOption[] {
  const known = new Map(read.map((one) => [one.order.id, one]));
  for (const [id, one] of orders) known.set(id, one);
  return [...known.values()]
    .filter(({ order }) => !isOver(order))
    .toSorted((a, b) => b.order.id - a.order.id);
}

/** Milliseconds until expiry, from the server's value at receipt. */
export const remaining = ({ order, at }: KnownOption, now: number): number =>
  Math.max(0, order.remain_milli_seconds - (now - at));
