import type { RowOf } from '../../../lib/calls.ts';

export type Option = RowOf<'microtrade/lists'>;

/** An option as it was known at a time, by the clock of this machine. */
export interface KnownOption {
  readonly order: Option;
  readonly at: number;
}

/** What the own channel told since the line stands. */
export interface OwnOptions {
  readonly orders: ReadonlyMap<number, KnownOption>;
  /** The option that was settled last while the screen looked on, until it is put away. */
  readonly settled: Option | null;
}

export const NOTHING: OwnOptions = { orders: new Map(), settled: null };

/** Options are remembered for so many, so that a list that was read late does not bring one back. */
const KEPT = 200;

const isOver = (order: Option): boolean => order.status >= 3;

/** An option as the server told it; older news never takes the place of a result. */
export function withOption(heard: OwnOptions, order: Option, at: number): OwnOptions {
  const known = heard.orders.get(order.id)?.order;
  if (known && (isOver(known) || (known.open_price !== null && order.open_price === null))) return heard;
  const orders = new Map([...heard.orders].slice(-KEPT));
  orders.set(order.id, { order, at });
  return { orders, settled: isOver(order) ? order : heard.settled };
}

/** The line was lost: what it told may be outdated, lists that are read from now on are newer. */
export const withoutConnection = ({ settled }: OwnOptions): OwnOptions => ({ ...NOTHING, settled });

/** Open options, newest first: those that were read, as the line changed them since. */
export function openOptions(read: readonly KnownOption[], { orders }: OwnOptions): readonly KnownOption[] {
  const known = new Map(read.map((one) => [one.order.id, one]));
  for (const [id, one] of orders) known.set(id, one);
  return [...known.values()]
    .filter(({ order }) => !isOver(order))
    .toSorted((a, b) => b.order.id - a.order.id);
}

/** Milliseconds until an option expires, by what the server said when it was heard. */
export const remaining = ({ order, at }: KnownOption, now: number): number =>
  Math.max(0, order.remain_milli_seconds - (now - at));
