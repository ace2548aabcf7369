/** `2026-12-24 08:00` in UTC as unix ms; NaN for anything else. */
export const momentOf = (text: string): number =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}:00Z`) : Number.NaN;

/** A moment (unix ms) as the text that `momentOf` reads; seconds are cut off. */
export const momentText = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/** The error of a text that is no moment. */
export const wrongMoment = (text: string): string | undefined =>
  Number.isNaN(momentOf(text)) ? 'A moment in UTC, 2026-12-24 08:00' : undefined;
