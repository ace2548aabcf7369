const formatter = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

/** A moment in UTC; a dash for none. */
export const moment = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? '–' : formatter.format(ms);
