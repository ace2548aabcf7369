import type { RecurringFrequency } from '@karat/contract';
import { addDays, dateIn, momentOf, weekdayOf } from '@karat/rules';
import type { PlainDate } from '@karat/rules';

const MINUTES_PER_HOUR = 60;

/** When a plan buys. */
export interface Schedule {
  readonly frequency: RecurringFrequency;
  /** 1 Monday to 7 Sunday of a week, or 1 to 31 of a month, where 29 to 31 mean its last day if it is shorter; 0: every day. */
  readonly day: number;
  /** Full hour of the day in the zone. */
  readonly hour: number;
  /** IANA time zone. */
  readonly zone: string;
}

/** A date of a schedule with its moments, unix ms. */
export interface Occurrence {
  readonly date: PlainDate;
  /** The hour of the schedule. */
  readonly dueMs: number;
  /** When it is bought: the hour itself, or the opening of the next session. */
  readonly buyMs: number;
}

/** The moment itself if a market trades then, else its next opening, unix ms. */
export type SessionAt = (ms: number) => number;
export const ALWAYS_OPEN: SessionAt = (ms) => ms;

/** Whether a day fits a frequency. */
export function isDayValid(frequency: RecurringFrequency, day: number): boolean {
  switch (frequency) {
    case 'daily':
      return day === 0;
    case 'weekly':
    case 'biweekly':
      return day >= 1 && day <= 7;
    case 'monthly':
      return day >= 1 && day <= 31;
  }
}

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The day of the month that follows a date by a number of months, at most the month's last day. */
function inMonth(date: PlainDate, months: number, day: number): PlainDate {
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(Math.min(day, daysInMonth(year, month)))}`;
}

/** The first date of a schedule from a date on. */
export function dateFrom({ frequency, day }: Schedule, from: PlainDate): PlainDate {
  switch (frequency) {
    case 'daily':
      return from;
    case 'weekly':
    case 'biweekly':
      return addDays(from, (day - weekdayOf(from) + 7) % 7);
    case 'monthly': {
      const same = inMonth(from, 0, day);
      return same >= from ? same : inMonth(from, 1, day);
    }
  }
}

/** The date of a schedule after one of its dates. */
export function dateAfter({ frequency, day }: Schedule, date: PlainDate): PlainDate {
  switch (frequency) {
    case 'daily':
      return addDays(date, 1);
    case 'weekly':
      return addDays(date, 7);
    case 'biweekly':
      return addDays(date, 14);
    case 'monthly':
      return inMonth(date, 1, day);
  }
}

const occurrenceOn = (schedule: Schedule, date: PlainDate, session: SessionAt): Occurrence => {
  const dueMs = momentOf(schedule.zone, date, schedule.hour * MINUTES_PER_HOUR);
  return { date, dueMs, buyMs: session(dueMs) };
};

/** Whether a date is bought: a date whose session opens only when the next date is due is left out. */
const isBought = (schedule: Schedule, { date, buyMs }: Occurrence): boolean =>
  buyMs < momentOf(schedule.zone, dateAfter(schedule, date), schedule.hour * MINUTES_PER_HOUR);

function boughtFrom(schedule: Schedule, date: PlainDate, session: SessionAt): Occurrence {
  let next = occurrenceOn(schedule, date, session);
  while (!isBought(schedule, next)) next = occurrenceOn(schedule, dateAfter(schedule, next.date), session);
  return next;
}

/** The occurrence after one of the schedule's dates; a schedule of every two weeks keeps its weeks. */
export const occurrenceAfter = (schedule: Schedule, date: PlainDate, session: SessionAt): Occurrence =>
  boughtFrom(schedule, dateAfter(schedule, date), session);

/** The first occurrence that is due after `now` (unix ms); with a date of the schedule, in its weeks. */
export function occurrenceFrom(
  schedule: Schedule,
  now: number,
  session: SessionAt,
  known?: PlainDate,
): Occurrence {
  const today = dateIn(schedule.zone, now);
  let date = known ?? dateFrom(schedule, today);
  while (date < today || momentOf(schedule.zone, date, schedule.hour * MINUTES_PER_HOUR) <= now)
    date = dateAfter(schedule, date);
  return boughtFrom(schedule, date, session);
}

/** The occurrences after one, up to a moment (unix ms) at which they can no longer be bought, oldest first, and the one that follows. */
export function occurrencesUntil(
  schedule: Schedule,
  current: Occurrence,
  session: SessionAt,
  isOver: (occurrence: Occurrence) => boolean,
): { readonly over: readonly Occurrence[]; readonly next: Occurrence } {
  const over: Occurrence[] = [];
  let next = current;
  while (isOver(next)) {
    over.push(next);
    next = occurrenceAfter(schedule, next.date, session);
  }
  return { over, next };
}
