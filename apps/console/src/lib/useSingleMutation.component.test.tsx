import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { useSingleMutation } from './useSingleMutation.ts';

const client = new QueryClient();
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

test.each(['succeeds', 'fails'])('a click after one that %s counts once its end is shown', async (end) => {
  const ended = vi.fn<() => void>();
  const send = vi.fn<(text: string) => Promise<string>>(async (text) => {
    if (end === 'fails') throw new Error('refused');
    return text;
  });
  const { result } = renderHook(() => useSingleMutation({ mutationFn: send, onSettled: ended }), { wrapper });
  const { mutate } = result.current;
  // The second one comes when the first has ended, but what is on the screen is older.
  ended.mockImplementation(() => mutate('second'));
  mutate('first');
  mutate('meanwhile');
  await waitFor(() => expect(result.current.isIdle || result.current.isPending).toBe(false));
  expect(send.mock.calls.map(([text]) => text)).toEqual(['first']);
  expect(ended).toHaveBeenCalledTimes(1);
  ended.mockImplementation(() => undefined);
  result.current.mutate('later');
  await waitFor(() => expect(ended).toHaveBeenCalledTimes(2));
  expect(send.mock.calls.map(([text]) => text)).toEqual(['first', 'later']);
});
