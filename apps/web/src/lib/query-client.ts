import { MINUTE_MS } from '@karat/rules';
import { QueryClient } from '@tanstack/react-query';
import type { AnyPath } from './calls.ts';
import { CallError } from './envelope.ts';
import { useService } from './service.ts';

/** Reads without an answer are retried once; refusals are not. */
const shouldRetry = (failures: number, error: Error): boolean =>
  error instanceof CallError && error.kind === 'network' && failures < 1;

// Without a network a request fails at once. The default would hold it back and send it when the network returns: an order
// minutes after its tap.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      staleTime: 10_000,
      gcTime: 5 * MINUTE_MS,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Invalidates reads: those on screen are refetched at once and awaited, the others when next shown. */
export async function invalidate(...paths: readonly AnyPath[]): Promise<void> {
  await Promise.all(
    paths.map(async (path) => {
      const queryKey = [path];
      // A first read on its way began before the change; the library would take its answer for the new one.
      await queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
      await queryClient.invalidateQueries({ queryKey });
    }),
  );
}

// Refetches what failed or may have changed while the service was down.
useService.subscribe((now, before) => {
  if (before.away && !now.away) void queryClient.invalidateQueries();
});
