import {
  QueryClient,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { UseInfiniteQueryResult, UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from './api.ts';
import type { AnyPath, GetPath, PagedPath, PostPath, ReplyOf, RowOf, SentTo } from './calls.ts';
import { CallError } from './envelope.ts';
import { newKey } from './key.ts';
import { usePreferences } from './preferences.ts';
import { useSession } from './session.ts';

/** Reads are tried again once when there was no answer; a refusal stays a refusal. */
const again = (failures: number, error: Error): boolean =>
  error instanceof CallError && error.kind === 'network' && failures < 1;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: again, staleTime: 10_000, gcTime: 5 * 60_000 } },
});

export interface ReadOptions {
  readonly enabled?: boolean;
  /** How long an answer counts as fresh, ms. */
  readonly freshMs?: number;
  /** Asks again so often, ms, while the screen is open. */
  readonly everyMs?: number;
  /** Keeps the former rows on screen while those of a new filter load. */
  readonly keep?: boolean;
}

/** Answers belong to a person and a language: both are part of the key. */
function useKey(path: AnyPath, input: unknown): readonly unknown[] {
  const language = usePreferences((state) => state.language);
  const uid = useSession((state) => state.token);
  return [path, input, language, uid];
}

const timing = ({ enabled = true, freshMs, everyMs, keep }: ReadOptions) => ({
  enabled,
  ...(freshMs === undefined ? {} : { staleTime: freshMs }),
  ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  ...(keep ? { placeholderData: keepPreviousData } : {}),
});

/** Reads with GET. A refusal is for the screen to show (`<Loaded>` does), not for a toast. */
export function useGet<P extends GetPath>(
  path: P,
  input: SentTo<P>,
  options: ReadOptions = {},
): UseQueryResult<ReplyOf<P>> {
  return useQuery<ReplyOf<P>>({
    queryKey: useKey(path, input),
    queryFn: ({ signal }) => api.get(path, input, { quiet: true, signal }),
    ...timing(options),
  } as Parameters<typeof useQuery<ReplyOf<P>>>[0]);
}

/** Reads with POST, as some calls of the wire want it. */
export function usePost<P extends PostPath>(
  path: P,
  input: SentTo<P>,
  options: ReadOptions = {},
): UseQueryResult<ReplyOf<P>> {
  return useQuery<ReplyOf<P>>({
    queryKey: useKey(path, input),
    queryFn: ({ signal }) => api.post(path, input, { quiet: true, signal }),
    ...timing(options),
  } as Parameters<typeof useQuery<ReplyOf<P>>>[0]);
}

interface PageOf<Row> {
  readonly current_page: number;
  readonly last_page: number;
  readonly data: readonly Row[];
}
export interface Pages<Row> extends Pick<
  UseInfiniteQueryResult,
  'isPending' | 'isError' | 'error' | 'hasNextPage' | 'isFetchingNextPage'
> {
  readonly rows: readonly Row[];
  readonly more: () => void;
  readonly refetch: () => void;
}

/** Reads a paged list, page after page. */
export function usePages<P extends PagedPath<GetPath> | PagedPath<PostPath>>(
  method: P extends GetPath ? 'get' : 'post',
  path: P,
  input: Omit<SentTo<P>, 'page'>,
  options: ReadOptions = {},
): Pages<RowOf<P>> {
  const query = useInfiniteQuery({
    queryKey: useKey(path, input),
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const sent = { ...input, page: pageParam } as never;
      const reply = await (method === 'get'
        ? api.get(path as GetPath, sent, { quiet: true, signal })
        : api.post(path as PostPath, sent, { quiet: true, signal }));
      return reply as PageOf<RowOf<P>>;
    },
    getNextPageParam: (page) => (page.current_page < page.last_page ? page.current_page + 1 : undefined),
    ...timing(options),
  });
  return {
    rows: query.data?.pages.flatMap((page) => page.data) ?? [],
    isPending: query.isPending,
    isError: query.isError,
    error: query.error,
    hasNextPage: query.hasNextPage,
    isFetchingNextPage: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  };
}

export interface ActionOptions<P extends PostPath> {
  /** The screen shows a refusal itself. */
  readonly quiet?: boolean;
  readonly onDone?: (reply: ReplyOf<P>, input: SentTo<P>) => void;
  readonly onRefused?: (error: CallError) => void;
  /** Reads that the action makes outdated. */
  readonly outdates?: readonly AnyPath[];
}

/**
 * A change that the person asked for. Each wish gets an idempotency key; if no answer came, sending the same input again
 * sends the same key, so that money moves once.
 */
export function useAction<P extends PostPath>(
  path: P,
  { quiet = false, onDone, onRefused, outdates = [] }: ActionOptions<P> = {},
): UseMutationResult<ReplyOf<P>, Error, SentTo<P>> {
  const unanswered = useRef<{ readonly input: string; readonly key: string } | null>(null);
  return useMutation<ReplyOf<P>, Error, SentTo<P>>({
    mutationFn: (sent) => {
      const input = JSON.stringify(sent);
      if (unanswered.current?.input !== input) unanswered.current = { input, key: newKey() };
      return api.post(path, sent, { quiet, key: unanswered.current.key });
    },
    onSuccess: (reply, input) => {
      unanswered.current = null;
      for (const outdated of outdates) void queryClient.invalidateQueries({ queryKey: [outdated] });
      onDone?.(reply, input);
    },
    onError: (error) => {
      if (!(error instanceof CallError)) return;
      if (error.kind !== 'network') unanswered.current = null;
      onRefused?.(error);
    },
  });
}
