import { QueryClient } from '@tanstack/react-query';
import { CallError } from './refusal.ts';

const RETRIES = 1;

/** Cache of reads; cleared with the session. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Refusals are not retried.
      retry: (failures, error) => !(error instanceof CallError) && failures < RETRIES,
      // Without a network a call fails at once, instead of pausing silently.
      networkMode: 'always',
      // Some reads are written to the audit log: a focused window does not repeat them, and queues are polled.
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
});
