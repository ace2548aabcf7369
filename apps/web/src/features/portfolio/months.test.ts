import { expect, test } from 'vitest';
import { daysOf, monthAfter, monthName, weekdays } from './months.ts';

test('months follow each other over the end of a year', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01');
  expect(monthAfter('2026-01', -1)).toBe('2025-12');
});

test('a month begins on its weekday and has its days', () => {
  const march = daysOf('2026-03');
  expect(march.before).toBe(6);
  expect([march.dates.length, march.dates[0], march.dates.at(-1)]).toEqual([31, '2026-03-01', '2026-03-31']);
  expect(daysOf('2024-02').dates).toHaveLength(29);
  expect(daysOf('2026-06').before).toBe(0);
});

test('names are in the language of the reader', () => {
  expect(monthName('2026-03', 'fr')).toBe('mars 2026');
  expect(weekdays('en')).toEqual(['M', 'T', 'W', 'T', 'F', 'S', 'S']);
});
