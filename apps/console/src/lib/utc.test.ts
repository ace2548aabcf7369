import { expect, test } from 'vitest';
import { momentOf, momentText, wrongMoment } from './utc.ts';

test('a moment is read in UTC and written back without its seconds', () => {
  expect(momentOf('2026-12-24 08:00')).toBe(Date.UTC(2026, 11, 24, 8));
  expect(momentText(Date.UTC(2026, 11, 24, 8, 0, 59))).toBe('2026-12-24 08:00');
});

test.each(['', '2026-12-24', '2026-12-24T08:00', '24.12.2026 08:00', '2026-13-24 08:00'])(
  '%j is no moment',
  (text) => {
    expect(momentOf(text)).toBeNaN();
    expect(wrongMoment(text)).toBe('A moment in UTC, 2026-12-24 08:00');
  },
);
