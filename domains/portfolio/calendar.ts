import { DAY_MS } from '@karat/rules';

/** Start of a month (`YYYY-MM`, UTC), unix ms. */
export const monthStart = (month: string): number => Date.parse(`${month}-01T00:00:00Z`);

/** Start of the month after one that begins at a moment. */
export function nextMonth(start: number): number {
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** `YYYY-MM` of a moment. */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);
/** `YYYY-MM-DD` of a moment. */
export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const yearOf = (ms: number): number => new Date(ms).getUTCFullYear();
export const yearStart = (year: number): number => Date.UTC(year, 0, 1);

/** Starts of the days in [from, to). */
export const daysIn = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / DAY_MS)) }, (_, index) => from + index * DAY_MS);

/** Months from the one of `first` to the one of `last`, newest first. */
export function monthsBetween(first: number, last: number): string[] {
  const months: string[] = [];
  const end = nextMonth(monthStart(monthOf(last)));
  for (let start = monthStart(monthOf(first)); start < end; start = nextMonth(start))
    months.push(monthOf(start));
  return months.toReversed();
}
