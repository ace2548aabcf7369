import type { FiatMethod, FiatMismatch, FiatState } from '@karat/contract';
import { UNIT } from '@karat/money';
import type { Amount } from '@karat/money';

export const isWhole = (amount: Amount): boolean => amount % UNIT === 0n;

/** Details of the payer. */
export interface Payer {
  readonly first_name: string;
  readonly last_name: string;
  readonly full_name: string;
  readonly email: string;
  readonly phone: string;
  readonly tax_id: string;
}

const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’.\- ]*$/u;
const EMAIL = /^[^\s@<>"',;:()\\[\]]{1,64}@([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/i;
const PHONE = /^\+?[0-9][0-9 ().-]{4,24}$/;
const TAX_ID = /^[A-Za-z0-9][A-Za-z0-9.\-/ ]{2,39}$/;

/** Returns the first invalid detail; undefined if all are valid. */
export function wrongDetail(payer: Payer, taxIdNeeded: boolean): keyof Payer | undefined {
  for (const name of ['first_name', 'last_name', 'full_name'] as const)
    if (!NAME.test(payer[name])) return name;
  if (!EMAIL.test(payer.email)) return 'email';
  if (!PHONE.test(payer.phone)) return 'phone';
  if (payer.tax_id === '' ? taxIdNeeded : !TAX_ID.test(payer.tax_id)) return 'tax_id';
  return undefined;
}

const wordsOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ');

/** Returns true if two names have the same words, in any order, with any accents and capitals. */
export const sameName = (a: string, b: string): boolean => wordsOf(a) !== '' && wordsOf(a) === wordsOf(b);

/** The fields of an order that a line must match. */
export interface Owed {
  readonly reference: string;
  readonly state: FiatState;
  readonly method: FiatMethod;
  readonly amount: Amount;
  readonly currency: string;
  readonly bankAccount: string | null;
  readonly payerName: string;
  /** Unix ms. */
  readonly expiresAt: number;
}

export interface Paid {
  readonly reference: string | null;
  readonly amount: Amount;
  readonly currency: string;
  readonly account: string;
  readonly payer: string;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
}

/** An open order may be paid; an expired one only with money that was booked while it was open. */
const mayBePaid = ({ state, expiresAt }: Owed, { bookedOn }: Paid): boolean =>
  state === 'to_be_paid' ||
  state === 'proof_sent' ||
  (state === 'expired' && bookedOn <= new Date(expiresAt).toISOString().slice(0, 10));

/**
 * Returns why a line does not pay an order; undefined if it does. It must match in reference (or without one in the
 * payer's exact name), currency, amount to the cent, account, and the order's state.
 */
export function mismatchOf(order: Owed | undefined, line: Paid): FiatMismatch | undefined {
  if (!order) return line.reference === null ? 'no_reference' : 'unknown_reference';
  if (line.reference === null && !sameName(line.payer, order.payerName)) return 'no_reference';
  if (line.reference !== null && line.reference !== order.reference) return 'unknown_reference';
  if (line.currency !== order.currency) return 'currency';
  if (line.amount !== order.amount) return 'amount';
  if (line.account !== order.bankAccount) return 'account';
  return mayBePaid(order, line) ? undefined : 'state';
}
