import { describe, expect, test } from 'vitest';
import { dateName, dayFor, daysOf, hourName, isClamped, momentName, weekdayName } from './schedule.ts';
import type { Frequency } from './schedule.ts';

test('some months end before the days behind the 28th', () => {
  const clamped = (frequency: Frequency, day: number) => isClamped({ frequency, day });
  expect([clamped('monthly', 28), clamped('monthly', 29), clamped('monthly', 31)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(clamped('weekly', 29)).toBe(false);
});

describe('the day of a frequency', () => {
  test('is a weekday, one of a month, or none', () => {
    expect(daysOf('daily')).toEqual([]);
    expect([daysOf('weekly'), daysOf('biweekly')]).toEqual([
      [1, 2, 3, 4, 5, 6, 7],
      [1, 2, 3, 4, 5, 6, 7],
    ]);
    const days = daysOf('monthly');
    expect([days[0], days.at(-1), days.length]).toEqual([1, 31, 31]);
  });

  test('stays as chosen where the frequency takes it', () => {
    expect([dayFor('daily', 5), dayFor('weekly', 7), dayFor('weekly', 8), dayFor('biweekly', 0)]).toEqual([
      0, 7, 1, 1,
    ]);
    expect([dayFor('monthly', 31), dayFor('monthly', 32), dayFor('monthly', 1)]).toEqual([31, 1, 1]);
  });
});

test('names are in the language, days from Monday on, and moments in the zone of the plan', () => {
  expect([1, 7].map((day) => weekdayName(day, 'en'))).toEqual(['Monday', 'Sunday']);
  expect(weekdayName(2, 'fr')).toBe('mardi');
  expect([0, 9, 23].map((hour) => hourName(hour, 'en'))).toEqual(['00:00', '09:00', '23:00']);
  const moment = Date.UTC(2026, 0, 1, 23, 30);
  expect(momentName(moment, 'UTC', 'en-GB')).toMatch(/^Thu,? 1 Jan 2026,? (at )?23:30$/);
  expect(momentName(moment, 'Asia/Tokyo', 'en-GB')).toMatch(/^Fri,? 2 Jan 2026,? (at )?08:30$/);
  expect(dateName('2026-03-09', 'en-GB')).toBe('9 Mar 2026');
});
