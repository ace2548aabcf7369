import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { api } from './api.ts';
import type { AnyPath, GetPath, PostPath, ReplyOf, SentTo } from './calls.ts';
import { usePreferences } from './preferences.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.ts';

export interface ReadOptions {
  readonly enabled?: boolean;
  /** How long an answer counts as fresh, ms. */
  readonly freshMs?: number;
  /** Poll interval while the screen is open, ms. */
  readonly everyMs?: number;
  /** Keeps the previous rows on screen while those of a new filter load. */
  readonly keep?: boolean;
}

/** Answers depend on user and language: both are part of the key. */
export function useKey(path: AnyPath, input: unknown): readonly unknown[] {
  const language = usePreferences((state) => state.language);
  const token = useSession((state) => state.token);
  return [path, input, language, token];
}

/** Previous rows are a placeholder only for the same user. */
export function previousOwnData<Data>(
  former: Data | undefined,
  query: { readonly queryKey: readonly unknown[] } | undefined,
): Data | undefined {
  return query?.queryKey.at(-1) === useSession.getState().token ? former : undefined;
}

/** The same as TanStack Query options. */
export const queryTiming = ({ enabled = true, freshMs, everyMs, keep }: ReadOptions) => ({
  enabled,
  ...(freshMs === undefined ? {} : { staleTime: freshMs }),
  ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  ...(keep ? { placeholderData: previousOwnData } : {}),
});

function useRead<P extends AnyPath>(
  path: P,
  input: SentTo<P>,
  options: ReadOptions,
  read: (signal: AbortSignal) => Promise<ReplyOf<P>>,
): UseQueryResult<ReplyOf<P>> {
  return useQuery<ReplyOf<P>>(
    {
      queryKey: useKey(path, input),
      queryFn: ({ signal }) => read(signal),
      ...queryTiming(options),
    } as Parameters<typeof useQuery<ReplyOf<P>>>[0],
    queryClient,
  );
}

/** Reads with GET. The screen shows refusals (`<Loaded>` does), not a toast. */
export const useGet = <P extends GetPath>(
  path: P,
  input: SentTo<P>,
  options: ReadOptions = {},
): UseQueryResult<ReplyOf<P>> =>
  useRead(path, input, options, (signal) => api.get(path, input, { quiet: true, signal }));

/** Reads with POST, as some calls of the wire require. */
export const usePost = <P extends PostPath>(
  path: P,
  input: SentTo<P>,
  options: ReadOptions = {},
): UseQueryResult<ReplyOf<P>> =>
  useRead(path, input, options, (signal) => api.post(path, input, { quiet: true, signal }));
