import { ceilDiv, floorDiv } from './integer.ts';

/**
 * Exact decimals: every amount, price and rate is an integer count of 1e-10 (ten decimals), held in a bigint. The
 * three brands keep a price from being added to an amount by mistake; they share one representation, so a conversion
 * is explicit (`amount()`, `price()`, `rate()`) and free.
 */
declare const kind: unique symbol;

/** Any of the three: an integer count of 1e-10. */
export type Decimal = bigint & { readonly [kind]: 'Amount' | 'Price' | 'Rate' };
/** A quantity of a currency, in 1e-10 of it. */
export type Amount = bigint & { readonly [kind]: 'Amount' };
/** Quote currency per one unit of base currency, in 1e-10. */
export type Price = bigint & { readonly [kind]: 'Price' };
/** A plain ratio (0.001 is 0.1 %), in 1e-10. */
export type Rate = bigint & { readonly [kind]: 'Rate' };

/** Decimals after the point of every Amount, Price and Rate. */
export const DECIMALS = 10;
/** The integer that represents 1. */
export const UNIT = 10n ** BigInt(DECIMALS);
export const ZERO = 0n as Amount;

/** Integer digits accepted from outside: with ten decimals the text fits numeric(38,10) with room for sums. */
const INTEGER_DIGITS_MAX = 18;
const PLAIN = /^(0|[1-9][0-9]*)(?:\.([0-9]{1,10}))?$/;

/**
 * Parses plain non-negative decimal text such as `12`, `0.5` or `30000.0000000001`. Returns undefined for signs,
 * exponents, separators, spaces, leading zeros, more than ten decimals or 18 integer digits.
 */
export function parse(text: string): Decimal | undefined {
  const match = PLAIN.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (whole.length > INTEGER_DIGITS_MAX) return undefined;
  return BigInt(whole + fraction.padEnd(DECIMALS, '0')) as Decimal;
}

const STORED = /^(-?)([0-9]+)(?:\.([0-9]{0,10}))?$/;

/** Parses text that this program wrote (a literal, a database column), sign allowed; throws for anything else. */
function trusted(text: string): bigint {
  const match = STORED.exec(text);
  if (!match) throw new RangeError(`not a decimal with at most ${DECIMALS} decimals: ${text}`);
  const [, sign, whole = '', fraction = ''] = match;
  const units = BigInt(whole + fraction.padEnd(DECIMALS, '0'));
  return sign === '-' ? -units : units;
}

/** Returns an Amount from trusted text or from an integer count of 1e-10. */
export const amount = (from: string | bigint): Amount =>
  (typeof from === 'string' ? trusted(from) : from) as Amount;
/** Returns a Price from trusted text or from an integer count of 1e-10. */
export const price = (from: string | bigint): Price =>
  (typeof from === 'string' ? trusted(from) : from) as Price;
/** Returns a Rate from trusted text or from an integer count of 1e-10. */
export const rate = (from: string | bigint): Rate =>
  (typeof from === 'string' ? trusted(from) : from) as Rate;

/** Returns the shortest exact text: no trailing zeros, no exponent (`-0.5`, `30000`). */
export function format(value: Decimal | Amount | Price | Rate): string {
  const digits = (value < 0n ? -value : value).toString().padStart(DECIMALS + 1, '0');
  let end = digits.length;
  const point = digits.length - DECIMALS;
  while (end > point && digits.charCodeAt(end - 1) === 48) end--;
  const text =
    end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
  return value < 0n ? `-${text}` : text;
}

/** Returns text with exactly `decimals` decimals; further digits are cut towards zero, so round first. */
export function formatFixed(value: Decimal | Amount | Price | Rate, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(DECIMALS + 1, '0');
  const point = digits.length - DECIMALS;
  const text =
    decimals === 0
      ? digits.slice(0, point)
      : `${digits.slice(0, point)}.${digits.slice(point, point + decimals)}`;
  return value < 0n ? `-${text}` : text;
}

export const plus = <T extends bigint>(a: T, b: T): T => ((a as bigint) + (b as bigint)) as T;
export const minus = <T extends bigint>(a: T, b: T): T => ((a as bigint) - (b as bigint)) as T;
export const negate = <T extends bigint>(a: T): T => -(a as bigint) as T;
export const min = <T extends bigint>(a: T, b: T): T => (a < b ? a : b);
export const max = <T extends bigint>(a: T, b: T): T => (a > b ? a : b);
export const compare = (a: bigint, b: bigint): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0);
export const sum = (values: Iterable<Amount>): Amount => {
  let total = 0n;
  for (const value of values) total += value;
  return total as Amount;
};

const smallestUnits = Array.from(
  { length: DECIMALS + 1 },
  (_, decimals) => 10n ** BigInt(DECIMALS - decimals),
);

/**
 * Returns the last decimal place of a currency or market with `decimals` decimals (0 to 10, else RangeError), in
 * 1e-10.
 */
export function smallestUnit(decimals: number): bigint {
  const unit = smallestUnits[decimals];
  if (unit === undefined) throw new RangeError(`decimals must be 0 to ${DECIMALS}: ${decimals}`);
  return unit;
}

/** Returns value x factor, rounded towards minus infinity at `decimals` decimals: for amounts that a user receives. */
export function mulDown(value: Amount, factor: Price | Rate, decimals = DECIMALS): Amount {
  const unit = smallestUnit(decimals);
  return (floorDiv(value * factor, UNIT * unit) * unit) as Amount;
}

/**
 * Returns value x factor, rounded towards plus infinity at `decimals` decimals: for amounts that a user pays or
 * reserves.
 */
export function mulUp(value: Amount, factor: Price | Rate, decimals = DECIMALS): Amount {
  const unit = smallestUnit(decimals);
  return (ceilDiv(value * factor, UNIT * unit) * unit) as Amount;
}

/** Returns value / divisor, rounded towards minus infinity at `decimals` decimals. Throws for a zero divisor. */
export function divDown(value: Amount, divisor: Price | Rate | Amount, decimals = DECIMALS): Amount {
  const unit = smallestUnit(decimals);
  return (floorDiv(value * UNIT, divisor * unit) * unit) as Amount;
}

/** Returns value / divisor, rounded towards plus infinity at `decimals` decimals. Throws for a zero divisor. */
export function divUp(value: Amount, divisor: Price | Rate | Amount, decimals = DECIMALS): Amount {
  const unit = smallestUnit(decimals);
  return (ceilDiv(value * UNIT, divisor * unit) * unit) as Amount;
}

/** Rounds towards minus infinity at `decimals` decimals. */
export function roundDown<T extends bigint>(value: T, decimals: number): T {
  const unit = smallestUnit(decimals);
  return (floorDiv(value, unit) * unit) as T;
}

/** Rounds towards plus infinity at `decimals` decimals. */
export function roundUp<T extends bigint>(value: T, decimals: number): T {
  const unit = smallestUnit(decimals);
  return (ceilDiv(value, unit) * unit) as T;
}

/** Returns true if value is a multiple of `unit` (a tick, a lot). */
export const isMultipleOf = (value: bigint, unit: bigint): boolean => unit > 0n && value % unit === 0n;
