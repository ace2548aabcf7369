/** ISO 7064 MOD 97-10 over letters as numbers (A 10 ... Z 35). */
function mod97(text: string): number {
  let rest = 0;
  for (const sign of text) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

const MARK = 'KRT';
const DIGITS = 9;
/** Range of numbers in a reference. */
export const REFERENCE_NUMBERS = 10 ** DIGITS;
const REFERENCE = /RF[0-9]{2}KRT[0-9]{9}/g;

/**
 * Creditor reference of ISO 11649 for a number below 1,000,000,000: `RF`, two check digits by ISO 7064 MOD 97-10,
 * `KRT` and nine digits. Banks know the format; it detects every wrong character and every swap of two.
 */
export function referenceOf(number: number): string {
  const body = `${MARK}${String(number).padStart(DIGITS, '0')}`;
  const check = 98 - mod97(`${body}RF00`);
  return `RF${String(check).padStart(2, '0')}${body}`;
}

/** Returns true if the check digits are right. */
export const isReference = (text: string): boolean =>
  text.length === 16 && /^RF[0-9]{2}KRT[0-9]{9}$/.test(text) && mod97(text.slice(4) + text.slice(0, 4)) === 1;

/**
 * Returns the first valid reference in a payer's text, with any separators between its characters; undefined if there
 * is none.
 */
export function findReference(words: string): string | undefined {
  const signs = words.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  for (const [found] of signs.matchAll(REFERENCE)) if (isReference(found)) return found;
  return undefined;
}
