import pg from 'pg';

/**
 * Types of columns in the program: int8 as a number (ids and unix ms stay below 2^53, checked), timestamps as unix ms,
 * numeric as text for @karat/money.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format !== 'binary' && oid === pg.types.builtins.INT8) return readInt8;
    if (format !== 'binary' && oid === pg.types.builtins.TIMESTAMPTZ) return readTimestamp;
    return driverParser(oid, format);
  },
};

/** The driver's own parser of a type; its result is untyped. */
const driverParser = (oid: number, format?: 'text' | 'binary'): unknown =>
  format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');

function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of the safe range: ${text}`);
  return value;
}

const COLON = 58;
const PLUS = 43;
const ZERO_DIGIT = 48;
/** Reads `2026-11-23 06:02:25`. */
const SECONDS_END = 19;
const TWO_DIGITS = 10;

/**
 * Returns a timestamp of a session in UTC (`2026-11-23 06:02:25.123456+00`) as unix ms, rounded down; NaN for infinity. Queries return
 * thousands of them: the general parser takes five times as long.
 */
export function readTimestamp(text: string): number {
  const zone = text.length - 3;
  const plain =
    zone >= SECONDS_END &&
    // The constructor of dates takes years below 100 for those of the last century.
    text.charCodeAt(0) !== ZERO_DIGIT &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(zone) === PLUS &&
    text.endsWith('+00');
  if (!plain) return Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  const two = (at: number): number =>
    (text.charCodeAt(at) - ZERO_DIGIT) * TWO_DIGITS + text.charCodeAt(at + 1) - ZERO_DIGIT;
  let ms = 0;
  for (let at = SECONDS_END + 1, unit = 100; at < zone && unit >= 1; at++, unit /= TWO_DIGITS)
    ms += (text.charCodeAt(at) - ZERO_DIGIT) * unit;
  return Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms);
}
