/** A text, or a decimal as plain digits that a sheet may count with. */
export type Cell = string | { readonly decimal: string };

/** What a spreadsheet takes for the beginning of a formula, full-width forms and leading white space included. */
const FORMULA = /^[\s\u0000]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/u;

/** A text that no spreadsheet runs: an apostrophe stands before what would begin a formula. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const QUOTED = /[",;\r\n\t]|^\s|\s$/;
const PLAIN_DECIMAL = /^-?[0-9]+(\.[0-9]+)?$/;

function field(cell: Cell): string {
  const text =
    typeof cell !== 'string' && PLAIN_DECIMAL.test(cell.decimal) ? cell.decimal : harmless(textOf(cell));
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.decimal);

/** A line of RFC 4180. */
const line = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`;

/** Comma-separated values by RFC 4180; with `mark` a byte-order mark, by which spreadsheets know UTF-8. */
export const csv = (rows: Iterable<readonly Cell[]>, { mark = false } = {}): string => {
  const lines: string[] = mark ? ['\ufeff'] : [];
  for (const row of rows) lines.push(line(row));
  return lines.join('');
};
