/** Text that is not RFC 4180, or exceeds a limit. */
export class CsvError extends Error {
  /** Number of the row, from 1. */
  readonly row: number;
  /** Is true if there are too many rows. */
  readonly isTooLong: boolean;

  constructor(row: number, isTooLong = false) {
    super(isTooLong ? 'too many rows' : `row ${row}`);
    this.row = row;
    this.isTooLong = isTooLong;
  }
}

export interface CsvOptions {
  readonly separator: ',' | ';';
  readonly rowsMax: number;
  /** Maximum fields of a row. */
  readonly fieldsMax: number;
  /** Maximum characters of a field. */
  readonly fieldMax: number;
}

/** Returns the rows of comma-separated values by RFC 4180, without empty lines. Throws CsvError. */
export function readCsv(text: string, { separator, rowsMax, fieldsMax, fieldMax }: CsvOptions): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = (): void => {
    if (row.length > 1 || row[0] !== '') rows.push(row);
    if (rows.length > rowsMax) throw new CsvError(rows.length, true);
    row = [];
  };
  while (at < text.length) {
    const [field, next] = text[at] === '"' ? quoted(text, at, rows.length + 1) : bare(text, at, separator);
    if (field.length > fieldMax || row.length >= fieldsMax) throw new CsvError(rows.length + 1);
    row.push(field);
    at = next;
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    } else if (text[at] === '\r' && text[at + 1] === '\n') at += 2;
    else if (text[at] === '\n') at += 1;
    else if (at < text.length) throw new CsvError(rows.length + 1);
    endRow();
  }
  return rows;
}

function bare(text: string, from: number, separator: string): readonly [string, number] {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') {
    if (text[end] === '\r' && text[end + 1] === '\n') break;
    end += 1;
  }
  return [text.slice(from, end), end];
}

function quoted(text: string, from: number, row: number): readonly [string, number] {
  let field = '';
  let at = from + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) throw new CsvError(row);
    field += text.slice(at, end);
    if (text[end + 1] !== '"') return [field, end + 1];
    field += '"';
    at = end + 2;
  }
}
