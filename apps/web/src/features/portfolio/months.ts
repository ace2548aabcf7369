import { DAY_MS } from '@karat/rules';

/** `YYYY-MM` of a time, in UTC. */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** The month some months later, `YYYY-MM`. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 1 + months, 1));
}

/** Name of a month in a language, for example "March 2026". */
export const monthName = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );

/** Name of a day (`yyyy-mm-dd`) in a language. */
export const dayName = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${date}T00:00:00Z`),
  );

/** Short names of the weekdays from Monday. */
export function weekdays(locale: string): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
  const monday = Date.UTC(2024, 0, 1);
  return Array.from({ length: 7 }, (_, day) => format.format(monday + day * DAY_MS));
}

/** Days of a month, `yyyy-mm-dd`, with the number of empty cells before the first in weeks from Monday. */
export function daysOf(month: string): { readonly before: number; readonly dates: readonly string[] } {
  const start = Date.parse(`${month}-01T00:00:00Z`);
  const end = Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`);
  const dates = Array.from({ length: Math.round((end - start) / DAY_MS) }, (_, day) =>
    new Date(start + day * DAY_MS).toISOString().slice(0, 10),
  );
  return { before: (new Date(start).getUTCDay() + 6) % 7, dates };
}
