import { RECURRING_FREQUENCIES } from '@karat/contract';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sessionsOf } from './deps.ts';
import { orderKey } from './rules.ts';
import {
  ALWAYS_OPEN,
  dateAfter,
  dateFrom,
  isDayValid,
  occurrenceAfter,
  occurrenceFrom,
  occurrencesUntil,
} from './schedule.ts';
import type { Occurrence, Schedule, SessionAt } from './schedule.ts';
import { addDays, canonicalZone, dateIn, momentOf, weekdayOf } from '@karat/rules';

const at = (text: string): number => Date.parse(text);
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
const plan = (frequency: Schedule['frequency'], day: number, hour = 9, zone = 'UTC'): Schedule => ({
  frequency,
  day,
  hour,
  zone,
});
const STOCKS: SessionAt = sessionsOf({ kind: 'stock' });

const dates = (schedule: Schedule, from: string, count: number, session = ALWAYS_OPEN): Occurrence[] => {
  const found = [occurrenceFrom(schedule, at(from), session)];
  for (let last = found[0]; last && found.length < count; last = found.at(-1))
    found.push(occurrenceAfter(schedule, last.date, session));
  return found;
};
const named = (found: readonly Occurrence[]): string[] => found.map(({ date }) => date);

describe('dates', () => {
  test('29 to 31 mean the last day of shorter months, and the month after has its own day again', () => {
    expect(named(dates(plan('monthly', 31), '2026-11-22T00:00Z', 5))).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
    ]);
    expect(named(dates(plan('monthly', 30), '2028-01-31T00:00Z', 2))).toEqual(['2028-02-29', '2028-03-30']);
    expect(named(dates(plan('monthly', 29), '2027-02-01T00:00Z', 2))).toEqual(['2027-02-28', '2027-03-29']);
  });

  test('weekly and biweekly plans keep their weekday; every two weeks keep their weeks after a pause', () => {
    expect(named(dates(plan('weekly', 1), '2026-11-22T00:00Z', 3))).toEqual([
      '2026-11-23',
      '2026-11-30',
      '2026-12-07',
    ]);
    const resumed = occurrenceFrom(plan('biweekly', 1), at('2026-12-01T00:00Z'), ALWAYS_OPEN, '2026-11-23');
    expect(resumed.date).toBe('2026-12-07');
  });

  test('a plan that is created after its hour begins on the next date', () => {
    const daily = plan('daily', 0, 9, 'Asia/Hong_Kong');
    expect(named(dates(daily, '2026-11-22T00:59Z', 1))).toEqual(['2026-11-22']);
    expect(named(dates(daily, '2026-11-22T01:00Z', 1))).toEqual(['2026-11-23']);
    expect(named(dates(plan('weekly', 7, 9), '2026-11-22T09:00Z', 1))).toEqual(['2026-11-29']);
  });

  test('days have to fit the frequency', () => {
    expect(isDayValid('daily', 0)).toBe(true);
    expect(isDayValid('daily', 1)).toBe(false);
    for (const frequency of ['weekly', 'biweekly'] as const)
      expect([0, 1, 7, 8].map((day) => isDayValid(frequency, day))).toEqual([false, true, true, false]);
    expect([0, 1, 31, 32].map((day) => isDayValid('monthly', day))).toEqual([false, true, true, false]);
  });
});

describe('hours', () => {
  test('the local hour stays the same over a change of the clocks', () => {
    const found = dates(plan('daily', 0, 9, 'Europe/Paris'), '2026-10-24T00:00Z', 3);
    expect(found.map(({ dueMs }) => iso(dueMs))).toEqual([
      '2026-10-24T07:00',
      '2026-10-25T08:00',
      '2026-10-26T08:00',
    ]);
  });

  test('an hour that clocks leave out is bought once, an hour later; one that they show twice, the first time', () => {
    expect(iso(momentOf('Europe/Paris', '2026-03-29', 2 * 60))).toBe('2026-03-29T01:00');
    expect(iso(momentOf('Europe/Paris', '2026-10-25', 2 * 60))).toBe('2026-10-25T00:00');
    expect(iso(momentOf('Australia/Lord_Howe', '2026-10-04', 2 * 60))).toBe('2026-10-03T15:30');
    expect(iso(momentOf('Pacific/Apia', '2011-12-30', 12 * 60))).toBe('2011-12-30T22:00');
  });

  test('time zones are those of the database, by their own names', () => {
    expect(canonicalZone('asia/hong_kong')).toBe('Asia/Hong_Kong');
    expect(canonicalZone('Mars/Olympus')).toBeUndefined();
    expect(canonicalZone('')).toBeUndefined();
  });
});

describe('stocks', () => {
  test('a date without a session waits for the next one, and only one date waits', () => {
    const found = dates(plan('daily', 0, 8, 'America/New_York'), '2026-11-20T00:00Z', 5, STOCKS);
    expect(found.map(({ date, buyMs }) => `${date} ${iso(buyMs)}`)).toEqual([
      '2026-11-20 2026-11-20T14:31',
      '2026-11-23 2026-11-23T14:31',
      '2026-11-24 2026-11-24T14:31',
      '2026-11-25 2026-11-25T14:31',
      // Thanksgiving is left out; on Friday the market is open until 13:00.
      '2026-11-27 2026-11-27T14:31',
    ]);
  });

  test('in a session it buys at once, and a weekly plan of a Saturday on Monday', () => {
    const open = dates(plan('weekly', 5, 10, 'America/New_York'), '2026-11-20T00:00Z', 1, STOCKS);
    expect(open.map(({ buyMs }) => iso(buyMs))).toEqual(['2026-11-20T15:00']);
    const saturday = dates(plan('weekly', 6, 10, 'America/New_York'), '2026-11-20T00:00Z', 1, STOCKS);
    expect(saturday.map(({ date, buyMs }) => `${date} ${iso(buyMs)}`)).toEqual([
      '2026-11-21 2026-11-23T14:31',
    ]);
  });
});

const zones = fc.constantFrom(
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/St_Johns',
  'Africa/Casablanca',
);
const schedules = fc
  .record({
    frequency: fc.constantFrom(...RECURRING_FREQUENCIES),
    pick: fc.nat(30),
    hour: fc.integer({ min: 0, max: 23 }),
    zone: zones,
  })
  .map(({ frequency, pick, hour, zone }): Schedule => {
    const day = frequency === 'daily' ? 0 : frequency === 'monthly' ? pick + 1 : (pick % 7) + 1;
    return { frequency, day, hour, zone };
  });
const moments = fc.integer({ min: at('2020-01-01T00:00Z'), max: at('2035-12-31T00:00Z') });
const calendarDates = moments.map((ms) => new Date(ms).toISOString().slice(0, 10));

describe('any schedule', () => {
  test('has growing dates on its own weekday or day of the month, in reach of its frequency', () => {
    fc.assert(
      fc.property(schedules, calendarDates, (schedule, from) => {
        let date = dateFrom(schedule, from);
        expect(date >= from).toBe(true);
        for (let n = 0; n < 14; n++) {
          const next = dateAfter(schedule, date);
          expect(next > date).toBe(true);
          const longest = { daily: 1, weekly: 7, biweekly: 14, monthly: 31 }[schedule.frequency];
          expect(next <= addDays(date, longest)).toBe(true);
          if (schedule.frequency === 'monthly') {
            const day = Number(next.slice(8));
            const isLast = addDays(next, 1).slice(8) === '01';
            expect(day === schedule.day || (isLast && day < schedule.day)).toBe(true);
          } else if (schedule.frequency !== 'daily') expect(weekdayOf(next)).toBe(schedule.day);
          date = next;
        }
      }),
    );
  });

  test('is due at its hour of its date in the zone, except where clocks leave the hour out', () => {
    fc.assert(
      fc.property(schedules, moments, (schedule, now) => {
        const { date, dueMs } = occurrenceFrom(schedule, now, ALWAYS_OPEN);
        expect(dueMs).toBeGreaterThan(now);
        expect(dateIn(schedule.zone, dueMs)).toBe(date);
        const hour = Number(
          new Intl.DateTimeFormat('en-US', {
            timeZone: schedule.zone,
            hour: '2-digit',
            hourCycle: 'h23',
          }).format(dueMs),
        );
        expect([schedule.hour, schedule.hour + 1]).toContain(hour);
      }),
    );
  });

  test('buys each date once and in order, stocks within sessions, whatever the moment', () => {
    fc.assert(
      fc.property(schedules, moments, fc.boolean(), (schedule, now, isStock) => {
        const session = isStock ? STOCKS : ALWAYS_OPEN;
        let last = occurrenceFrom(schedule, now, session);
        for (let n = 0; n < 12; n++) {
          const next = occurrenceAfter(schedule, last.date, session);
          expect(next.date > last.date).toBe(true);
          expect(next.buyMs).toBeGreaterThan(last.buyMs);
          expect(next.buyMs).toBeGreaterThanOrEqual(next.dueMs);
          expect(session(next.buyMs)).toBe(next.buyMs);
          last = next;
        }
      }),
    );
  });

  test('after days without a server every date that is over is missed once, and the next one is not', () => {
    fc.assert(
      fc.property(schedules, moments, fc.integer({ min: 0, max: 90 * DAY_MS }), (schedule, from, away) => {
        const first = occurrenceFrom(schedule, from, ALWAYS_OPEN);
        const now = first.buyMs + away;
        const { over, next } = occurrencesUntil(
          schedule,
          first,
          ALWAYS_OPEN,
          ({ buyMs }) => buyMs + HOUR_MS <= now,
        );
        expect(next.buyMs + HOUR_MS).toBeGreaterThan(now);
        expect(new Set(named(over)).size).toBe(over.length);
        for (const [index, one] of over.entries())
          expect(one.date).toBe(index === 0 ? first.date : dateAfter(schedule, over[index - 1]?.date ?? ''));
      }),
    );
  });
});

test('keys of orders cannot be sent by a client', () => {
  const key = orderKey({ id: 7, next: { date: '2026-11-30', dueMs: 0, buyMs: 0 } });
  expect(key).toBe('recurring 7 2026-11-30');
  expect(/^[\x21-\x7e]{1,128}$/.test(key)).toBe(false);
});
