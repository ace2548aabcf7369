const KEPT_BEFORE = 8;
const KEPT_AFTER = 6;

/** Shortens an address or a hash to its two ends, which people compare. */
export const shortened = (text: string): string =>
  /\s/.test(text) || text.length <= KEPT_BEFORE + KEPT_AFTER + 1
    ? text
    : `${text.slice(0, KEPT_BEFORE)}…${text.slice(-KEPT_AFTER)}`;
