import { expect, test } from 'vitest';
import { nameOfDay } from './days.ts';

/** A Friday, where the device is. */
const NOW = new Date(2026, 10, 27, 9).getTime();
const nameOf = (year: number, month: number, day: number, hour = 23): string =>
  nameOfDay(new Date(year, month - 1, day, hour).getTime(), NOW, 'en-US');

test('the days of a week back have names, those before them dates', () => {
  expect([nameOf(2026, 11, 27, 1), nameOf(2026, 11, 26)]).toEqual(['Today', 'Yesterday']);
  expect([nameOf(2026, 11, 25), nameOf(2026, 11, 21)]).toEqual(['Wednesday', 'Saturday']);
  expect(nameOf(2026, 11, 20)).toBe('November 20');
  expect(nameOf(2025, 11, 27)).toBe('November 27, 2025');
});
