import { expect, test } from 'vitest';
import { TokenBuckets } from './limits.ts';

test('a minute holds the configured number of requests, refilled steadily', () => {
  const buckets = new TokenBuckets(100);
  const taken = (now: number, tries: number): number =>
    Array.from({ length: tries }, () => buckets.take('a', 10, now)).filter(Boolean).length;
  expect(taken(0, 20)).toBe(10);
  expect(taken(5_999, 1)).toBe(0);
  expect(taken(6_000, 2)).toBe(1);
  expect(taken(66_000, 20)).toBe(10);
});

test('callers do not share a bucket', () => {
  const buckets = new TokenBuckets(100);
  expect(buckets.take('a', 1, 0)).toBe(true);
  expect(buckets.take('a', 1, 0)).toBe(false);
  expect(buckets.take('b', 1, 0)).toBe(true);
});

test('a clock set back neither refills nor starves a bucket', () => {
  const buckets = new TokenBuckets(100);
  expect(buckets.take('a', 1, 100_000)).toBe(true);
  expect(buckets.take('a', 1, 0)).toBe(false);
  expect(buckets.take('a', 1, 60_000)).toBe(true);
});

test('memory stays bounded while a busy caller keeps its bucket', () => {
  const buckets = new TokenBuckets(50);
  for (let index = 0; index < 10_000; index++) {
    buckets.take(`stranger${index}`, 10, 0);
    buckets.take('busy', 20_000, 0);
  }
  expect(buckets.size).toBeLessThanOrEqual(100);
  expect(Array.from({ length: 20_000 }, () => buckets.take('busy', 20_000, 0)).filter(Boolean).length).toBe(
    10_000,
  );
});

test('a bucket is never fuller than a minute, however long its caller waits', () => {
  const buckets = new TokenBuckets(100);
  expect(buckets.take('a', 2, 0)).toBe(true);
  expect([1, 2, 3].map(() => buckets.take('a', 2, 86_400_000))).toEqual([true, true, false]);
  expect(buckets.take('a', 2, 86_400_000 + 29_999)).toBe(false);
  expect(buckets.take('a', 2, 86_400_000 + 30_000)).toBe(true);
});
