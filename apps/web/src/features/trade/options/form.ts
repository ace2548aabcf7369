import { amount, format, minus, parseAmount, rateFromPercent } from '@karat/money';
import type { Amount } from '@karat/money';
import { optionPayout } from '@karat/rules';
import type { AllReplies } from '../../../lib/calls.ts';

export type Duration = AllReplies['microtrade/seconds'][number];
export type Payable = AllReplies['microtrade/payable_currencies'][number];

/** Estimate of an option, in decimal text. */
export interface PayoutEstimate {
  /** Stake plus profit. */
  readonly pays: string;
  /** Remaining balance of the options account while it is open; null where the balance is too small for the stake. */
  readonly left: string | null;
}

export type StakeProblem = 'enter_amount' | 'between' | 'short';

const read = (text: string): Amount | undefined => {
  const value = parseAmount(text);
  return value === 0n ? undefined : value;
};

/** The range that both duration and currency allow. */
export function stakeRange(
  duration: Duration,
  payable: Payable,
): { readonly min: string; readonly max: string } {
  const larger = (a: string, b: string): string => ((parseAmount(a) ?? 0n) > (parseAmount(b) ?? 0n) ? a : b);
  const smaller = (a: string, b: string): string => ((parseAmount(a) ?? 0n) < (parseAmount(b) ?? 0n) ? a : b);
  return {
    min: larger(duration.min_amount, payable.micro_min),
    max: smaller(duration.max_amount, payable.micro_max),
  };
}

/** Estimate of a stake; undefined while it is not an amount. */
export function payoutEstimateOf(
  text: string,
  duration: Duration,
  payable: Payable,
): PayoutEstimate | undefined {
  const stake = read(text);
  const percent = parseAmount(duration.profit_ratio);
  if (stake === undefined || percent === undefined) return undefined;
  const left = minus(amount(payable.user_wallet.micro_balance), stake);
  return {
    pays: format(optionPayout(stake, rateFromPercent(percent), payable.decimals)),
    left: left < 0n ? null : format(left),
  };
}

/** Returns the validation error of a stake, if any. */
export function problemOf(text: string, duration: Duration, payable: Payable): StakeProblem | undefined {
  const stake = read(text);
  if (stake === undefined) return 'enter_amount';
  const { min, max } = stakeRange(duration, payable);
  if (stake < (parseAmount(min) ?? 0n) || stake > (parseAmount(max) ?? 0n)) return 'between';
  return stake > (parseAmount(payable.user_wallet.micro_balance) ?? 0n) ? 'short' : undefined;
}

/** Remaining time as `0:29`, `4:05`; rounded up to the second, so that zero means expired. */
export function countdown(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
