/** Lengths of time in milliseconds, the unit of clocks and of the wire. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Seconds of a day, the unit of ticks and candles. */
export const DAY_S = 86_400;

/** The UTC day of a time in unix ms, `YYYY-MM-DD`. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
