import { expect, test } from 'vitest';
import { isAlwaysOpen, weekHours } from './hours.ts';
import type { Status } from './hours.ts';

const open = (...hours: [weekday: number, from: number, to: number][]): Status =>
  ({ hours: hours.map(([weekday, from, to]) => ({ weekday, from, to })) }) as unknown as Status;
const DAYS = [1, 2, 3, 4, 5, 6, 7];

test('it never closes if every day is open from midnight to midnight', () => {
  expect(isAlwaysOpen(open(...DAYS.map((day): [number, number, number] => [day, 0, 1_440])))).toBe(true);
  const sundayLater = DAYS.map((day): [number, number, number] => [day, day === 7 ? 1 : 0, 1_440]);
  expect(isAlwaysOpen(open(...sundayLater))).toBe(false);
  const sundayShorter = DAYS.map((day): [number, number, number] => [day, 0, day === 7 ? 1_439 : 1_440]);
  expect(isAlwaysOpen(open(...sundayShorter))).toBe(false);
  expect(isAlwaysOpen(open([1, 0, 1_440]))).toBe(false);
});

test('days with the same hours stand together, a closed day without times', () => {
  const workdays = [1, 2, 3, 4, 5].map((day): [number, number, number] => [day, 545, 1_080]);
  expect(weekHours(open(...workdays, [6, 600, 720], [6, 780, 960]), 'en')).toEqual([
    { days: 'Mon – Fri', times: '09:05 – 18:00' },
    { days: 'Sat', times: '10:00 – 12:00, 13:00 – 16:00' },
    { days: 'Sun', times: '' },
  ]);
});

test('equal hours of days apart are not one group', () => {
  const rows = weekHours(open([1, 0, 60], [3, 0, 60]), 'en');
  expect(rows).toEqual([
    { days: 'Mon', times: '00:00 – 01:00' },
    { days: 'Tue', times: '' },
    { days: 'Wed', times: '00:00 – 01:00' },
    { days: 'Thu – Sun', times: '' },
  ]);
});
