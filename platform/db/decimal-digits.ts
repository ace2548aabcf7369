/** PostgreSQL keeps a numeric in digits of base 10,000. */
const BASE = 10_000;
const BASE_BIG = 10_000n;
const SCALE = 10;
/** Ten decimals are three digits, the last of which ends in two zeros. */
const FRACTION_DIGITS = 3;
const UNITS_BIG = 10n ** BigInt(SCALE);
/** A numeric(38, 10) has seven digits before the point. */
const DIGITS_MAX = 16;
/** Number of digits, weight of the first, sign, scale. */
const HEADER_BYTES = 8;
const NEGATIVE = 0x40_00;
const WEIGHT_AT = 2;
const SIGN_AT = 4;
const SCALE_AT = 6;
const WORD = Int32Array.BYTES_PER_ELEMENT;
const LARGEST = 2n ** 63n - 1n;
const SMALLEST = -LARGEST;
const TWO_16 = 2 ** 16;
const TWO_32 = 2 ** 32;
const EIGHT_DECIMALS = 100_000_000;
const HUNDRED = 100;
const MILLION = 1_000_000;

/**
 * Numerics in PostgreSQL's binary form. A value of at most 2^63 is split by integers of 32 bits: a division of bigints, or a remainder of
 * doubles, takes longer than all the rest.
 */
export class DecimalDigits {
  /** From the last digit to the first. */
  readonly #digits = new Uint16Array(DIGITS_MAX);
  readonly #words = new DataView(new ArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  #count = 0;

  /** Writes a value, in 1e-10, and returns its length in bytes. Throws RangeError beyond 52 decimal digits before the point. */
  write(view: DataView, at: number, value: bigint): number {
    if (value === 0n) {
      view.setInt32(at, 0);
      view.setInt32(at + SIGN_AT, SCALE);
      return HEADER_BYTES;
    }
    if (value <= LARGEST && value >= SMALLEST) this.#split(value);
    else this.#splitBig(value < 0n ? -value : value);
    const digits = this.#digits;
    let first = this.#count;
    let last = 0;
    while (first > 0 && digits[first - 1] === 0) first--;
    while (last < first && digits[last] === 0) last++;
    view.setInt16(at, first - last);
    view.setInt16(at + WEIGHT_AT, first - FRACTION_DIGITS - 1);
    view.setInt16(at + SIGN_AT, value < 0n ? NEGATIVE : 0);
    view.setInt16(at + SCALE_AT, SCALE);
    let to = at + HEADER_BYTES;
    for (let digit = first - 1; digit >= last; digit--) {
      view.setInt16(to, digits[digit] ?? 0);
      to += Uint16Array.BYTES_PER_ELEMENT;
    }
    return to - at;
  }

  #split(value: bigint): void {
    const words = this.#words;
    words.setBigInt64(0, value);
    let high = words.getInt32(0);
    let low = words.getInt32(WORD);
    if (high < 0) {
      low = -low | 0;
      high = low === 0 ? -high | 0 : ~high;
    }
    // Long division by 10^8 in pieces of 16 bits: every step stays below 2^53.
    const top = Math.floor(high / EIGHT_DECIMALS);
    const upper = (high - top * EIGHT_DECIMALS) * TWO_16 + (low >>> 16);
    const middle = Math.floor(upper / EIGHT_DECIMALS);
    const lower = (upper - middle * EIGHT_DECIMALS) * TWO_16 + (low & (TWO_16 - 1));
    const bottom = Math.floor(lower / EIGHT_DECIMALS);
    const decimals = (lower - bottom * EIGHT_DECIMALS) | 0;
    const rest = top * TWO_32 + middle * TWO_16 + bottom;
    const whole = Math.floor(rest / HUNDRED) | 0;
    this.#setFraction(rest - whole * HUNDRED, decimals);
    const digits = this.#digits;
    digits[3] = whole % BASE;
    digits[4] = ((whole / BASE) | 0) % BASE;
    digits[5] = (whole / EIGHT_DECIMALS) | 0;
    this.#count = FRACTION_DIGITS + 3;
  }

  #splitBig(value: bigint): void {
    const fraction = Number(value % UNITS_BIG);
    const front = Math.floor(fraction / EIGHT_DECIMALS);
    this.#setFraction(front, fraction - front * EIGHT_DECIMALS);
    this.#count = FRACTION_DIGITS;
    for (let rest = value / UNITS_BIG; rest > 0n; rest /= BASE_BIG) {
      if (this.#count === DIGITS_MAX) throw new RangeError(`too large for a numeric: ${value}e-10`);
      this.#digits[this.#count++] = Number(rest % BASE_BIG);
    }
  }

  /** The first two decimals, and the eight after them. */
  #setFraction(front: number, decimals: number): void {
    const digits = this.#digits;
    digits[2] = front * HUNDRED + ((decimals / MILLION) | 0);
    digits[1] = ((decimals / HUNDRED) | 0) % BASE;
    digits[0] = (decimals % HUNDRED) * HUNDRED;
  }
}
