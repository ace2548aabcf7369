import { expect, test } from 'vitest';
import { dateText } from './dates.ts';

/** In the zone of the tests' machine. */
const MS = new Date(2026, 2, 4, 5, 6).getTime();

test('a date has the parts of its template, hours from 0 to 23', () => {
  expect(dateText(MS, 'YYYY', 'en')).toBe('2026');
  expect(dateText(MS, 'MM-DD', 'en')).toBe('03/04');
  expect(dateText(MS, 'YYYY-MM', 'en')).toBe('Mar 2026');
  expect(dateText(MS, 'HH:mm', 'en')).toBe('05:06');
  expect(dateText(MS, 'MM-DD HH:mm', 'en')).toBe('03/04, 05:06');
  expect(dateText(new Date(2026, 2, 4, 0, 6).getTime(), 'HH:mm', 'en')).toBe('00:06');
});

test('each language and each template has its own form, also the second time', () => {
  const forms = () => [
    dateText(MS, 'YYYY-MM-DD', 'en'),
    dateText(MS, 'YYYY-MM-DD', 'fr'),
    dateText(MS, 'DD', 'fr'),
  ];
  expect(forms()).toEqual(['03/04/2026', '04/03/2026', '04']);
  expect(forms()).toEqual(['03/04/2026', '04/03/2026', '04']);
});
