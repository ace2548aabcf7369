import { amount, format } from '@karat/money';
import { expect, test } from 'vitest';
import { lockDays, projectStateAt, subscribedPercent, subscriptionDays } from './project.ts';

const times = { startMs: 1_000, endMs: 2_000, listedMs: undefined, cancelledMs: undefined };

test('a project warms up, is open from its start up to its end, has ended, is listed when its tokens are unlocked', () => {
  expect([999, 1_000, 1_999, 2_000].map((now) => projectStateAt(times, now))).toEqual([
    'warmup',
    'open',
    'open',
    'ended',
  ]);
  expect(projectStateAt({ ...times, listedMs: 3_000 }, 5_000)).toBe('listed');
  expect(projectStateAt({ ...times, cancelledMs: 1_500 }, 1_600)).toBe('cancelled');
});

test('progress is rounded down and exceeds 100 % where more is asked for than sold', () => {
  expect(format(subscribedPercent(amount('1'), amount('3')))).toBe('33.33');
  expect(format(subscribedPercent(amount('2500000'), amount('1000000')))).toBe('250');
});

test('started days count in full', () => {
  expect(subscriptionDays({ startMs: 0, endMs: 86_400_001 })).toBe(2);
  expect(lockDays(0, 30 * 86_400_000)).toBe(30);
  expect(lockDays(10, 5)).toBe(0);
});
