import type { SentTo } from '../../lib/calls.ts';
import { useCursorPages } from '../../lib/cursor-pages.ts';

/** Filters of the bills; empty means all. */
export interface BillFilter {
  readonly type: string;
  readonly currency: string;
  readonly kind: string;
  /** `yyyy-mm-dd`, days in the user's time zone. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTER: BillFilter = { type: '', currency: '', kind: '', from: '', to: '' };
export const isFiltered = (filter: BillFilter): boolean =>
  Object.values(filter).some((value) => value !== '');

/** Midnight of a day (`yyyy-mm-dd`), or of a number of days later; days can have 23 or 25 hours. */
function midnight(day: string, later = 0): number {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + later);
  return date.getTime();
}

const PAGE_ROWS = 20;

/** Returns the fields of the call; the last day is included in full. */
export function sentFilter(filter: BillFilter): SentTo<'wallet/bills'> {
  const { type, currency, kind, from, to } = filter;
  return {
    ...(type === '' ? {} : { type }),
    ...(currency === '' ? {} : { currency }),
    ...(kind === '' ? {} : { kind }),
    ...(from === '' ? {} : { from: midnight(from) }),
    ...(to === '' ? {} : { to: midnight(to, 1) - 1 }),
  };
}

/** Bills by cursor: new movements do not shift the pages. */
export const useBills = (filter: BillFilter) =>
  useCursorPages('wallet/bills', { ...sentFilter(filter), limit: PAGE_ROWS });
