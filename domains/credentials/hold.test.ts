import { userId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import { expect, test } from 'vitest';
import type { ResolvedDeps } from './deps.ts';
import { holdUntil, keyHoldUntil, lastHoldEnd } from './hold.ts';

const USER = userId(7);
const DB = {} as Queries;
const HOLD_MS = 1_000;
/** What `hold.ts` needs of the domain, at a moment after a change at 5,000, or without one. */
const depsAt = (now: number, changedAt: number | undefined = 5_000): ResolvedDeps =>
  ({
    ctx: { clock: { now: () => now } },
    limits: { holdMs: HOLD_MS },
    identity: {
      credentialChange: (db: Queries, user: number) =>
        Promise.resolve(
          db === DB && user === USER && changedAt !== undefined ? { atMs: changedAt } : undefined,
        ),
    },
  }) as unknown as ResolvedDeps;

test('a change holds withdrawals until its end, and no millisecond longer', async () => {
  expect(await holdUntil(depsAt(5_000), DB, USER)).toBe(6_000);
  expect(await holdUntil(depsAt(5_999), DB, USER)).toBe(6_000);
  expect(await holdUntil(depsAt(6_000), DB, USER)).toBeUndefined();
  expect(await holdUntil(depsAt(6_001), DB, USER)).toBeUndefined();
});

test('the end of the last hold is known after it, and there is none without a change', async () => {
  expect(await lastHoldEnd(depsAt(9_000), DB, USER)).toBe(6_000);
  const unchanged = { ...depsAt(0), ...{ identity: { credentialChange: () => Promise.resolve(undefined) } } };
  expect(await lastHoldEnd(unchanged as unknown as ResolvedDeps, DB, USER)).toBeUndefined();
  expect(await holdUntil(unchanged as unknown as ResolvedDeps, DB, USER)).toBeUndefined();
});

test('a new key with the right to withdraw is held from its creation', () => {
  expect(keyHoldUntil(depsAt(5_999), 5_000)).toBe(6_000);
  expect(keyHoldUntil(depsAt(6_000), 5_000)).toBeUndefined();
});
