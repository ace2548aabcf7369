import { parse } from '@karat/money';
import type { Amount } from '@karat/money';

/** Money that came in, as a bank's statement tells it. */
export interface StatementLine {
  /** The bank's own number of the booking, unique within the account. */
  readonly bankReference: string;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
  readonly amount: Amount;
  /** ISO 4217. */
  readonly currency: string;
  readonly payer: string;
  /** What the payer wrote for the receiver. */
  readonly remittance: string;
}

export interface Statement {
  /** As the file names it, in capitals without spaces; undefined where it does not. */
  readonly account: string | undefined;
  readonly lines: readonly StatementLine[];
}

/** A file that is no sound statement; `where` names the place. */
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

/** The text of a file: UTF-8 with or without a byte-order mark, not too long. */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > STATEMENT_BYTES_MAX) throw new StatementError('size');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new StatementError('encoding');
  }
}

const WHITE = /[\s\u0000-\u001f\u007f]+/gu;
/** On one line, without control characters, cut to a length. */
export const plain = (text: string, max: number): string =>
  Array.from(text.replace(WHITE, ' ').trim().toWellFormed()).slice(0, max).join('');

const DATE = /^\d{4}-\d{2}-\d{2}/;
const CODE = /^[A-Z]{3}$/;

/** A line from its texts; every field is checked, `where` names the line. */
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
  const bookedOn = DATE.exec(given.bookedOn.trim())?.[0] ?? fail('booking_date');
  const day = new Date(`${bookedOn}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(bookedOn)) fail('booking_date');
  const value = parse(given.amount.trim());
  if (value === undefined || value <= 0n) return fail('amount');
  const currency = given.currency.trim();
  if (!CODE.test(currency)) fail('currency');
  return {
    bankReference,
    bookedOn,
    currency,
    amount: value as Amount,
    payer: plain(given.payer, PAYER_MAX),
    remittance: plain(given.remittance, REMITTANCE_MAX),
  };
}

/** Too many lines, or one bank reference twice in a file, is an error of the file. */
export function checkedLines(lines: readonly StatementLine[]): readonly StatementLine[] {
  if (lines.length > STATEMENT_LINES_MAX) throw new StatementError(`more than ${STATEMENT_LINES_MAX} lines`);
  const seen = new Set<string>();
  for (const { bankReference } of lines) {
    if (seen.has(bankReference)) throw new StatementError(`${bankReference} twice`);
    seen.add(bankReference);
  }
  return lines;
}
