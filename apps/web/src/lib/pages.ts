import { useInfiniteQuery } from '@tanstack/react-query';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { api } from './api.ts';
import type { GetPath, PagedPath, PostPath, RowOf, SentTo } from './calls.ts';
import { queryClient } from './query-client.ts';
import { queryTiming, useKey } from './reads.ts';
import type { ReadOptions } from './reads.ts';

interface PageOf<Row> {
  readonly current_page: number;
  readonly last_page: number;
  readonly data: readonly Row[];
}
export interface Pages<Row> extends Pick<
  UseInfiniteQueryResult,
  'isPending' | 'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
> {
  readonly rows: readonly Row[];
  readonly more: () => void;
  readonly refetch: () => void;
}

/** Input of a paged call with the number of the page. */
type PageInput<P extends PagedPath> = Omit<SentTo<P>, 'page'> & { readonly page: number };

/** Reads a paged list. */
export function usePages<P extends PagedPath<GetPath> | PagedPath<PostPath>>(
  method: P extends GetPath ? 'get' : 'post',
  path: P,
  input: Omit<SentTo<P>, 'page'>,
  options: ReadOptions = {},
): Pages<RowOf<P>> {
  const query = useInfiniteQuery(
    {
      // Single reads of the same call have another shape and need another key.
      queryKey: useKey(path, { pages: input }),
      initialPageParam: 1,
      queryFn: async ({ pageParam, signal }) => {
        const sent: PageInput<P> = { ...input, page: pageParam };
        const options = { quiet: true, signal };
        const reply = await (method === 'get'
          ? api.get(path as P & GetPath, sent as SentTo<P & GetPath>, options)
          : api.post(path as P & PostPath, sent as SentTo<P & PostPath>, options));
        return reply as PageOf<RowOf<P>>;
      },
      getNextPageParam: (page) => (page.current_page < page.last_page ? page.current_page + 1 : undefined),
      ...queryTiming(options),
    },
    queryClient,
  );
  return pagesOf(query);
}

interface InfiniteResult<Row> extends Omit<Pages<Row>, 'rows' | 'more' | 'refetch'> {
  readonly data: { readonly pages: readonly { readonly data: readonly Row[] }[] } | undefined;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** Rows of all loaded pages, and how to load more. */
export function pagesOf<Row>(query: InfiniteResult<Row>): Pages<Row> {
  return {
    rows: query.data?.pages.flatMap((page) => page.data) ?? [],
    isPending: query.isPending,
    error: query.error,
    hasNextPage: query.hasNextPage,
    isFetchingNextPage: query.isFetchingNextPage,
    isFetchNextPageError: query.isFetchNextPageError,
    more: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  };
}
