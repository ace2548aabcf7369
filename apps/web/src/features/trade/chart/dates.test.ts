import { expect, test } from 'vitest';
import { dateText } from './dates.ts';

/** In the zone of the tests' machine. */
const MS = new Date(2026, 2, 4, 5, 6).getTime();

/** Formats are kept by language, so each test has one of its own that shows dates as English does. */
let languages = 0;
const english = (): string => `en-x-own${(languages += 1)}`;

test('a date has the parts of its template, hours from 0 to 23', () => {
  const locale = english();
  expect(dateText(MS, 'YYYY', locale)).toBe('2026');
  expect(dateText(MS, 'MM-DD', locale)).toBe('03/04');
  expect(dateText(MS, 'YYYY-MM', locale)).toBe('Mar 2026');
  expect(dateText(MS, 'HH:mm', locale)).toBe('05:06');
  expect(dateText(MS, 'MM-DD HH:mm', locale)).toBe('03/04, 05:06');
  expect(dateText(new Date(2026, 2, 4, 0, 6).getTime(), 'HH:mm', locale)).toBe('00:06');
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
