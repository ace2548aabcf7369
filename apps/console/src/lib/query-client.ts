import { QueryClient } from '@tanstack/react-query';
import { CallError } from './refusal.ts';

const RETRIES = 2;

/** What was read, for as long as the session lasts. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal stays a refusal.
      retry: (failures, error) => !(error instanceof CallError) && failures < RETRIES,
    },
  },
});
