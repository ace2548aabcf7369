import { refuse } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';

/** 0 not verified, 1 identity data verified, 2 photos verified. */
export type VerificationLevel = 0 | 1 | 2;
/** 0 identity card, 1 passport, 2 driving licence. */
export type IdType = 0 | 1 | 2;
export type RequestState = 'auditing' | 'verified' | 'failed';

/** The wire's numbers: 0 none, 1 under audit, 2 verified, 3 failed. */
export type WireState = 0 | 1 | 2 | 3;

/** What a level allows. */
export interface LevelLimits {
  /** What may leave the account in a rolling 24 hours, in BTC. */
  readonly withdrawalBtc: Amount;
  /** What one purchase with fiat money may be, in USDT. */
  readonly fiatUsdt: Amount;
}

/** Limits of each level unless configured otherwise. */
export const LEVEL_LIMITS: Readonly<Record<VerificationLevel, LevelLimits>> = {
  0: { withdrawalBtc: amount('0'), fiatUsdt: amount('0') },
  1: { withdrawalBtc: amount('200'), fiatUsdt: amount('2000') },
  2: { withdrawalBtc: amount('500'), fiatUsdt: amount('1000000') },
};

/** How a level stands: verified while the account has it, else what became of the latest request for it. */
export function stepState(
  level: VerificationLevel,
  step: 1 | 2,
  latest: RequestState | undefined,
): WireState {
  if (level >= step) return 2;
  if (latest === 'auditing') return 1;
  // A level that was passed and taken away again may be asked for anew.
  return latest === 'failed' ? 3 : 0;
}

const NAME_MIN = 2;
const NAME_MAX = 80;
/** Letters of any script; between them spaces, dots, hyphens, apostrophes and the middle dot of transcribed names. */
const NAME = /^\p{L}[\p{L}\p{M}]*(?:[ .·・'’-]{1,2}\p{L}[\p{L}\p{M}]*)*\.?$/u;
/** More marks on one letter than any script stacks. */
const STACKED = /\p{M}{4}/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** A person's name as the document has it, 2 to 80 characters; digits and special characters refuse with `real_name_invalid`. */
export function readName(typed: string): string {
  const name = typed.normalize('NFC').trim().replace(/\s+/gu, ' ');
  const length = Array.from(name).length;
  const right = name.isWellFormed() && NAME.test(name) && !STACKED.test(name) && !INVISIBLE.test(name);
  return right && length >= NAME_MIN && length <= NAME_MAX ? name : refuse('real_name_invalid');
}

/** Signs between the digits of a number as it is printed. */
const PRINTED = /[\s().·/-]/gu;
/** Letters and digits with at least four digits among them. */
const NUMBER = /^(?=(?:[A-Z]*[0-9]){4})[A-Z0-9]{5,24}$/;
/** ICAO 9303 gives a passport's number nine places; some states print more beside it. */
const PASSPORT = /^(?=(?:[A-Z]*[0-9]){4})[A-Z0-9]{6,12}$/;

/** The number of a document in the one form in which it is kept and compared; else `document_number_invalid`. */
export function readCard(typed: string, type: IdType): string {
  const card = typed.normalize('NFKC').replace(PRINTED, '').toUpperCase();
  return (type === 1 ? PASSPORT : NUMBER).test(card) ? card : refuse('document_number_invalid');
}

const SHOWN_START = 2;
const SHOWN_END = 2;

/** The number as its owner sees it again: two characters at each end. */
export const masked = (card: string): string =>
  card.slice(0, SHOWN_START) +
  '*'.repeat(Math.max(3, card.length - SHOWN_START - SHOWN_END)) +
  card.slice(-SHOWN_END);
