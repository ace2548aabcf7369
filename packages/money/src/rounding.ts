import { DECIMALS, UNIT, parse, price, rate, smallestUnit } from './decimal.ts';
import type { Amount, Price, Rate } from './decimal.ts';
import { ceilDiv, floorDiv } from './integer.ts';

/** value x factor / divisor, rounded once, towards minus infinity, at `decimals` decimals. Dividing by zero throws. */
export function mulDivDown<T extends bigint>(
  value: T,
  factor: bigint,
  divisor: bigint,
  decimals = DECIMALS,
): T {
  const unit = smallestUnit(decimals);
  return (floorDiv((value as bigint) * factor, divisor * unit) * unit) as T;
}

/** value x factor / divisor, rounded once, towards plus infinity, at `decimals` decimals. Dividing by zero throws. */
export function mulDivUp<T extends bigint>(
  value: T,
  factor: bigint,
  divisor: bigint,
  decimals = DECIMALS,
): T {
  const unit = smallestUnit(decimals);
  return (ceilDiv((value as bigint) * factor, divisor * unit) * unit) as T;
}

/** value x count, exact. */
export const times = <T extends bigint>(value: T, count: number | bigint): T =>
  ((value as bigint) * BigInt(count)) as T;

/** A whole number of percent of a value, rounded down at 1e-10. */
export const percentOf = <T extends bigint>(value: T, percent: number): T =>
  floorDiv((value as bigint) * BigInt(percent), 100n) as T;

/** The largest multiple of `step` that is not above a value. */
export const floorToStep = <T extends bigint>(value: T, step: bigint): T =>
  (floorDiv(value, step) * step) as T;

/** The smallest multiple of `step` that is not below a value. */
export const ceilToStep = <T extends bigint>(value: T, step: bigint): T => (ceilDiv(value, step) * step) as T;

/** The multiple of `step` nearest to a value, halves up. */
export const roundToStep = <T extends bigint>(value: T, step: bigint): T =>
  (floorDiv(2n * value + step, 2n * step) * step) as T;

/** part / whole, rounded down at 1e-10. Dividing by zero throws. */
export const ratioDown = (part: bigint, whole: bigint): Rate => rate(floorDiv(part * UNIT, whole));

/** Quote / base, rounded down at 1e-10. Dividing by zero throws. */
export const priceDown = (quote: Amount, base: Amount): Price => price(floorDiv(quote * UNIT, base));

/** Quote / base, rounded up at 1e-10. Dividing by zero throws. */
export const priceUp = (quote: bigint, base: bigint): Price => price(ceilDiv(quote * UNIT, base));

/** value / count, rounded down at 1e-10. Dividing by zero throws. */
export const divideDown = <T extends bigint>(value: T, count: number | bigint): T =>
  floorDiv(value, BigInt(count)) as T;

/** 1 / value, rounded down at 1e-10. Dividing by zero throws. */
export const inverseDown = (value: Rate): Price => price(floorDiv(UNIT * UNIT, value));

/** total / count, rounded half up at `decimals` decimals; total and count are not negative. */
export function divideHalfUp(total: bigint, count: bigint, decimals: number): Price {
  const unit = smallestUnit(decimals);
  const divisor = count * unit;
  return price(((2n * total + divisor) / (2n * divisor)) * unit);
}

/** A rate in percent, exact: 0.001 is 0.1. */
export const percentFromRate = (value: Rate): Rate => times(value, 100);

/** A percentage as a rate, rounded down at 1e-10: 0.1 is 0.001. */
export const rateFromPercent = (percent: bigint): Rate => rate(floorDiv(percent, 100n));

/** Reads an amount that a person or a client wrote; undefined for what `parse` refuses. */
export const parseAmount = (text: string): Amount | undefined => parse(text) as Amount | undefined;

/** Reads a price that a person or a client wrote; undefined for what `parse` refuses. */
export const parsePrice = (text: string): Price | undefined => parse(text) as Price | undefined;
