import { refuse } from '@karat/contract';
import type { InternationalField } from '@karat/contract';
import { DAY_MS } from '@karat/rules';
import aba from 'abavalidator';
import { isValidBIC, isValidIBAN } from 'ibantools';
import { isValidPhoneNumber } from 'libphonenumber-js/max';

/**
 * How long a new address waits while the allow-list is on, and how long the list stays in force after it was switched
 * off.
 */
export const COOLING_MS = DAY_MS;
/** Maximum addresses and cards per account, each. */
export const PAYEES_MAX = 100;

const NAME = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .,'’-]*$/u;
/** Letters, digits, spaces and punctuation of names. Refuses `name_special`. */
export const checkName = (name: string): string => (NAME.test(name) ? name : refuse('name_special'));

/** Account and card numbers are typed in groups; only letters and digits count. */
export const compact = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase();

/** Luhn check of ISO/IEC 7812: from the right every second digit doubled, digit sums; the sum is a multiple of ten. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [place, digit] of digits.split('').toReversed().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Issuer ranges of payment cards: Visa, Mastercard, American Express, Discover, JCB, UnionPay. */
const CARD =
  /^(?:4\d{15}(?:\d{3})?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|5\d\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17})$/;
const ACCOUNT = /^[A-Z0-9]{4,34}$/;
const IBAN = /^[A-Z]{2}\d{2}/;

/** Returns the compact number of an account or a card. A card must pass Luhn, an IBAN its check digits; refuses others. */
export function checkNumber(text: string): string {
  const number = compact(text);
  if (!ACCOUNT.test(number)) refuse('card_number_invalid');
  if (IBAN.test(number) && !isValidIBAN(number)) refuse('iban_invalid');
  if (CARD.test(number) && !passesLuhn(number)) refuse('card_number_invalid');
  return number;
}

export function checkIban(text: string): string {
  const iban = compact(text);
  return iban === '' || isValidIBAN(iban) ? iban : refuse('iban_invalid');
}

export function checkAba(text: string): string {
  const number = compact(text);
  return number === '' || aba.validate(number) ? number : refuse('aba_invalid');
}

/** ISO 9362: four letters of the bank, two of an existing country, two of the location, three for a branch. */
export function checkSwift(text: string): string {
  const code = compact(text);
  return code === '' || isValidBIC(code) ? code : refuse('swift_invalid');
}

const checkPhone = (text: string): string =>
  text === '' || isValidPhoneNumber(text) ? text : refuse('payee_phone_invalid');

/** A domestic card with every field; absent ones are empty strings. */
export interface DomesticCard {
  readonly real_name: string;
  readonly bank_name: string;
  readonly bank_account: string;
  readonly bank_branch: string;
  readonly bank_code: string;
  readonly iban: string;
  readonly bank_address: string;
}
export type InternationalCard = Readonly<Record<InternationalField, string>>;

/** Refuses an invalid domestic card: `name_special`, `card_number_invalid`, `iban_invalid`. */
export function checkDomestic(proof: DomesticCard): DomesticCard {
  return {
    ...proof,
    real_name: checkName(proof.real_name),
    bank_name: checkName(proof.bank_name),
    bank_account: checkNumber(proof.bank_account),
    bank_code: compact(proof.bank_code),
    iban: checkIban(proof.iban),
  };
}

/** Refuses an invalid international card; a foreign bank has a SWIFT code or, in the United States, an ABA number. */
export function checkInternational(proof: InternationalCard): InternationalCard {
  const checked = {
    ...proof,
    aba: checkAba(proof.aba),
    real_name: checkName(proof.real_name),
    card_number: checkNumber(proof.card_number),
    bank_name: checkName(proof.bank_name),
    swift: checkSwift(proof.swift),
    phone: checkPhone(proof.phone),
  };
  return checked.aba === '' && checked.swift === '' ? refuse('bank_code_missing') : checked;
}

const SHOWN = 4;
/** Masks all but the last four characters. */
export const masked = (text: string): string =>
  text.length <= SHOWN ? '•'.repeat(text.length) : `•••• ${text.slice(-SHOWN)}`;

/** Masks a nickname but its first and last letter: "Alice" becomes "A***e", for any length. */
export function maskedName(nickname: string): string {
  const messages = Array.from(nickname);
  return `${messages[0] ?? ''}***${messages.length > 1 ? (messages.at(-1) ?? '') : ''}`;
}

const MASKED_FIELDS: ReadonlySet<string> = new Set(['bank_account', 'iban', 'card_number', 'phone', 'aba']);
/** Returns the card with masked numbers. */
export const maskCard = <C extends Readonly<Record<string, string>>>(card: C): C =>
  Object.fromEntries(
    Object.entries(card).map(([name, value]) => [name, MASKED_FIELDS.has(name) ? masked(value) : value]),
  ) as C;

/** Returns when a switch of the allow-list ends, and if the list is in force at a moment. */
export const allowListHolds = (rule: { readonly endsAt: number | null } | undefined, now: number): boolean =>
  rule !== undefined && (rule.endsAt === null || rule.endsAt > now);
