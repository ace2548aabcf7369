import { DAY_MS, HOUR_MS } from '@karat/rules';
import type { AllReplies } from '../../lib/calls.ts';
import { TIME_OF_DAY } from '../../lib/format.ts';

export type Plan = AllReplies['recurring/detail'];
export type Execution = AllReplies['recurring/executions']['data'][number];
export type Config = AllReplies['recurring/config'];
export type Market = Config['markets'][number];

export const FREQUENCIES = ['daily', 'weekly', 'biweekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** What a plan's schedule is on the wire. */
export type Schedule = Pick<Plan, 'frequency' | 'day' | 'hour' | 'time_zone'>;

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => index + 1);
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The last day of the month that every month has. */
const SHORTEST_MONTH = 28;
/** Whether some months end before a day. */
export const isClamped = ({ frequency, day }: Pick<Schedule, 'frequency' | 'day'>): boolean =>
  frequency === 'monthly' && day > SHORTEST_MONTH;

/** The days that a frequency takes; none for every day. */
export function daysOf(frequency: Frequency): readonly number[] {
  switch (frequency) {
    case 'daily':
      return [];
    case 'weekly':
    case 'biweekly':
      return WEEKDAYS;
    case 'monthly':
      return MONTH_DAYS;
  }
}

/** The day that is sent: the chosen one if the frequency takes it, else its first; 0 for every day. */
export function dayFor(frequency: Frequency, chosen: number): number {
  const days = daysOf(frequency);
  return days.includes(chosen) ? chosen : (days[0] ?? 0);
}

/** The device's time zone. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** 1 January 2024 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
/** Name of a weekday, 1 Monday to 7 Sunday. */
export const weekdayName = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + (day - 1) * DAY_MS);

/** A full hour of the day. */
export const hourName = (hour: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    ...TIME_OF_DAY,
    timeZone: 'UTC',
  }).format(MONDAY + hour * HOUR_MS);

/** Weekday, date and time of a moment in a zone. */
export const momentName = (ms: number, zone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...TIME_OF_DAY,
    timeZone: zone,
  }).format(ms);

/** A plan's date without its time. */
export const dateName = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date));

/** Reads that every change of a plan makes outdated. */
export const RECURRING_READS = ['recurring/list', 'recurring/detail', 'recurring/executions'] as const;
