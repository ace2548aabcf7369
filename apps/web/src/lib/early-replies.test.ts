import { afterEach, expect, test, vi } from 'vitest';
import { requestKey, takeEarlyReply } from './early-replies.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function offer(key: string): void {
  const replies = new Map([[key, Promise.resolve(new Response('early'))]]);
  vi.stubGlobal('window', { earlyReplies: { since: 1_000, replies } });
}

test('an early reply is taken once, until 30 s after it was asked for', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(30_999);
  offer('GET /news');
  expect(takeEarlyReply('GET /other')).toBeUndefined();
  expect(takeEarlyReply('GET /news')).toBeInstanceOf(Promise);
  expect(takeEarlyReply('GET /news')).toBeUndefined();
  offer('GET /news');
  now.mockReturnValue(31_000);
  expect(takeEarlyReply('GET /news')).toBeUndefined();
});

test('a request of another user, language or body is another request', () => {
  const post = { method: 'POST', body: new URLSearchParams({ id: '1' }), headers: { lang: 'en' } };
  const keys = [
    requestKey('/a', post),
    requestKey('/a', { ...post, body: new URLSearchParams({ id: '2' }) }),
    requestKey('/a', { ...post, headers: { lang: 'th' } }),
    requestKey('/a', { ...post, headers: { lang: 'en', authorization: 'Bearer t' } }),
    requestKey('/a', { ...post, method: 'PUT' }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(requestKey('/a', { ...post })).toBe(keys[0]);
});
