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
  /** Asks again so often, ms, while the screen is open. */
  readonly everyMs?: number;
  /** Keeps the former rows on screen while those of a new filter load. */
  readonly keep?: boolean;
}

/** Answers belong to a person and a language: both are part of the key. */
export function useKey(path: AnyPath, input: unknown): readonly unknown[] {
  const language = usePreferences((state) => state.language);
  const token = useSession((state) => state.token);
  return [path, input, language, token];
}

/** Former rows may stand in for those that load if they are the same person's. */
export function previousOwnData<Data>(
  former: Data | undefined,
  query: { readonly queryKey: readonly unknown[] } | undefined,
): Data | undefined {
  return query?.queryKey.at(-1) === useSession.getState().token ? former : undefined;
}

/** The same as TanStack Query says it. */
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

/** Reads with GET. A refusal is for the screen to show (`<Loaded>` does), not for a toast. */
export const useGet = <P extends GetPath>(
  path: P,
  input: SentTo<P>,
  options: ReadOptions = {},
): UseQueryResult<ReplyOf<P>> =>
  useRead(path, input, options, (signal) => api.get(path, input, { quiet: true, signal }));

/** Reads with POST, as some calls of the wire want it. */
export const usePost = <P extends PostPath>(
  path: P,
  input: SentTo<P>,
  options: ReadOptions = {},
): UseQueryResult<ReplyOf<P>> =>
  useRead(path, input, options, (signal) => api.post(path, input, { quiet: true, signal }));
