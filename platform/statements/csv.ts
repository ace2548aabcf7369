import { minus } from '@karat/money';
import type { Amount } from '@karat/money';
import {
  STATEMENT_LINES_MAX,
  StatementError,
  accountOf,
  checkedStatement,
  dayOf,
  lineOf,
  signedDecimal,
  textOf,
} from './line.ts';
import type { Booking, Statement, StatementLine } from './line.ts';

const COLUMNS = [
  'account',
  'booking_date',
  'amount',
  'currency',
  'balance',
  'bank_reference',
  'payer',
  'remittance',
] as const;
type Column = (typeof COLUMNS)[number];
const FIELDS_MAX = 50;
const FIELD_MAX = 5_000;

interface Row extends Booking {
  readonly account: string;
  readonly currency: string;
  /** Balance of the account after the booking. */
  readonly balance: Amount;
  readonly field: (column: Column) => string;
}

/**
 * Parses a statement as comma- or semicolon-separated values by RFC 4180: a header with at least `account`,
 * `booking_date` (YYYY-MM-DD), `amount` (a decimal with a point, debits with a minus), `currency`, `balance` (of the
 * account after the booking), `bank_reference`, `payer`, `remittance`, and a line for each booking, oldest or newest
 * first. Throws StatementError, also if a balance is not the one before plus the booking.
 */
export function readCsvStatement(bytes: Uint8Array): Statement {
  const text = textOf(bytes);
  const separator = (text.split('\n', 1)[0] ?? '').includes(';') ? ';' : ',';
  const [head = [], ...rows] = rowsOf(text, separator);
  const names = head.map((name) => name.trim().toLowerCase());
  for (const column of COLUMNS) {
    if (names.filter((name) => name === column).length !== 1) throw new StatementError(`column ${column}`);
  }
  const read = rows.map((row, index) => {
    const where = `line ${index + 2}`;
    if (row.length !== head.length) throw new StatementError(where);
    return rowOf((column) => row[names.indexOf(column)] ?? '', where);
  });
  return statementOf(inOrder(read));
}

function rowOf(field: Row['field'], where: string): Row {
  const decimal = (column: Column): Amount => {
    const value = signedDecimal(field(column));
    if (value === undefined) throw new StatementError(`${where} ${column}`);
    return value;
  };
  return {
    field,
    where,
    account: accountOf(field('account'), `${where} account`),
    currency: field('currency').trim(),
    bookedOn: dayOf(field('booking_date'), `${where} booking_date`),
    amount: decimal('amount'),
    balance: decimal('balance'),
  };
}

/** Returns the first line whose running balance is wrong; undefined if all are right. */
const breakIn = (rows: readonly Row[]): Row | undefined =>
  rows.find((row, at) => {
    const before = rows[at - 1];
    return before !== undefined && before.balance + row.amount !== row.balance;
  });

/** Returns the bookings oldest first, in whichever order the bank wrote them. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  const broken = breakIn(rows);
  if (!broken) return rows;
  const reversed = rows.toReversed();
  if (breakIn(reversed)) throw new StatementError(`${broken.where} balance`);
  return reversed;
}

function statementOf(rows: readonly Row[]): Statement {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw new StatementError('no bookings');
  for (const { account, currency, where } of rows) {
    if (account !== first.account) throw new StatementError(`${where} account`);
    if (currency !== first.currency) throw new StatementError(`${where} currency`);
  }
  const credits = rows.filter(({ field }) => !field('amount').trim().startsWith('-'));
  const days = rows.map(({ bookedOn }) => bookedOn).toSorted();
  const statement = {
    account: first.account,
    currency: first.currency,
    from: days[0] ?? first.bookedOn,
    to: days.at(-1) ?? last.bookedOn,
    opening: minus(first.balance, first.amount),
    closing: last.balance,
    lines: credits.map(lineIn),
  };
  return checkedStatement(statement, rows);
}

const lineIn = ({ field, where }: Row): StatementLine =>
  lineOf(
    {
      bankReference: field('bank_reference'),
      bookedOn: field('booking_date'),
      amount: field('amount'),
      currency: field('currency'),
      payer: field('payer'),
      remittance: field('remittance'),
    },
    where,
  );

/** Returns rows of fields; throws for an unclosed or stray quote, and beyond the limits. */
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
