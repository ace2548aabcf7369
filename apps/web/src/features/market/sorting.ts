import { DAY_MS } from '@karat/rules';
import { turnoverOf } from '../../lib/markets.ts';
import type { Quotation } from '../../lib/markets.ts';

export const COLUMNS = ['name', 'turnover', 'price', 'change'] as const;
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
  turnover: (a, b) => Number(turnoverOf(a)) - Number(turnoverOf(b)),
  price: (a, b) => Number(a.now_price) - Number(b.now_price),
  change: (a, b) => Number(a.change) - Number(b.change),
};

/** Sorts markets. */
export function sorted(markets: readonly Quotation[], sorting: Sorting | null): readonly Quotation[] {
  if (sorting === null) return markets;
  const sign = sorting.down ? -1 : 1;
  return markets.toSorted((a, b) => sign * by[sorting.by](a, b));
}

/** How long a listing is new. */
const NEW_MS = 30 * DAY_MS;

export const FILTERS = ['all', 'listed', 'gainers', 'losers', 'turnover', 'futures'] as const;
export type Filter = (typeof FILTERS)[number];

/** The markets of a filter at a time (unix ms), in its own order. */
export function filtered(markets: readonly Quotation[], filter: Filter, now: number): readonly Quotation[] {
  switch (filter) {
    case 'all':
      return markets;
    case 'listed':
      return markets
        .filter(({ listed_ms: at }) => at !== null && at > now - NEW_MS)
        .toSorted((a, b) => (b.listed_ms ?? 0) - (a.listed_ms ?? 0));
    case 'gainers':
      return sorted(
        markets.filter(({ change }) => Number(change) > 0),
        { by: 'change', down: true },
      );
    case 'losers':
      return sorted(
        markets.filter(({ change }) => Number(change) < 0),
        { by: 'change', down: false },
      );
    case 'turnover':
      return sorted(markets, { by: 'turnover', down: true });
    case 'futures':
      return markets.filter(({ open_lever: open }) => open === 1);
  }
}
