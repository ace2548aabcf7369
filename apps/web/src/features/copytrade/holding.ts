import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** A length of time in its largest whole unit, at least minutes, in the language of the reader; a dash for none. */
export function holdingText(ms: number | null, locale: string): string {
  if (ms === null) return '–';
  const [unit, length] = UNITS.find(([, each]) => ms >= each) ?? UNITS[2];
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'minute' ? 0 : 1,
  });
  return format.format(ms / length);
}
