import { negate, parseAmount } from '@karat/money';
import type { Amount } from '@karat/money';

/** A credit of a bank statement. */
export interface StatementLine {
  /** The bank's number of the booking, unique within the account. */
  readonly bankReference: string;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
  readonly amount: Amount;
  /** ISO 4217. */
  readonly currency: string;
  readonly payer: string;
  /** The payer's text for the receiver. */
  readonly remittance: string;
}

/** A statement whose balances add up: opening balance and bookings give the closing balance. */
export interface Statement {
  /** As in the file, in capitals without spaces. */
  readonly account: string;
  /** ISO 4217. */
  readonly currency: string;
  /** First and last day of the statement, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Balance before the first booking and after the last; negative for an overdraft. */
  readonly opening: Amount;
  readonly closing: Amount;
  /** Credits; debits only count in the balances. */
  readonly lines: readonly StatementLine[];
}

/** A booking in a running balance: credits positive, debits negative. */
export interface Booking {
  readonly amount: Amount;
  readonly bookedOn: string;
  /** Position in the file. */
  readonly where: string;
}

/** An invalid statement file; `where` names the position. */
export class StatementError extends Error {
  readonly where: string;
  constructor(where: string) {
    super(`no sound statement: ${where}`);
    this.where = where;
  }
}

export const STATEMENT_BYTES_MAX = 4 * 1024 * 1024;
export const STATEMENT_LINES_MAX = 5_000;
const REFERENCE_MAX = 100;
const PAYER_MAX = 140;
const REMITTANCE_MAX = 500;

/** Decodes a file: UTF-8 with or without a byte-order mark, up to the size limit. */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > STATEMENT_BYTES_MAX) throw new StatementError('size');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new StatementError('encoding');
  }
}

const WHITE = /[\s\u0000-\u001f\u007f]+/gu;
/** Returns one line without control characters, cut to a length. */
export const plain = (text: string, max: number): string =>
  Array.from(text.replace(WHITE, ' ').trim().toWellFormed()).slice(0, max).join('');

const DATE = /^\d{4}-\d{2}-\d{2}/;
const CODE = /^[A-Z]{3}$/;
const ACCOUNT = /^[A-Z0-9]{4,34}$/;

/** Parses a decimal with an optional minus; undefined if malformed. */
export function signedDecimal(text: string): Amount | undefined {
  const trimmed = text.trim();
  const negative = trimmed.startsWith('-');
  const value = parseAmount(negative ? trimmed.slice(1) : trimmed);
  return value !== undefined && negative ? negate(value) : value;
}

/** Parses the day of a date or time; it must exist. */
export function dayOf(text: string, where: string): string {
  const day = DATE.exec(text.trim())?.[0];
  if (day === undefined) throw new StatementError(where);
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) throw new StatementError(where);
  return day;
}

/** Returns an account in the form for comparison: capitals without spaces. */
export function accountOf(text: string, where: string): string {
  const account = text.replaceAll(/\s/g, '').toUpperCase();
  if (!ACCOUNT.test(account)) throw new StatementError(where);
  return account;
}

/**
 * Returns a statement after checks of range and balances: no booking outside of the range, and opening balance plus
 * bookings equals the closing balance. Throws StatementError.
 */
export function checkedStatement(statement: Statement, bookings: readonly Booking[]): Statement {
  const { from, to, opening, closing } = statement;
  if (from > to) throw new StatementError('range');
  let balance: bigint = opening;
  for (const { amount, bookedOn, where } of bookings) {
    if (bookedOn < from || bookedOn > to)
      throw new StatementError(`${where} booking_date outside of the range`);
    balance += amount;
  }
  if (balance !== closing) throw new StatementError('balances do not add up');
  return { ...statement, lines: checkedLines(statement.lines) };
}

/** Parses a line; every field is checked, `where` names the line. */
export function lineOf(
  given: Readonly<
    Record<'bankReference' | 'bookedOn' | 'amount' | 'currency' | 'payer' | 'remittance', string>
  >,
  where: string,
): StatementLine {
  const fail = (field: string): never => {
    throw new StatementError(`${where} ${field}`);
  };
  const bankReference = plain(given.bankReference, REFERENCE_MAX + 1);
  if (bankReference === '' || bankReference.length > REFERENCE_MAX) fail('bank_reference');
  const bookedOn = dayOf(given.bookedOn, `${where} booking_date`);
  const value = parseAmount(given.amount.trim());
  if (value === undefined || value <= 0n) return fail('amount');
  const currency = given.currency.trim();
  if (!CODE.test(currency)) fail('currency');
  return {
    bankReference,
    bookedOn,
    currency,
    amount: value,
    payer: plain(given.payer, PAYER_MAX),
    remittance: plain(given.remittance, REMITTANCE_MAX),
  };
}

/** Too many lines, or a repeated bank reference, is an error of the file. */
function checkedLines(lines: readonly StatementLine[]): readonly StatementLine[] {
  if (lines.length > STATEMENT_LINES_MAX) throw new StatementError(`more than ${STATEMENT_LINES_MAX} lines`);
  const seen = new Set<string>();
  for (const { bankReference } of lines) {
    if (seen.has(bankReference)) throw new StatementError(`${bankReference} twice`);
    seen.add(bankReference);
  }
  return lines;
}
