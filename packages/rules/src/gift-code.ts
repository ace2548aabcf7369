/** Letters and digits that nobody confuses; 32 of them, five bits each. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 5;
const GROUP_LENGTH = 5;
/** 25 characters: 125 random bits. */
export const GIFT_CODE_LENGTH = GROUPS * GROUP_LENGTH;

export const GIFT_DAYS_MIN = 1;
export const GIFT_DAYS_MAX = 30;

/** Returns a gift code from random bytes, one for each character. Throws a `RangeError` for another number of bytes. */
export function giftCodeFrom(bytes: Uint8Array): string {
  if (bytes.length !== GIFT_CODE_LENGTH) throw new RangeError(`${bytes.length} bytes`);
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}

const GROUP = new RegExp(`.{${GROUP_LENGTH}}(?=.)`, 'gu');
/** Returns a code in readable groups: `7KQ2M-XR4TD-...`. */
export const groupedGiftCode = (code: string): string => code.replace(GROUP, '$&-');

const CODE = new RegExp(`^[${ALPHABET}]{${GIFT_CODE_LENGTH}}$`, 'u');
/**
 * Returns a typed code without separators, with the letters that look like digits replaced; undefined if it cannot be a gift
 * code.
 */
export function readGiftCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/O/gu, '0')
    .replace(/[IL]/gu, '1');
  return CODE.test(code) ? code : undefined;
}
