import { minus } from '@karat/money';
import type { Amount } from '@karat/money';
import { CsvError, readCsv } from '@karat/platform/spreadsheet';
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

function rowsOf(text: string, separator: ',' | ';'): string[][] {
  try {
    return readCsv(text, { separator, rowsMax: STATEMENT_LINES_MAX + 1, fieldsMax: 50, fieldMax: 5_000 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new StatementError(
      error.isTooLong ? `more than ${STATEMENT_LINES_MAX} lines` : `line ${error.row}`,
    );
  }
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
