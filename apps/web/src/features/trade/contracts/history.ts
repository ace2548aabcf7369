import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { AllReplies } from '../../../lib/calls.ts';
import { pagesOf } from '../../../lib/pages.ts';
import type { Pages } from '../../../lib/pages.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useKey } from '../../../lib/reads.ts';

export type EndedPosition = AllReplies['lever/my_trade']['message']['data'][number];

/** Own contracts of one status, newest first; the page is nested in the reply, beside the account's totals. */
export function useEnded(status: number): Pages<EndedPosition> {
  const query = useInfiniteQuery(
    {
      queryKey: useKey('lever/my_trade', { status }),
      initialPageParam: 1,
      queryFn: async ({ pageParam, signal }) =>
        (await api.post('lever/my_trade', { status, page: pageParam }, { quiet: true, signal })).message,
      getNextPageParam: (page) => (page.current_page < page.last_page ? page.current_page + 1 : undefined),
    },
    queryClient,
  );
  return pagesOf(query);
}
