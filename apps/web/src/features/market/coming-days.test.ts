import { expect, test } from 'vitest';
import { comingDays } from './coming-days.ts';

const at = (text: string): number => Date.parse(text);
const session = (date: string, close = '21:00') => ({
  open_ms: at(`${date}T14:30:00Z`),
  close_ms: at(`${date}T${close}:00Z`),
  early: close !== '21:00',
});
/** The weeks around Thanksgiving 2026. */
const sessions = [
  ...['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25'].map((date) => session(date)),
  session('2026-11-27', '18:00'),
  ...['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03'].map((date) => session(date)),
  session('2026-12-24', '18:00'),
];
const days = (now: string): string[] =>
  comingDays({ now_ms: at(now), sessions, holidays: ['2026-11-26', '2026-12-25'] }).map(
    (day) =>
      `${new Date(day.at).toISOString().slice(5, 10)} ${day.type === 'session' && day.session.early ? 'short' : day.type}`,
  );

test('holidays are sorted among the sessions, and distant short days and holidays are listed', () => {
  expect(days('2026-11-21T12:00:00Z')).toEqual([
    '11-23 session',
    '11-24 session',
    '11-25 session',
    '11-26 holiday',
    '11-27 short',
    '11-30 session',
    '12-24 short',
    '12-25 holiday',
  ]);
});

test('a running session is listed until its end', () => {
  expect(days('2026-11-20T20:59:00Z')[0]).toBe('11-20 session');
  expect(days('2026-11-20T21:00:00Z')[0]).toBe('11-23 session');
});

test('a holiday is listed until a day after its usual opening', () => {
  expect(days('2026-11-27T14:29:59Z').slice(0, 2)).toEqual(['11-26 holiday', '11-27 short']);
  expect(days('2026-11-27T14:30:00Z')[0]).toBe('11-27 short');
});
