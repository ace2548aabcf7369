import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import type { AllReplies, SentTo } from '../../lib/calls.ts';
import { pagesOf } from '../../lib/pages.ts';
import type { Pages } from '../../lib/pages.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useKey } from '../../lib/reads.ts';

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
export function useBills(filter: BillFilter): Pages<AllReplies['wallet/bills']['data'][number]> {
  const sent = { ...sentFilter(filter), limit: PAGE_ROWS };
  const query = useInfiniteQuery(
    {
      queryKey: useKey('wallet/bills', sent),
      initialPageParam: '',
      queryFn: ({ pageParam, signal }) =>
        api.get('wallet/bills', pageParam === '' ? sent : { ...sent, cursor: pageParam }, {
          quiet: true,
          signal,
        }),
      getNextPageParam: (page) => page.next,
    },
    queryClient,
  );
  return pagesOf(query);
}
