import { QueryClient } from '@tanstack/react-query';
import { CallError } from './refusal.ts';

const RETRIES = 1;

/** What was read, for as long as the session lasts. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal stays a refusal.
      retry: (failures, error) => !(error instanceof CallError) && failures < RETRIES,
      // Without a network a call fails at once and says so, instead of waiting unseen.
      networkMode: 'always',
      // Looking at some things is written down: coming back to the window is no new look, and queues are read on a clock.
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
});
