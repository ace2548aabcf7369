import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import type { AllReplies, GetPath, SentTo } from './calls.ts';
import { pagesOf } from './pages.ts';
import type { Pages } from './pages.ts';
import { queryClient } from './query-client.ts';
import { useKey } from './reads.ts';

interface CursorPage {
  readonly data: readonly unknown[];
  readonly next: string | null;
}
/** Paths whose reply is a page with the cursor of the next one. */
type CursorPath = { [P in GetPath]: AllReplies[P] extends CursorPage ? P : never }[GetPath];

type RowAt<P extends CursorPath> = AllReplies[P] extends { readonly data: readonly (infer Row)[] }
  ? Row
  : never;

/** Reads a list page by page with the cursor of the server: new rows do not shift the pages. */
export function useCursorPages<P extends CursorPath>(path: P, sent: SentTo<P>): Pages<RowAt<P>> {
  const query = useInfiniteQuery(
    {
      // Single reads of the same call have another shape and need another key.
      queryKey: useKey(path, { cursor: sent }),
      initialPageParam: '',
      queryFn: async ({ pageParam, signal }) => {
        const input = Object.assign({}, sent, pageParam === '' ? {} : { cursor: pageParam });
        const reply = await api.get<P>(path, input, { quiet: true, signal });
        return reply as { readonly data: readonly RowAt<P>[]; readonly next: string | null };
      },
      getNextPageParam: (page) => page.next,
    },
    queryClient,
  );
  return pagesOf(query);
}
