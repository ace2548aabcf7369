import { createSecretKey } from 'node:crypto';
import { sessionId, userId } from '@karat/contract';
import { expect, test } from 'vitest';
import { createApiKeyCache } from './api-key-cache.ts';
import type { ActiveKey } from './api-key-cache.ts';

const keyOf = (id: number, user: number): ActiveKey => ({
  row: {
    ...{ id, userId: userId(user), key: `key ${id}`, secretSealed: Buffer.alloc(0), label: 'bot' },
    ...{ trade: false, withdraw: false, networks: [], createdMs: 0, usedMs: null, usedFrom: null },
  },
  secret: createSecretKey('secret', 'utf8'),
  caller: { userId: userId(user), sessionId: sessionId(0), verified: true },
  used: { atMs: 0, from: null },
});

test('a key is found by its name and its number for two seconds', () => {
  const cache = createApiKeyCache();
  const key = keyOf(1, 100_001);
  cache.put(key, 10_000, cache.version());
  expect([cache.get('key 1', 10_000), cache.get(1, 11_999)]).toEqual([key, key]);
  expect(cache.get(1, 12_000)).toBeUndefined();
  // The clock went back: how old it is nobody knows.
  expect(cache.get(1, 9_999)).toBeUndefined();
  expect(cache.get(2, 10_000)).toBeUndefined();
});

test('keys of a user that ended are gone, and one that was read before that is not stored after', () => {
  const cache = createApiKeyCache();
  const [ended, other] = [keyOf(1, 100_001), keyOf(2, 100_002)];
  const before = cache.version();
  for (const key of [ended, other]) cache.put(key, 10_000, before);
  cache.drop(userId(100_001));
  expect([cache.get(1, 10_000), cache.get('key 1', 10_000), cache.get(2, 10_000)]).toEqual([
    undefined,
    undefined,
    other,
  ]);
  cache.put(ended, 10_000, before);
  expect(cache.get(1, 10_000)).toBeUndefined();
  cache.put(ended, 10_000, cache.version());
  expect(cache.get(1, 10_000)).toBe(ended);
});
