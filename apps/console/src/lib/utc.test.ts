import { expect, test } from 'vitest';
import { NO_DAYS, momentOf, momentText, rangeOf, wrongMoment } from './utc.ts';

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

test('days are in UTC and both included; an open end limits nothing', () => {
  expect(rangeOf({ first: '2026-12-24', last: '2026-12-24' })).toEqual({
    from: Date.UTC(2026, 11, 24),
    to: Date.UTC(2026, 11, 25),
  });
  expect(rangeOf(NO_DAYS)).toEqual({});
  expect(rangeOf({ first: '', last: '24.12.2026' })).toEqual({});
});
