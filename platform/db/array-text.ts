/**
 * Arrays travel to PostgreSQL as one text each: a thousand parameters would cost more than the statement. Decimals are
 * written as counts of 1e-10.
 */
type Cell = number | bigint | string | boolean | null;

/** Numbers, booleans and texts that need no quotes. */
export const plainArray = (values: readonly Cell[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : String(value))).join(',')}}`;

/** Texts of any content. */
export const textArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;

/** A cell of a row; null is SQL null. */
export const cell = (value: Cell): string => (value === null ? '' : String(value));
/** Writes an integer count of 1e-10 as a cell. */
export const decimalCell = (value: bigint | null): string =>
  value === null ? '' : value === 0n ? '0' : `${value}e-10`;
/** Writes a text of any content as a cell: quoted once for its row and once for the array. */
export const textCell = (value: string | null): string =>
  value === null ? '' : `\\"${value.replace(/["\\]/g, (sign) => (sign === '"' ? '\\\\\\"' : '\\\\\\\\'))}\\"`;

/** Writes an array of rows of a composite type; cells follow the order of the type. */
export function rowArray<Item>(items: Iterable<Item>, cells: (item: Item) => string): string {
  let text = '';
  for (const item of items) text += text === '' ? `"(${cells(item)})"` : `,"(${cells(item)})"`;
  return `{${text}}`;
}
