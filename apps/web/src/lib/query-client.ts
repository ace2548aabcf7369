import { QueryClient } from '@tanstack/react-query';
import type { AnyPath } from './calls.ts';
import { CallError } from './envelope.ts';
import { useService } from './service.ts';

/** Reads are tried again once when there was no answer; a refusal stays a refusal. */
const shouldRetry = (failures: number, error: Error): boolean =>
  error instanceof CallError && error.kind === 'network' && failures < 1;

/** What the server has told, for all screens. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: shouldRetry, staleTime: 10_000, gcTime: 5 * 60_000 } },
});

/** Has reads read again: those on screen at once, the others when they are next shown. Waits for those on screen. */
export async function invalidate(...paths: readonly AnyPath[]): Promise<void> {
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}

// What could not be read while the service was away, and what may have changed meanwhile.
useService.subscribe((now, before) => {
  if (before.away && !now.away) void queryClient.invalidateQueries();
});
