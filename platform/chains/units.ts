import { DECIMALS, amount, smallestUnit } from '@karat/money';
import type { Amount } from '@karat/money';

/**
 * Converts chain units to a ledger amount, rounded down to `decimals` decimals of the currency. A chain may have more
 * decimals than the ledger (ETH has 18); the remainder is credited to nobody.
 */
export function amountOf(units: bigint, chainDecimals: number, decimals = DECIMALS): Amount {
  const kept = Math.min(decimals, chainDecimals);
  const whole = units / 10n ** BigInt(chainDecimals - kept);
  return amount(whole * smallestUnit(kept));
}

/** Converts chain units to a ledger amount, rounded up to `decimals` decimals of the currency. */
export function amountUpOf(units: bigint, chainDecimals: number, decimals = DECIMALS): Amount {
  const kept = Math.min(decimals, chainDecimals);
  const step = 10n ** BigInt(chainDecimals - kept);
  return amount(((units + step - 1n) / step) * smallestUnit(kept));
}

/** Converts an amount to chain units. Throws if the amount has more decimals than the chain: callers check before. */
export function unitsOf(value: Amount, chainDecimals: number): bigint {
  if (chainDecimals >= DECIMALS) return value * 10n ** BigInt(chainDecimals - DECIMALS);
  const step = smallestUnit(chainDecimals);
  if (value % step !== 0n) throw new RangeError(`${value} is finer than ${chainDecimals} decimals`);
  return value / step;
}
