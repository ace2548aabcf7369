const KEPT_BEFORE = 8;
const KEPT_AFTER = 6;

/** The two ends of what is long and has no words, an address or a hash: those are what people compare. */
export const shortened = (text: string): string =>
  /\s/.test(text) || text.length <= KEPT_BEFORE + KEPT_AFTER + 1
    ? text
    : `${text.slice(0, KEPT_BEFORE)}…${text.slice(-KEPT_AFTER)}`;
