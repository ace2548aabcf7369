import type { Quotation } from '../../lib/markets.ts';

export const COLUMNS = ['name', 'price', 'change'] as const;
export type Column = (typeof COLUMNS)[number];

/** A column and its direction; null keeps the server's order. */
export interface Sorting {
  readonly by: Column;
  readonly down: boolean;
}

/** Returns the order after a tap: descending, ascending, none. */
export function nextSorting(now: Sorting | null, by: Column): Sorting | null {
  if (now?.by !== by) return { by, down: true };
  return now.down ? { by, down: false } : null;
}

const by: Readonly<Record<Column, (a: Quotation, b: Quotation) => number>> = {
  name: (a, b) => b.currency_name.localeCompare(a.currency_name, 'en'),
  price: (a, b) => Number(a.now_price) - Number(b.now_price),
  change: (a, b) => Number(a.change) - Number(b.change),
};

/** Sorts markets. */
export function sorted(markets: readonly Quotation[], sorting: Sorting | null): readonly Quotation[] {
  if (sorting === null) return markets;
  const sign = sorting.down ? -1 : 1;
  return markets.toSorted((a, b) => sign * by[sorting.by](a, b));
}
