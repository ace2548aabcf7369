import { STATEMENT_LINES_MAX, StatementError, checkedLines, lineOf, textOf } from './line.ts';
import type { Statement, StatementLine } from './line.ts';

const COLUMNS = ['booking_date', 'amount', 'currency', 'bank_reference', 'payer', 'remittance'] as const;
const FIELDS_MAX = 50;
const FIELD_MAX = 5_000;

/**
 * Reads a statement as comma- or semicolon-separated values by RFC 4180: a head with at least `booking_date` (YYYY-MM-DD),
 * `amount` (a decimal with a point), `currency`, `bank_reference`, `payer`, `remittance`, and a line for each booking. Debits
 * (negative amounts) are left out. Throws StatementError.
 */
export function readCsvStatement(bytes: Uint8Array): Statement {
  const text = textOf(bytes);
  const separator = (text.split('\n', 1)[0] ?? '').includes(';') ? ';' : ',';
  const [head = [], ...rows] = rowsOf(text, separator);
  const names = head.map((name) => name.trim().toLowerCase());
  for (const column of COLUMNS) {
    if (names.filter((name) => name === column).length !== 1) throw new StatementError(`column ${column}`);
  }
  const lines: StatementLine[] = [];
  for (const [index, row] of rows.entries()) {
    const where = `line ${index + 2}`;
    if (row.length !== head.length) throw new StatementError(where);
    const field = (column: (typeof COLUMNS)[number]): string => row[names.indexOf(column)] ?? '';
    if (field('amount').trim().startsWith('-')) continue;
    const given = {
      bankReference: field('bank_reference'),
      bookedOn: field('booking_date'),
      amount: field('amount'),
      currency: field('currency'),
      payer: field('payer'),
      remittance: field('remittance'),
    };
    lines.push(lineOf(given, where));
  }
  return { account: undefined, lines: checkedLines(lines) };
}

/** Rows of fields; an unclosed quote, a stray one, or too much of anything throws. */
function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = (): void => {
    if (row.length > 1 || row[0] !== '') rows.push(row);
    if (rows.length > STATEMENT_LINES_MAX + 1)
      throw new StatementError(`more than ${STATEMENT_LINES_MAX} lines`);
    row = [];
  };
  while (at < text.length) {
    const [field, next] = text[at] === '"' ? quoted(text, at, rows.length + 1) : bare(text, at, separator);
    if (field.length > FIELD_MAX || row.length >= FIELDS_MAX)
      throw new StatementError(`line ${rows.length + 1}`);
    row.push(field);
    at = next;
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    } else if (text[at] === '\r' && text[at + 1] === '\n') at += 2;
    else if (text[at] === '\n') at += 1;
    else if (at < text.length) throw new StatementError(`line ${rows.length + 1}`);
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

function quoted(text: string, from: number, line: number): readonly [string, number] {
  let field = '';
  let at = from + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) throw new StatementError(`line ${line}`);
    field += text.slice(at, end);
    if (text[end + 1] !== '"') return [field, end + 1];
    field += '"';
    at = end + 2;
  }
}
