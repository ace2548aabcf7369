import '../testing/browser.ts';
import { FakeServer, FakeSocket } from '@karat/fake-server';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AllReplies } from './calls.ts';
import { useIndex } from './index-price.ts';
import { queryClient } from './query-client.ts';
import { shellText } from './shell-text.ts';
import { socket } from './socket.ts';

const server = new FakeServer();

afterEach(() => {
  cleanup();
  queryClient.clear();
  server.reset();
});

test('the index of a market is its last tick, never that of the market before', async () => {
  vi.stubGlobal('fetch', server.fetch);
  await shellText.load('en');
  const read: AllReplies['market/index'] = {
    ...{ match_id: 7, price: '700', time: 1, stale: false, broken: false, source: 'simulated' },
    sources: [],
  };
  server.reply('market/index', ({ fields }) =>
    fields['match_id'] === '7' ? read : { ...read, match_id: 8, price: '800' },
  );
  socket.connect();
  const { result, rerender } = renderHook(({ id }) => useIndex(id), { initialProps: { id: 7 } });
  await waitFor(() => expect(result.current.price).toBe('700'));
  const pushed = FakeSocket.connected.at(-1);
  await waitFor(() => expect(pushed?.channels.has('index:7')).toBe(true));
  const tick = { match_id: 7, price: '701.5', time: 2, source: 'simulated' };
  act(() => pushed?.push('index:7', tick));
  await waitFor(() => expect(result.current.price).toBe('701.5'));
  rerender({ id: 8 });
  expect(result.current.price).toBeNull();
  await waitFor(() => expect(result.current.price).toBe('800'));
});
