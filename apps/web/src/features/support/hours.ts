import type { ReplyOf } from '../../lib/calls.ts';

export type Status = ReplyOf<'support/status'>;

const DAY_MINUTES = 1_440;
const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
/** A Monday, for the names of weekdays. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_UTC_MS = 86_400_000;

export interface DayHours {
  readonly days: string;
  /** `09:00 – 18:00`; empty for a closed day. */
  readonly times: string;
}

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** Whether customer service never closes. */
export const isAlwaysOpen = ({ hours }: Status): boolean =>
  hours.length === WEEK.length && hours.every(({ from, to }) => from === 0 && to === DAY_MINUTES);

/** Opening hours by weekday; days with the same hours stand together. */
export function weekHours({ hours }: Status, locale: string): readonly DayHours[] {
  const names = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const nameOf = (weekday: number): string => names.format(MONDAY_MS + (weekday - 1) * DAY_UTC_MS);
  const groups: { first: number; last: number; times: string }[] = [];
  for (const weekday of WEEK) {
    const times = hours
      .filter((each) => each.weekday === weekday)
      .map(({ from, to }) => `${clock(from)} – ${clock(to)}`)
      .join(', ');
    const group = groups.at(-1);
    if (group?.times === times) group.last = weekday;
    else groups.push({ first: weekday, last: weekday, times });
  }
  return groups.map(({ first, last, times }) => ({
    days: first === last ? nameOf(first) : `${nameOf(first)} – ${nameOf(last)}`,
    times,
  }));
}
