import { DECIMALS, amount, smallestUnit } from '@karat/money';
import type { Amount } from '@karat/money';

/**
 * An amount of a chain's smallest units as the ledger keeps it, rounded down to `decimals` decimals of the currency: a chain
 * may count finer than the ledger (ETH has 18 decimals there), and what is finer is nobody's.
 */
export function amountOf(units: bigint, chainDecimals: number, decimals = DECIMALS): Amount {
  const kept = Math.min(decimals, chainDecimals);
  const whole = units / 10n ** BigInt(chainDecimals - kept);
  return amount(whole * smallestUnit(kept));
}

/** An amount in the chain's smallest units. One that is finer than the chain throws: callers check decimals before. */
export function unitsOf(value: Amount, chainDecimals: number): bigint {
  if (chainDecimals >= DECIMALS) return value * 10n ** BigInt(chainDecimals - DECIMALS);
  const step = smallestUnit(chainDecimals);
  if (value % step !== 0n) throw new RangeError(`${value} is finer than ${chainDecimals} decimals`);
  return value / step;
}
