import { DECIMALS, amount } from '@karat/money';
import type { Amount } from '@karat/money';

/** Currencies without a minor unit: 500 yen are 500. */
const WITHOUT_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** A thousandth each, of which card networks accept tens only. */
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '));
/** Written with two decimals that must be zero, though the currency has none. */
const WHOLE_IN_HUNDREDTHS = new Set(['ISK', 'UGX']);

const decimalsOf = (currency: string): number => {
  if (WITHOUT_DECIMALS.has(currency)) return 0;
  return THREE_DECIMALS.has(currency) ? 3 : 2;
};
const unitOf = (currency: string): bigint => 10n ** BigInt(DECIMALS - decimalsOf(currency));

/**
 * Returns an amount in the unit that Stripe expects for a currency (ISO 4217 in capitals). Throws RangeError if the
 * amount is finer than that, or than what the currency's cards accept: nothing is rounded.
 */
export function toMinorUnits(value: Amount, currency: string): bigint {
  const unit = unitOf(currency);
  const step = WHOLE_IN_HUNDREDTHS.has(currency) ? 100n : THREE_DECIMALS.has(currency) ? 10n : 1n;
  if (value % (unit * step) !== 0n) throw new RangeError(`an amount in ${currency} that is too fine`);
  return value / unit;
}

/** Returns the amount of a number of Stripe's units. Throws RangeError for a number that is not exact. */
export function fromMinorUnits(units: number, currency: string): Amount {
  if (!Number.isSafeInteger(units) || units < 0) throw new RangeError(`not a number of units: ${units}`);
  return amount(BigInt(units) * unitOf(currency));
}
