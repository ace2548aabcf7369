import { TIME_OF_DAY } from '../../../lib/format.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, template: string): Intl.DateTimeFormat {
  const key = `${locale} ${template}`;
  let found = formats.get(key);
  if (found) return found;
  const has = (part: string): boolean => template.includes(part);
  found = new Intl.DateTimeFormat(locale, {
    ...(has('YYYY') ? { year: 'numeric' } : {}),
    ...(has('MM') ? { month: has('DD') ? '2-digit' : 'short' } : {}),
    ...(has('DD') ? { day: '2-digit' } : {}),
    ...(has('HH') ? TIME_OF_DAY : {}),
  });
  formats.set(key, found);
  return found;
}

/** Formats a time of the chart's template (`MM-DD HH:mm`) for the locale. */
export const dateText = (ms: number, template: string, locale: string): string =>
  formatOf(locale, template).format(ms);
