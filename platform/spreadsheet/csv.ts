/** A text, or a decimal as plain digits that a spreadsheet may compute with. */
export type Cell = string | { readonly decimal: string };

/** Characters that begin a formula in a spreadsheet, full-width forms and leading white space included. */
const FORMULA = /^[\s\u0000]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/u;

/** Returns a text that no spreadsheet runs: an apostrophe precedes a formula. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const QUOTED = /[",;\r\n\t]|^\s|\s$/;
const PLAIN_DECIMAL = /^-?[0-9]+(\.[0-9]+)?$/;

function field(cell: Cell): string {
  const text =
    typeof cell !== 'string' && PLAIN_DECIMAL.test(cell.decimal) ? cell.decimal : harmless(textOf(cell));
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.decimal);

/** Returns a line of RFC 4180. */
const line = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`;

/** Returns comma-separated values by RFC 4180; with `mark` a byte-order mark, by which spreadsheets recognise UTF-8. */
export const csv = (rows: Iterable<readonly Cell[]>, { mark = false } = {}): string => {
  const lines: string[] = mark ? ['\ufeff'] : [];
  for (const row of rows) lines.push(line(row));
  return lines.join('');
};
