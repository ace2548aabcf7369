import { expect, test } from 'vitest';
import { SESSION_IDLE_MS, SESSION_MS, digestOf, isAlive } from './rules.ts';

test('the digest depends on every value but not on the order of the fields', () => {
  expect(digestOf('market', 'BTC/USDT', { a: 1, b: 2 })).toBe(digestOf('market', 'BTC/USDT', { b: 2, a: 1 }));
  expect(digestOf('market', 'BTC/USDT', { a: 1 })).not.toBe(digestOf('market', 'BTC/USDT', { a: '1' }));
  expect(digestOf('market', 'BTC/USDT', { a: 1 })).not.toBe(digestOf('market', 'ETH/USDT', { a: 1 }));
});

test('a session ends when idle, when old and when logged out', () => {
  const now = 10 * SESSION_MS;
  expect(isAlive({ created_ms: now - 1000, seen_ms: now, ended: false }, now)).toBe(true);
  expect(isAlive({ created_ms: now - 1000, seen_ms: now, ended: true }, now)).toBe(false);
  expect(isAlive({ created_ms: now - SESSION_MS, seen_ms: now, ended: false }, now)).toBe(false);
  expect(
    isAlive({ created_ms: now - SESSION_IDLE_MS - 1, seen_ms: now - SESSION_IDLE_MS, ended: false }, now),
  ).toBe(false);
});
