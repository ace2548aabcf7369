import { expect, test } from 'vitest';
import { aheadOf, judgeClock } from './judge.ts';
import type { Witnesses } from './judge.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;
const TOLERANCE = 5_000;

/** Returns a reading a second later, with a clock that moved by one amount and a machine that ran by another. */
const look = (moved: number, ran: number, more: Partial<Witnesses> = {}) =>
  judgeClock(
    { wall: START, elapsed: 100_000 },
    { wall: START + moved, elapsed: 100_000 + ran },
    {
      databaseDriftMs: 0,
      isDatabaseElsewhere: false,
      lastTickMs: START,
      acceptedUntilMs: undefined,
      ...more,
    },
    TOLERANCE,
  );

test('a clock that is set an hour forward or back is wrong, also where the database shares it', () => {
  expect(look(1_000 + HOUR, 1_000)).toEqual({ fault: 'jumped', driftMs: HOUR });
  expect(look(1_000 - HOUR, 1_000)).toEqual({ fault: 'jumped', driftMs: -HOUR });
});

test('a leap second, a step of two seconds and a skew of two seconds to the database are accepted', () => {
  expect(look(0, 1_000)).toBeUndefined();
  expect(look(3_000, 1_000)).toBeUndefined();
  expect(look(-1_000, 1_000)).toBeUndefined();
  expect(look(1_000, 1_000, { databaseDriftMs: 2_000, isDatabaseElsewhere: true })).toBeUndefined();
});

test('a laptop that slept for three days was down, its clock is right', () => {
  expect(look(72 * HOUR, 72 * HOUR)).toBeUndefined();
});

test('a paused machine whose clock moves forward to that of a remote database was down; one set back was not', () => {
  const elsewhere = { isDatabaseElsewhere: true };
  expect(look(HOUR, 1_000, elsewhere)).toBeUndefined();
  expect(look(-HOUR, 1_000, elsewhere)?.fault).toBe('jumped');
});

test('a clock that differs from the database or is behind the last tick is wrong from the first check', () => {
  expect(look(1_000, 1_000, { databaseDriftMs: -HOUR })).toEqual({
    fault: 'database_differs',
    driftMs: -HOUR,
  });
  const ahead = { lastTickMs: START + HOUR };
  expect(look(0, 0, ahead)).toEqual({ fault: 'behind_last_tick', driftMs: -HOUR });
  expect(look(0, 0, { ...ahead, acceptedUntilMs: START + HOUR })).toBeUndefined();
  expect(look(0, 0, { lastTickMs: START + 2_000 })).toBeUndefined();
});

test('the duration of a query is no drift', () => {
  expect(aheadOf(START, START - 400, START + 400)).toBe(0);
  expect(aheadOf(START, START + 7_000, START + 7_400)).toBe(7_000);
  expect(aheadOf(START, START - 9_000, START - 8_000)).toBe(-8_000);
});
