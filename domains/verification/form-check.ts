import type { VerificationRemark } from '@karat/contract';
import type { IdType } from './rules.ts';

/** Weights and check characters of a resident identity card number, GB 11643-1999 (ISO 7064 mod 11-2). */
const RESIDENT_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const RESIDENT_CHECK = '10X98765432';
const RESIDENT = /^[1-9][0-9]{5}(?<year>[0-9]{4})(?<month>[0-9]{2})(?<day>[0-9]{2})[0-9]{3}[0-9X]$/;
/** A Hong Kong identity card number: one or two letters, six digits, a check character. */
const HONG_KONG = /^[A-Z]{1,2}[0-9]{6}[0-9A]$/;
const ADULT_YEARS = 18;

function residentChecksum(card: string): boolean {
  const sum = RESIDENT_WEIGHTS.reduce((total, weight, at) => total + weight * Number(card[at]), 0);
  return RESIDENT_CHECK[sum % 11] === card[17];
}

/** Letters count 10 to 35, a missing first one 36; weights fall from 9 to 1 and the sum is divisible by 11. */
function hongKongChecksum(card: string): boolean {
  const signs = card.padStart(9, ' ');
  let sum = 0;
  for (let at = 0; at < 9; at++) {
    const sign = signs.charAt(at);
    const value = sign === ' ' ? 36 : parseInt(sign, 36);
    sum += value * (9 - at);
  }
  return sum % 11 === 0;
}

/** Returns the age in whole years at a moment, unix ms; undefined for an invalid date. */
function ageAt(year: number, month: number, day: number, now: number): number | undefined {
  const born = new Date(Date.UTC(year, month - 1, day));
  if (born.getUTCMonth() !== month - 1 || born.getUTCDate() !== day) return undefined;
  const today = new Date(now);
  const years = today.getUTCFullYear() - year;
  const before =
    today.getUTCMonth() < month - 1 || (today.getUTCMonth() === month - 1 && today.getUTCDate() < day);
  return before ? years - 1 : years;
}

function residentRemarks(card: string, now: number): VerificationRemark[] {
  const { year, month, day } = RESIDENT.exec(card)?.groups ?? {};
  const age = ageAt(Number(year), Number(month), Number(day), now);
  const remarks: VerificationRemark[] = [];
  if (age === undefined || age > 120 || age < 0) remarks.push('number_form');
  else if (age < ADULT_YEARS) remarks.push('under_age');
  if (!residentChecksum(card)) remarks.push('number_checksum');
  return remarks;
}

/** One repeated character, or consecutive digits. */
const repeats = (card: string): boolean => {
  const digits = card.replace(/[^0-9]/g, '');
  return (
    new Set(digits).size === 1 ||
    '01234567890123456789'.includes(digits) ||
    '9876543210987654321'.includes(digits)
  );
};

/** Returns remarks about a number from its form alone. `card` is in the stored form; `now` is unix ms. */
export function numberRemarks(card: string, type: IdType, now: number): VerificationRemark[] {
  const remarks: VerificationRemark[] = repeats(card) ? ['number_repeats'] : [];
  if (type !== 0) return remarks;
  if (RESIDENT.test(card)) remarks.push(...residentRemarks(card, now));
  else if (HONG_KONG.test(card) && !hongKongChecksum(card)) remarks.push('number_checksum');
  return remarks;
}

/** A name of one repeated letter, or of one part in a script that separates parts. */
export function nameRemarks(name: string): VerificationRemark[] {
  const messages = name.toLowerCase().replace(/[^\p{L}]/gu, '');
  const oneLetter = Array.from(messages).length > 2 && new Set(messages).size === 1;
  const onePart = /^\p{Script=Latin}+$/u.test(name);
  return oneLetter || onePart ? ['name_unusual'] : [];
}
