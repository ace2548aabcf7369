import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
/**
 * The trading calendar of US stocks: Monday to Friday 09:30-16:00 New York, 13:00 on early closes, closed on the
 * exchange's holidays. It follows from the published rules, so it is valid for any year after 2007 without a list to
 * maintain.
 */

/** Trading hours of one day, unix ms: open inclusive, close exclusive. */
export interface Session {
  readonly open: number;
  readonly close: number;
}

interface CivilDay {
  readonly year: number;
  /** 1-12. */
  readonly month: number;
  readonly day: number;
}

const utc = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);
const weekday = (ms: number): number => new Date(ms).getUTCDay();
const civil = (ms: number): CivilDay => {
  const date = new Date(ms);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};

/** Unix ms of midnight UTC of the n-th given weekday (0 Sunday) of a month; n = -1 is the last one. */
function nthWeekday(year: number, month: number, day: number, n: number): number {
  if (n < 0) {
    const last = utc(year, month + 1, 1) - DAY_MS;
    return last - ((weekday(last) - day + 7) % 7) * DAY_MS;
  }
  const first = utc(year, month, 1);
  return first + (((day - weekday(first) + 7) % 7) + 7 * (n - 1)) * DAY_MS;
}

/**
 * Hours that New York is behind UTC at a time: 4 from the second Sunday of March 02:00 standard time to the first
 * Sunday of November 02:00 daylight time, else 5.
 */
export function newYorkOffsetHours(ms: number): 4 | 5 {
  const { year } = civil(ms);
  const begins = nthWeekday(year, 3, 0, 2) + 7 * HOUR_MS;
  const ends = nthWeekday(year, 11, 0, 1) + 6 * HOUR_MS;
  return ms >= begins && ms < ends ? 4 : 5;
}

/** Easter Sunday of the Gregorian calendar (the anonymous computus), as midnight UTC. */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return utc(year, month, ((h + l - 7 * m + 114) % 31) + 1);
}

/** A fixed holiday falls on the Friday before when it is a Saturday, on the Monday after when it is a Sunday. */
function observed(ms: number): number {
  if (weekday(ms) === 6) return ms - DAY_MS;
  return weekday(ms) === 0 ? ms + DAY_MS : ms;
}

function holidays(year: number): Set<number> {
  const newYear = utc(year, 1, 1);
  const days = [
    // New Year on a Saturday is not moved: the Friday before belongs to the old year.
    weekday(newYear) === 0 ? newYear + DAY_MS : newYear,
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    easter(year) - 2 * DAY_MS,
    nthWeekday(year, 5, 1, -1),
    observed(utc(year, 7, 4)),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 11, 4, 4),
    observed(utc(year, 12, 25)),
  ];
  // Juneteenth is a holiday since 2022.
  if (year >= 2022) days.push(observed(utc(year, 6, 19)));
  return new Set(days);
}

const years = new Map<number, Set<number>>();
function holidaysOf(year: number): Set<number> {
  let days = years.get(year);
  if (!days) {
    days = holidays(year);
    years.set(year, days);
  }
  return days;
}

/** 13:00 on the day after Thanksgiving, and on the 3rd of July and Christmas Eve if those are trading days. */
function closesEarly({ year, month, day }: CivilDay, midnight: number): boolean {
  if (midnight === nthWeekday(year, 11, 4, 4) + DAY_MS) return true;
  return (month === 7 && day === 3) || (month === 12 && day === 24);
}

/** The session of a New York date, given as midnight UTC of that date; none on weekends and holidays. */
export function sessionOfDate(midnight: number): Session | undefined {
  const date = civil(midnight);
  const day = weekday(midnight);
  if (day === 0 || day === 6 || holidaysOf(date.year).has(midnight)) return undefined;
  const offset = newYorkOffsetHours(midnight + 12 * HOUR_MS) * HOUR_MS;
  const closing = closesEarly(date, midnight) ? 13 : 16;
  return {
    open: midnight + offset + 9 * HOUR_MS + 30 * MINUTE_MS,
    close: midnight + offset + closing * HOUR_MS,
  };
}

/** The session of the UTC date of a time: US sessions never cross midnight UTC. */
export const sessionAround = (ms: number): Session | undefined => sessionOfDate(ms - (ms % DAY_MS));

/** Whether stocks trade at a time (unix ms). */
export function isStockSession(ms: number): boolean {
  const session = sessionAround(ms);
  return session !== undefined && ms >= session.open && ms < session.close;
}

/** The next session that opens at or after a time. */
export function nextSession(ms: number): Session {
  for (let midnight = ms - (ms % DAY_MS); ; midnight += DAY_MS) {
    const session = sessionOfDate(midnight);
    if (session && session.open >= ms) return session;
  }
}

/**
 * The time itself while stocks trade, else the last second in which they did: the reference time of a closed market's
 * figures.
 */
export function lastTradingMoment(ms: number): number {
  for (let midnight = ms - (ms % DAY_MS); ; midnight -= DAY_MS) {
    const session = sessionOfDate(midnight);
    if (session && session.open <= ms) return Math.min(ms, session.close - 1000);
  }
}

/** Milliseconds of trading between two times. */
export function sessionMs(from: number, to: number): number {
  let total = 0;
  for (let midnight = from - (from % DAY_MS); midnight < to; midnight += DAY_MS) {
    const session = sessionOfDate(midnight);
    if (session) total += Math.max(0, Math.min(to, session.close) - Math.max(from, session.open));
  }
  return total;
}
