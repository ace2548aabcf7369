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

const readTimestamp = (text: string): number =>
  Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
