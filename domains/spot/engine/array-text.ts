/**
 * Arrays travel to PostgreSQL as one text each: a thousand parameters would cost more than the statement. Decimals are
 * written as counts of 1e-10.
 */
type Cell = number | bigint | string | boolean | null;

/** Numbers, booleans and texts that need no quotes. */
export const plainArray = (values: readonly Cell[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : String(value))).join(',')}}`;

/** Integer counts of 1e-10. */
export const decimalArray = (values: readonly (bigint | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `${value}e-10`)).join(',')}}`;

/** Texts of any content. */
export const textArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
