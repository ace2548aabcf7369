import { VERIFICATION_STATE, refuse } from '@karat/contract';
import type { NumberOf } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';

/** 0 not verified, 1 identity data verified, 2 photos verified. */
export type VerificationLevel = 0 | 1 | 2;
/** 0 identity card, 1 passport, 2 driving licence. */
export type IdType = 0 | 1 | 2;
export type RequestState = 'auditing' | 'verified' | 'failed';

export type WireState = NumberOf<typeof VERIFICATION_STATE>;

/** Limits of a level. */
export interface LevelLimits {
  /** Withdrawals in a rolling 24 hours, in BTC. */
  readonly withdrawalBtc: Amount;
  /** One fiat purchase, in USDT. */
  readonly fiatUsdt: Amount;
}

/** Default limits of each level. */
export const LEVEL_LIMITS: Readonly<Record<VerificationLevel, LevelLimits>> = {
  0: { withdrawalBtc: amount('0'), fiatUsdt: amount('0') },
  1: { withdrawalBtc: amount('200'), fiatUsdt: amount('2000') },
  2: { withdrawalBtc: amount('500'), fiatUsdt: amount('1000000') },
};

/** Returns the state of a level: verified while the account has it, else the state of its latest request. */
export function stepState(
  level: VerificationLevel,
  step: 1 | 2,
  latest: RequestState | undefined,
): WireState {
  if (level >= step) return VERIFICATION_STATE.verified;
  if (latest === 'auditing') return VERIFICATION_STATE.underAudit;
  // A level that was removed after a pass can be requested again.
  return latest === 'failed' ? VERIFICATION_STATE.failed : VERIFICATION_STATE.none;
}

const NAME_MIN = 2;
const NAME_MAX = 80;
/** Letters of any script; between them spaces, dots, hyphens, apostrophes and the middle dot of transcribed names. */
const NAME = /^\p{L}[\p{L}\p{M}]*(?:[ .·・'’-]{1,2}\p{L}[\p{L}\p{M}]*)*\.?$/u;
/** More marks on one letter than any script uses. */
const STACKED = /\p{M}{4}/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** Returns a name as on the document, 2 to 80 characters. Refuses digits and symbols with `real_name_invalid`. */
export function readName(typed: string): string {
  const name = typed.normalize('NFC').trim().replace(/\s+/gu, ' ');
  const length = Array.from(name).length;
  const right = name.isWellFormed() && NAME.test(name) && !STACKED.test(name) && !INVISIBLE.test(name);
  return right && length >= NAME_MIN && length <= NAME_MAX ? name : refuse('real_name_invalid');
}

/** Separators in a printed number. */
const PRINTED = /[\s().·/-]/gu;
/** Letters and digits with at least four digits. */
const NUMBER = /^(?=(?:[A-Z]*[0-9]){4})[A-Z0-9]{5,24}$/;
/** ICAO 9303 gives a passport number nine characters; some states print more beside it. */
const PASSPORT = /^(?=(?:[A-Z]*[0-9]){4})[A-Z0-9]{6,12}$/;

/** Returns the canonical form of a document number, which is stored and compared. Refuses `document_number_invalid`. */
export function readCard(typed: string, type: IdType): string {
  const card = typed.normalize('NFKC').replace(PRINTED, '').toUpperCase();
  return (type === 1 ? PASSPORT : NUMBER).test(card) ? card : refuse('document_number_invalid');
}

const SHOWN_START = 2;
const SHOWN_END = 2;

/** Returns the masked number for its owner: two characters at each end. */
export const masked = (card: string): string =>
  card.slice(0, SHOWN_START) +
  '*'.repeat(Math.max(3, card.length - SHOWN_START - SHOWN_END)) +
  card.slice(-SHOWN_END);
