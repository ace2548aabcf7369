import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { SESSION_IDLE_MS, SESSION_MS, digestOf, isAlive } from './rules.ts';

const MINUTE_MS = 60_000;

test('the digest depends on every value but not on the order of the fields', () => {
  expect(digestOf('market', 'BTC/USDT', { a: 1, b: 2 })).toBe(digestOf('market', 'BTC/USDT', { b: 2, a: 1 }));
  expect(digestOf('market', 'BTC/USDT', { a: 1 })).not.toBe(digestOf('market', 'BTC/USDT', { a: '1' }));
  expect(digestOf('market', 'BTC/USDT', { a: 1 })).not.toBe(digestOf('market', 'ETH/USDT', { a: 1 }));
  // Stored with open requests, so that it stays the same in the next version.
  expect(digestOf('market', 'BTC/USDT', { b: 2, a: 1, c: 'x' })).toBe(
    createHash('sha256').update('["market","BTC/USDT",[["a",1],["b",2],["c","x"]]]').digest('hex'),
  );
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

test('a session lasts half an hour without use, and twelve hours in use', () => {
  const alive = (ageMinutes: number, idleMinutes: number): boolean =>
    isAlive(
      { created_ms: 0, seen_ms: (ageMinutes - idleMinutes) * MINUTE_MS, ended: false },
      ageMinutes * MINUTE_MS,
    );
  expect([alive(29, 29), alive(30, 30), alive(719, 0), alive(720, 0)]).toEqual([true, false, true, false]);
});
