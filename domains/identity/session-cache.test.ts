import { sessionId, userId } from '@karat/contract';
import { expect, test } from 'vitest';
import { createSessionCache } from './session-cache.ts';

const caller = (n: number) => ({ userId: userId(100_000 + n), sessionId: sessionId(n), verified: false });

test('a cached session is found until its time, and not after', () => {
  const cache = createSessionCache(10);
  cache.put('h1', caller(1), 1_000);
  expect(cache.get('h1', 999)).toEqual(caller(1));
  expect(cache.get('h1', 1_000)).toBeUndefined();
  expect(cache.size()).toBe(0);
});

test('the one unused longest is evicted', () => {
  const cache = createSessionCache(2);
  cache.put('h1', caller(1), 1_000);
  cache.put('h2', caller(2), 1_000);
  cache.get('h1', 0);
  cache.put('h3', caller(3), 1_000);
  expect(cache.get('h2', 0)).toBeUndefined();
  expect(cache.get('h1', 0)).toEqual(caller(1));
  expect(cache.size()).toBe(2);
});

test('removed sessions are gone at once, and the version shows the removal', () => {
  const cache = createSessionCache(10);
  cache.put('h1', caller(1), 1_000);
  const before = cache.drops();
  cache.drop([sessionId(1), sessionId(99)]);
  expect(cache.get('h1', 0)).toBeUndefined();
  expect(cache.drops()).not.toBe(before);
});

test('memory stays bounded, frequent sessions stay cached, and a removed one is in neither generation', () => {
  const cache = createSessionCache(20);
  cache.put('often', caller(1), 1_000);
  for (let n = 2; n < 500; n++) {
    cache.put(`h${n}`, caller(n), 1_000);
    expect(cache.get('often', 0)).toEqual(caller(1));
    expect(cache.size()).toBeLessThanOrEqual(20);
  }
  const stored = Array.from({ length: 500 }, (_, n) => n).filter((n) => cache.get(`h${n}`, 0));
  expect(stored.length).toBeGreaterThanOrEqual(9);
  cache.drop(stored.map((n) => sessionId(n)));
  expect(stored.filter((n) => cache.get(`h${n}`, 0))).toEqual([]);
  expect(cache.get('often', 0)).toEqual(caller(1));
});
