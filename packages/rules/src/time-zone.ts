import { DAY_MS, MINUTE_MS } from './durations.ts';

/** A day of the calendar, `2026-11-30`. */
export type PlainDate = string;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  });
  formats.set(zone, format);
  return format;
}

/** Canonical name of an IANA time zone; undefined if it is unknown. */
export function canonicalZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Local time of a zone at a moment (unix ms), as if it were UTC, unix ms without fractions of a second. */
export function localMs(zone: string, ms: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(
    ...[part('year'), part('month') - 1, part('day')],
    ...[part('hour'), part('minute'), part('second')],
  );
}

const offsetAt = (zone: string, ms: number): number => localMs(zone, ms) - ms;

const dateOf = (ms: number): PlainDate => new Date(ms).toISOString().slice(0, 10);
const midnightOf = (date: PlainDate): number => Date.parse(`${date}T00:00:00Z`);
export const addDays = (date: PlainDate, days: number): PlainDate => dateOf(midnightOf(date) + days * DAY_MS);
/** 1 Monday to 7 Sunday. */
export const weekdayOf = (date: PlainDate): number => new Date(midnightOf(date)).getUTCDay() || 7;

/** The date in a zone at a moment, unix ms. */
export const dateIn = (zone: string, ms: number): PlainDate => dateOf(localMs(zone, ms));

/**
 * The moment (unix ms) at which a zone's clocks show a minute of a date, counted from its midnight. An hour that clocks show twice counts the first time;
 * an hour that they leave out counts as much later as they are put forward.
 */
export function momentOf(zone: string, date: PlainDate, minute: number): number {
  const wall = midnightOf(date) + minute * MINUTE_MS;
  const before = wall - offsetAt(zone, wall - DAY_MS);
  const after = wall - offsetAt(zone, wall + DAY_MS);
  const shown = [before, after].filter((ms) => localMs(zone, ms) === wall);
  return shown.length > 0 ? Math.min(...shown) : before;
}
