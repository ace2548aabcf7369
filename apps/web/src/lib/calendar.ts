import { DAY_MS } from '@karat/rules';

/** Days are `yyyy-mm-dd` and months `yyyy-mm`, of a calendar without time zones. */

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The month of a day. */
export const monthOfDay = (day: string): string => day.slice(0, 7);

/** The day some days later. */
export const dayAfter = (day: string, days: number): string => dayOf(msOf(day) + days * DAY_MS);

/** The same day some months later; the last of a shorter month. */
export function sameDayAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** Languages whose weeks begin on Monday; those of the others begin on Sunday. */
const MONDAY_FIRST: ReadonlySet<string> = new Set(['fr', 'es', 'vi', 'zh-CN']);

/** Days since the first one of the week. */
export const placeInWeek = (day: string, locale: string): number =>
  (new Date(msOf(day)).getUTCDay() + (MONDAY_FIRST.has(locale) ? 6 : 0)) % 7;

/** The weeks that show a month; days of the months beside it are null. */
export function weeksOf(month: string, locale: string): readonly (readonly (string | null)[])[] {
  const first = `${month}-01`;
  const before = placeInWeek(first, locale);
  const count = Number(dayAfter(sameDayAfter(first, 1), -1).slice(8));
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, place) => {
      const number = week * 7 + place - before;
      return number >= 0 && number < count ? dayAfter(first, number) : null;
    }),
  );
}

/** Names of the weekdays in the order of the language: narrow to show, long to read out. */
export function weekdayNames(locale: string): readonly { readonly short: string; readonly long: string }[] {
  const nameOf = (weekday: 'narrow' | 'short' | 'long', day: string): string =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(msOf(day));
  const sunday = '2024-01-07';
  const first = dayAfter(sunday, MONDAY_FIRST.has(locale) ? 1 : 0);
  // Several narrow names of Thai and Vietnamese are the same; their short ones fit too.
  const narrow = locale === 'th' || locale === 'vi' ? 'short' : 'narrow';
  return Array.from({ length: 7 }, (_, place) => dayAfter(first, place)).map((day) => ({
    short: nameOf(narrow, day),
    long: nameOf('long', day),
  }));
}

/** A day in a language: `medium` for a field, `full` with its weekday to read out. */
export const dayText = (day: string, locale: string, style: 'medium' | 'full'): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: 'UTC' }).format(msOf(day));

export const monthText = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    msOf(`${month}-01`),
  );

/** Today where the user is. */
export const today = (now: number): string => new Date(now).toLocaleDateString('en-CA');
