import { UNIT, amount, format, rate } from '@karat/money';
import { DAY_MS, breakEvenRate } from '@karat/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FEED_WAIT_MS,
  coolingAfter,
  rebalanceCapacity,
  limitAfter,
  limitAt,
  regionsIn,
  settledUpTo,
  winRate,
  windowSecond,
} from './rules.ts';

const NOW = 1_800_000_000_000;

test('the break-even rate is one over one plus the ratio, rounded up', () => {
  expect(format(breakEvenRate(rate('0.6')))).toBe('62.5');
  expect(format(breakEvenRate(rate('0.85')))).toBe('54.06');
  expect(format(breakEvenRate(rate('1')))).toBe('50');
});

test('collecting keeps the total, fills the requesting shard, and fails only if all together have too little', () => {
  const capacities = fc.array(fc.bigInt(-50n, 1000n), { minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(capacities, fc.nat(15), fc.bigInt(1n, 6000n), (units, shard, wanted) => {
      const before = units.map((value) => amount(value));
      const total = before.reduce((a, b) => a + b, 0n);
      const after = rebalanceCapacity(before, shard, amount(wanted));
      if (after === undefined) {
        expect(total < wanted).toBe(true);
        return;
      }
      expect(after.reduce((a, b) => a + b, 0n)).toBe(total);
      expect((after[shard] ?? 0n) >= wanted).toBe(true);
      expect(after.every((capacity) => capacity >= 0n)).toBe(true);
    }),
  );
});

test('a shard with enough keeps it; one below zero is filled from the others exactly once', () => {
  const move = (units: readonly bigint[], wanted: bigint) =>
    rebalanceCapacity(
      units.map((value) => amount(value)),
      0,
      amount(wanted),
    );
  expect(move([10n, 5n], 3n)).toEqual([10n, 5n]);
  expect(move([-5n, 10n], 5n)).toEqual([5n, 0n]);
  expect(move([-5n, 10n], 6n)).toBeUndefined();
  expect(move([0n, 4n, -1n, 9n], 6n)).toEqual([6n, 0n, 0n, 6n]);
});

test('a limit is tightened at once and loosened after a day, whatever was requested in between', () => {
  const none = { value: undefined, next: undefined, nextAt: undefined };
  const set = limitAfter(none, amount('100'), NOW);
  expect(limitAt(set, NOW)).toBe(amount('100'));
  const raised = limitAfter(set, amount('500'), NOW);
  expect(limitAt(raised, NOW + DAY_MS - 1)).toBe(amount('100'));
  expect(limitAt(raised, NOW + DAY_MS)).toBe(amount('500'));
  const lowered = limitAfter(raised, amount('50'), NOW + 1);
  expect(limitAt(lowered, NOW + 2 * DAY_MS)).toBe(amount('50'));
  const removed = limitAfter(set, undefined, NOW);
  expect(limitAt(removed, NOW + DAY_MS - 1)).toBe(amount('100'));
  expect(limitAt(removed, NOW + DAY_MS)).toBeUndefined();
});

test('for any sequence of requests, no limit is looser than the one of the day before', () => {
  const requests = fc.array(
    fc.tuple(fc.option(fc.bigInt(1n, 100n)), fc.integer({ min: 0, max: 2 * DAY_MS })),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(requests, (given) => {
      let [limit, now] = [
        limitAfter({ value: undefined, next: undefined, nextAt: undefined }, amount(50n), NOW),
        NOW,
      ];
      let held: [number, bigint | undefined][] = [[NOW, 50n]];
      for (const [value, after] of given) {
        now += after;
        const before = limitAt(limit, now);
        held.push([now, before]);
        limit = limitAfter(limit, value === null ? undefined : amount(value), now);
        const holds = limitAt(limit, now);
        // A request never makes it looser at once.
        expect(before === undefined || (holds !== undefined && holds <= before)).toBe(true);
      }
      held = [];
    }),
  );
});

test('a pause is lengthened at once and ends after a day at the earliest', () => {
  expect(coolingAfter(undefined, 24, NOW)).toBe(NOW + DAY_MS);
  expect(coolingAfter(NOW + 7 * DAY_MS, 24, NOW)).toBe(NOW + 7 * DAY_MS);
  expect(coolingAfter(NOW + 7 * DAY_MS, 0, NOW)).toBe(NOW + DAY_MS);
  expect(coolingAfter(NOW + 1000, 0, NOW)).toBe(NOW + 1000);
  expect(coolingAfter(undefined, 0, NOW)).toBeUndefined();
});

test('a settlement waits for the tick that ends its window, or until none can come', () => {
  const expires = NOW + 300;
  expect(windowSecond(expires)).toBe(NOW / 1000);
  expect(settledUpTo(NOW / 1000 - 1, expires) >= expires).toBe(false);
  expect(settledUpTo(NOW / 1000, expires) >= expires).toBe(true);
  expect(settledUpTo(undefined, expires + FEED_WAIT_MS - 1) >= expires).toBe(false);
  expect(settledUpTo(undefined, expires + FEED_WAIT_MS) >= expires).toBe(true);
  expect(settledUpTo(NOW / 1000 + 100, expires - 1) >= expires).toBe(false);
});

test('rates and regions are parsed from text', () => {
  expect(winRate(0, 0)).toBeUndefined();
  expect(winRate(1, 2)).toBe((3333n * UNIT) / 100n);
  expect(winRate(2, 2)).toBe(50n * UNIT);
  expect(regionsIn('us, gb ,US')).toEqual(['GB', 'US']);
  expect(regionsIn('')).toEqual([]);
  expect(regionsIn('USA')).toBeUndefined();
});
