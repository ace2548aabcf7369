import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import type { AllReplies, SentTo } from '../../lib/calls.ts';
import { pagesOf } from '../../lib/pages.ts';
import type { Pages } from '../../lib/pages.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useKey } from '../../lib/reads.ts';

/** What the bills can be narrowed down to; empty is everything. */
export interface BillFilter {
  readonly type: string;
  readonly currency: string;
  readonly kind: string;
  /** `yyyy-mm-dd`, days in the time zone of the person. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTER: BillFilter = { type: '', currency: '', kind: '', from: '', to: '' };
export const isFiltered = (filter: BillFilter): boolean =>
  Object.values(filter).some((value) => value !== '');

/** Midnight before a day (`yyyy-mm-dd`), or so many days later: days of 23 and 25 hours are days too. */
function midnight(day: string, later = 0): number {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + later);
  return date.getTime();
}

const PAGE_ROWS = 20;

/** The filter as the call takes it; the last day counts whole. */
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

/** Bills page after page by cursor: new movements on top never shift what is being read. */
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
