/** `2026-12-24 08:00` in UTC as unix ms; NaN for anything else. */
export const momentOf = (text: string): number =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}:00Z`) : Number.NaN;

/** A moment (unix ms) as the text that `momentOf` reads; seconds are cut off. */
export const momentText = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/** The error of a text that is no moment. */
export const wrongMoment = (text: string): string | undefined =>
  Number.isNaN(momentOf(text)) ? 'A moment in UTC, 2026-12-24 08:00' : undefined;

export const DAY_MS = 86_400_000;

/** Days of a filter as texts, `2026-12-24`; empty for an open end. Both days are included. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

export const NO_DAYS: Days = { first: '', last: '' };

const dayOf = (text: string): number => momentOf(`${text} 00:00`);

/** Returns the days in UTC as unix ms, `from` included, `to` excluded. A text that is no day limits nothing. */
export function rangeOf({ first, last }: Days): { from?: number; to?: number } {
  const [from, until] = [dayOf(first), dayOf(last)];
  return {
    ...(Number.isNaN(from) ? {} : { from }),
    ...(Number.isNaN(until) ? {} : { to: until + DAY_MS }),
  };
}
