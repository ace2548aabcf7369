import { sha256Bytes } from '../sha256.ts';

/**
 * Numbers of the price model: bigints that count 1e-15. Only whole-number arithmetic and SHA-256 are used, so that anyone gets
 * the same prices from a seed in any language.
 */
export const ONE = 10n ** 15n;

/** A decimal literal as a fixed-point number, `0.025`. */
export function fixed(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(15, '0'));
  return text.startsWith('-') ? -units : units;
}

/** Largest whole number whose square is not above n. */
export function isqrt(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

/** Square root of a fixed-point number. */
export const sqrt = (value: bigint): bigint => isqrt(value * ONE);

/** e^x for a fixed-point number: x is halved until it is small, the series summed, the result squared back. */
export function exp(x: bigint): bigint {
  let halvings = 0;
  while (x > ONE / 4n || x < -ONE / 4n) {
    x /= 2n;
    halvings += 1;
  }
  let term = ONE;
  let total = ONE;
  for (let n = 1n; term !== 0n && n < 30n; n++) {
    term = (term * x) / (ONE * n);
    total += term;
  }
  for (; halvings > 0; halvings--) total = (total * total) / ONE;
  return total;
}

/** The sixteen 16-bit words of SHA-256 of a label. */
export function words(label: string): number[] {
  const digest = sha256Bytes(label);
  return Array.from({ length: 16 }, (_, i) => ((digest[2 * i] ?? 0) << 8) | (digest[2 * i + 1] ?? 0));
}

/** Standard deviation of the sum of sixteen words, 65536 x sqrt(16 / 12), rounded. */
const SIXTEEN_WORDS_SD = 75_674n;
const SIXTEEN_WORDS_MEAN = 524_280;
/** The same of four words. */
const FOUR_WORDS_SD = 37_837n;
const FOUR_WORDS_MEAN = 131_070;

/** A draw that is close to normal (mean 0, deviation 1): the sum of sixteen uniform words. */
export function normal(label: string): bigint {
  let sum = -SIXTEEN_WORDS_MEAN;
  for (const word of words(label)) sum += word;
  return (BigInt(sum) * ONE) / SIXTEEN_WORDS_SD;
}

/** Four cheaper draws from one hash, each the sum of four words. */
export function fourNormals(label: string): [bigint, bigint, bigint, bigint] {
  const w = words(label);
  const draw = (from: number): bigint => {
    let sum = -FOUR_WORDS_MEAN;
    for (let i = from; i < from + 4; i++) sum += w[i] ?? 0;
    return (BigInt(sum) * ONE) / FOUR_WORDS_SD;
  };
  return [draw(0), draw(4), draw(8), draw(12)];
}

/** A uniform draw in 0..65535. */
export const uniform16 = (label: string): number => words(label)[0] ?? 0;
