import { HOUR_MS } from '@karat/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isStockSession,
  lastTradingMoment,
  newYorkOffsetHours,
  nextSession,
  sessionMs,
  sessionOfDate,
} from './calendar.ts';

const at = (text: string): number => Date.parse(text);
const newYork = (ms: number): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ms);

test('New York is four hours behind in summer, five in winter, at every hour of a century, as in the zone database', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at('2008-01-01T00:00Z') / 1000, max: at('2037-12-31T00:00Z') / 1000 }),
      (second) => {
        const ms = second * 1000;
        const expected = new Date(ms - newYorkOffsetHours(ms) * HOUR_MS).toISOString().slice(11, 16);
        expect(newYork(ms)).toBe(expected);
      },
    ),
    { numRuns: 2000 },
  );
});

describe('the hours of a day', () => {
  test.each([
    ['2026-03-06', '2026-03-06T14:30Z', '2026-03-06T21:00Z', 'the Friday before daylight saving begins'],
    ['2026-03-09', '2026-03-09T13:30Z', '2026-03-09T20:00Z', 'the Monday after it began'],
    ['2026-10-30', '2026-10-30T13:30Z', '2026-10-30T20:00Z', 'the Friday before it ends'],
    ['2026-11-02', '2026-11-02T14:30Z', '2026-11-02T21:00Z', 'the Monday after it ended'],
    ['2026-11-27', '2026-11-27T14:30Z', '2026-11-27T18:00Z', 'the day after Thanksgiving closes early'],
    ['2026-12-24', '2026-12-24T14:30Z', '2026-12-24T18:00Z', 'Christmas Eve closes early'],
    ['2025-07-03', '2025-07-03T13:30Z', '2025-07-03T17:00Z', 'the day before Independence Day closes early'],
  ])('%s trades from %s to %s (%s)', (day, open, close) => {
    expect(sessionOfDate(at(day))).toEqual({ open: at(open), close: at(close) });
  });

  test.each([
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-04-03',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-11-26',
    '2026-12-25',
    '2025-01-01',
    '2025-04-18',
    '2024-03-29',
    '2027-03-26',
    '2027-06-18',
    '2027-07-05',
    '2027-12-24',
    '2023-01-02',
    '2026-11-21',
    '2026-11-22',
  ])('%s is closed', (day) => {
    expect(sessionOfDate(at(day))).toBeUndefined();
  });

  test('New Year on a Saturday leaves the Friday before open', () => {
    expect(sessionOfDate(at('2021-12-31'))).toBeDefined();
  });
});

test('the session begins with its first millisecond and is over at its close', () => {
  expect(isStockSession(at('2026-11-20T14:30Z') - 1)).toBe(false);
  expect(isStockSession(at('2026-11-20T14:30Z'))).toBe(true);
  expect(isStockSession(at('2026-11-20T21:00Z') - 1)).toBe(true);
  expect(isStockSession(at('2026-11-20T21:00Z'))).toBe(false);
});

test('after a Friday the next session is on Monday', () => {
  expect(nextSession(at('2026-11-20T21:00Z')).open).toBe(at('2026-11-23T14:30Z'));
});

test('trading time adds up however a period is divided', () => {
  const moment = fc
    .integer({ min: at('2024-01-01') / 1000, max: at('2026-12-31') / 1000 })
    .map((s) => s * 1000);
  fc.assert(
    fc.property(fc.tuple(moment, moment, moment), (moments) => {
      const [a = 0, b = 0, c = 0] = moments.toSorted((x, y) => x - y);
      expect(sessionMs(a, b) + sessionMs(b, c)).toBe(sessionMs(a, c));
    }),
    { numRuns: 50 },
  );
  expect(sessionMs(at('2026-11-16'), at('2026-11-23'))).toBe(5 * 6.5 * HOUR_MS);
});

test.each([
  ['2026-11-20T15:00:00Z', '2026-11-20T15:00:00Z', 'in session'],
  ['2026-11-20T23:00:00Z', '2026-11-20T20:59:59Z', 'in the evening'],
  ['2026-11-22T12:00:00Z', '2026-11-20T20:59:59Z', 'on a Sunday'],
  ['2026-11-23T14:29:59Z', '2026-11-20T20:59:59Z', 'before Monday opens'],
  ['2026-11-27T20:00:00Z', '2026-11-27T17:59:59Z', 'after an early close'],
])('at %s stocks last traded at %s (%s)', (now, last) => expect(lastTradingMoment(at(now))).toBe(at(last)));

/** Weekdays of a year without trading, and those that close at 13:00. */
function exceptionsOf(year: number): { closed: string; early: string } {
  const [closed, early]: [string[], string[]] = [[], []];
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += 24 * HOUR_MS) {
    const date = new Date(day);
    const session = sessionOfDate(day);
    const name = date.toISOString().slice(5, 10);
    if (!session && date.getUTCDay() % 6 !== 0) closed.push(name);
    if (session && session.close - session.open < 6 * HOUR_MS) early.push(name);
  }
  return { closed: closed.join(' '), early: early.join(' ') };
}

// As the New York Stock Exchange published them.
test.each([
  [2021, '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24', '11-26'],
  [2022, '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26', '11-25'],
  [2023, '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25', '07-03 11-24'],
  [2024, '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25', '07-03 11-29 12-24'],
  [2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25', '11-27 12-24'],
  [2027, '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24', '11-26'],
])('in %i the exchange is closed on its holidays and closes early before some', (year, closed, early) => {
  expect(exceptionsOf(year)).toEqual({ closed, early });
});

test('Good Friday follows Easter over a century', () => {
  const easter = [
    '2000-04-23',
    '2011-04-24',
    '2019-04-21',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
    '2095-04-24',
  ];
  for (const sunday of easter) expect(sessionOfDate(at(sunday) - 48 * HOUR_MS)).toBeUndefined();
  for (const sunday of easter) expect(sessionOfDate(at(sunday) - 72 * HOUR_MS)).toBeDefined();
});
