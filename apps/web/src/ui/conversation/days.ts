import { DAY_MS } from '@karat/rules';

/** Start of the local day of a time, unix ms. */
export const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

/** Name of a local day: today, yesterday, the weekday within a week, else the date. */
export function nameOfDay(ms: number, nowMs: number, locale: string): string {
  const days = Math.round((startOfDay(nowMs) - startOfDay(ms)) / DAY_MS);
  if (days === 0 || days === 1) {
    const name = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day');
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  }
  const isRecent = days > 1 && days < 7;
  const isThisYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    ...(isRecent ? { weekday: 'long' } : { day: 'numeric', month: 'long' }),
    ...(isRecent || isThisYear ? {} : { year: 'numeric' }),
  }).format(ms);
}
