import { amount, divUp, max, mulUp, times } from '@karat/money';
import type { Amount, Price } from '@karat/money';

/** Thresholds of sweeps; configuration may replace each. */
export interface SweepPolicy {
  /** Minimum value of what lies at an address, in USDT; 0 sweeps nothing. */
  readonly fromUsdt: Amount;
  /** What is swept is worth at least this multiple of the fees. */
  readonly feeFactor: number;
  /** Maximum of open sweeps on a network. */
  readonly openMax: number;
  /** Confirmations after which a sweep is final. */
  readonly buried: number;
  /** An unmined transfer is sent again with a higher fee after this time. */
  readonly stuckMs: number;
  /** After a failure an address is left alone for this time. */
  readonly pauseMs: number;
}

export const SWEEP_POLICY: SweepPolicy = {
  fromUsdt: amount('100'),
  feeFactor: 20,
  openMax: 50,
  buried: 100,
  stuckMs: 30 * 60 * 1000,
  pauseMs: 24 * 60 * 60 * 1000,
};

/** Gas of a transfer of the native coin to an address without code. */
export const COIN_GAS = 21_000n;
/** Gas of both transfers of a token sweep, rounded up. */
export const TOKEN_SWEEP_GAS = 120_000n;

export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/**
 * Returns the smallest amount of a currency that is swept at present prices, rounded up. `fee` is what a sweep may cost
 * in the chain's coin.
 */
export function minimumOf(
  policy: SweepPolicy,
  prices: { readonly unit: Price; readonly coin: Price },
  fee: Amount,
): Amount {
  const value = max(policy.fromUsdt, times(mulUp(fee, prices.coin), policy.feeFactor));
  return divUp(value, prices.unit);
}

const baseFeeOf = ({ maxFeePerGas, maxPriorityFeePerGas }: Fees): bigint =>
  (maxFeePerGas - maxPriorityFeePerGas) / 2n;

/**
 * Returns the fees of a transfer that empties an address: what is left there is the difference between the highest and
 * the paid fee, so the base fee may rise by a quarter only.
 */
export function tightFees(fees: Fees): Fees {
  const { maxPriorityFeePerGas } = fees;
  return { maxFeePerGas: (baseFeeOf(fees) * 5n) / 4n + maxPriorityFeePerGas, maxPriorityFeePerGas };
}

/** Returns fees that a sum of coins covers for an amount of gas: the given ones, or less. */
export function affordable(fees: Fees, coins: bigint, gas: bigint): Fees {
  const most = coins / gas;
  const maxFeePerGas = fees.maxFeePerGas < most ? fees.maxFeePerGas : most;
  const tip = fees.maxPriorityFeePerGas;
  return { maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas };
}

/** Returns true if coins cover the gas at the present fees, with a rise of the base fee to its double. */
export const covers = (fees: Fees, coins: bigint, gas: bigint): boolean => coins >= gas * fees.maxFeePerGas;

/** A top-up covers twice the present maximum, so that it is enough when the transfer is signed later. */
export const topUpOf = (fees: Fees, coins: bigint, gas: bigint): bigint =>
  gas * fees.maxFeePerGas * 2n - coins;

/** Returns the lowest number from `from` on that is not used. */
export function freeNonce(used: readonly number[], from: number): number {
  const taken = new Set(used);
  let free = from;
  while (taken.has(free)) free += 1;
  return free;
}
