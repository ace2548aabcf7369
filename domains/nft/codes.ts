import type { Random } from '@karat/platform/random';

/** Digits without those that look alike; 32, so that five random bits name one. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_DIGITS = 11;

/** A random code of a work (`W`), box (`B`) or series (`S`): 55 random bits. */
export const newCode = (kind: 'W' | 'B' | 'S', random: Random): string =>
  kind + [...random.bytes(CODE_DIGITS)].map((byte) => DIGITS[byte % DIGITS.length] ?? '0').join('');
