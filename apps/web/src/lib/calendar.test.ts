import { expect, test } from 'vitest';
import {
  dayAfter,
  dayText,
  monthOfDay,
  monthText,
  placeInWeek,
  sameDayAfter,
  today,
  weekdayNames,
  weeksOf,
} from './calendar.ts';

test('weeks begin on the day that the language expects', () => {
  // 1 November 2026 is a Sunday.
  expect(weeksOf('2026-11', 'en')[0]).toEqual([1, 2, 3, 4, 5, 6, 7].map((day) => `2026-11-0${day}`));
  expect(weeksOf('2026-11', 'fr')[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(placeInWeek('2026-11-23', 'th')).toBe(1);
  expect(placeInWeek('2026-11-23', 'zh-CN')).toBe(0);
});

test('a month has all its days once, in leap years too', () => {
  const days = weeksOf('2028-02', 'ja').flat();
  expect(days.filter((day) => day !== null)).toHaveLength(29);
  expect(days.filter((day) => day !== null).at(-1)).toBe('2028-02-29');
});

test('a month later is the last day of a shorter month, and another year', () => {
  expect(sameDayAfter('2027-01-31', 1)).toBe('2027-02-28');
  expect(sameDayAfter('2026-12-15', 1)).toBe('2027-01-15');
  expect(sameDayAfter('2026-01-15', -1)).toBe('2025-12-15');
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
});

test('weekdays and days are named in the language', () => {
  expect(weekdayNames('fr')[0]).toEqual({ short: 'L', long: 'lundi' });
  expect(weekdayNames('en')[0]).toEqual({ short: 'S', long: 'Sunday' });
  for (const locale of ['en', 'zh-HK', 'th', 'ja', 'ko', 'vi', 'zh-CN'])
    expect(new Set(weekdayNames(locale).map(({ long }) => long)).size, locale).toBe(7);
  expect(dayText('2026-11-23', 'es', 'full')).toBe('lunes, 23 de noviembre de 2026');
});

test('a month is shown in the four to six weeks that it needs', () => {
  expect(['2026-02', '2026-11', '2026-08'].map((month) => weeksOf(month, 'en').length)).toEqual([4, 5, 6]);
});

test('no two weekdays of Thai and Vietnamese look the same', () => {
  for (const locale of ['th', 'vi'])
    expect(new Set(weekdayNames(locale).map(({ short }) => short)).size, locale).toBe(7);
});

test('a month is named with its year, and today is the day of the user', () => {
  expect([monthText('2026-11', 'en'), monthText('2026-01', 'es')]).toEqual([
    'November 2026',
    'enero de 2026',
  ]);
  expect(monthOfDay(today(new Date(2026, 0, 5, 23, 30).getTime()))).toBe('2026-01');
  expect(today(new Date(2026, 0, 5, 0, 30).getTime())).toBe('2026-01-05');
});
