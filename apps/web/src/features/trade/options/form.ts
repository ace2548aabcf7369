import { UNIT, ZERO, format, minus, mulDown, parse, plus, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { AllReplies } from '../../../lib/calls.ts';

export type Duration = AllReplies['microtrade/seconds'][number];
export type Payable = AllReplies['microtrade/payable_currencies'][number];

/** Estimate of an option, in decimal text. */
export interface PayoutEstimate {
  /** Stake plus profit. */
  readonly pays: string;
  /** Remaining balance of the options account while it is open. */
  readonly left: string;
}

export type StakeProblem = 'enter_amount' | 'between' | 'short';

const PERCENT = rate('0.01');
/** Decimals of dollar coins. */
const DECIMALS = 6;

const read = (text: string): Amount | undefined => {
  const value = parse(text);
  return value === undefined || value === 0n ? undefined : (value as bigint as Amount);
};

/** The range that both duration and currency allow. */
export function stakeRange(
  duration: Duration,
  payable: Payable,
): { readonly min: string; readonly max: string } {
  const larger = (a: string, b: string): string => ((parse(a) ?? 0n) > (parse(b) ?? 0n) ? a : b);
  const smaller = (a: string, b: string): string => ((parse(a) ?? 0n) < (parse(b) ?? 0n) ? a : b);
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
  const percent = parse(duration.profit_ratio);
  if (stake === undefined || percent === undefined) return undefined;
  const ratio = rate((percent * PERCENT) / UNIT);
  const balance = (parse(payable.user_wallet.micro_balance) ?? 0n) as bigint as Amount;
  const left = minus(balance, stake);
  return {
    pays: format(plus(stake, mulDown(stake, ratio, DECIMALS))),
    left: format(left < 0n ? ZERO : left),
  };
}

/** Returns the validation error of a stake, if any. */
export function problemOf(text: string, duration: Duration, payable: Payable): StakeProblem | undefined {
  const stake = read(text);
  if (stake === undefined) return 'enter_amount';
  const { min, max } = stakeRange(duration, payable);
  if (stake < (parse(min) ?? 0n) || stake > (parse(max) ?? 0n)) return 'between';
  return stake > (parse(payable.user_wallet.micro_balance) ?? 0n) ? 'short' : undefined;
}

/** Remaining time as `0:29`, `4:05`; rounded up to the second, so that zero means expired. */
export function countdown(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
