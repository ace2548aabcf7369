import { UNIT, ZERO, amount, max, min, mulDivDown, mulDivUp } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { LOAN_LEVERAGE_MAX, exactLoanValue } from './risk.ts';
import type { LoanState, PricedAmount } from './risk.ts';

/** Smallest and largest loan, in USDT. */
export interface LoanLimits {
  readonly min: Amount;
  readonly max: Amount;
}

/** A currency and what one unit of it is worth in USDT. */
export interface LoanCurrency {
  readonly price: Price;
  readonly decimals: number;
}

/** The limits in a currency: the smallest loan rounded up, the largest rounded down. */
export const loanLimitsIn = (
  { min: least, max: largest }: LoanLimits,
  { price, decimals }: LoanCurrency,
) => ({
  min: mulDivUp(least, UNIT, price, decimals),
  max: mulDivDown(largest, UNIT, price, decimals),
});

/** The largest loan on own equity alone, rounded down at the decimals of the currency. */
export function maxBorrowable(
  equity: readonly PricedAmount[],
  limits: LoanLimits,
  currency: LoanCurrency,
): Amount {
  const leveraged = amount(exactLoanValue(equity) * BigInt(LOAN_LEVERAGE_MAX));
  // The value is exact in 1e-20, so that it is divided once.
  const byEquity = mulDivDown(leveraged, 1n, currency.price, currency.decimals);
  return min(byEquity, loanLimitsIn(limits, currency).max);
}

/** Whether a loan is at most the allowed multiple of the equity. Compared without division. */
export const isWithinLeverage = (equity: readonly PricedAmount[], loan: PricedAmount): boolean =>
  loan.amount * loan.price <= exactLoanValue(equity) * BigInt(LOAN_LEVERAGE_MAX);

/**
 * The largest amount of one asset that can leave a loan while the rate stays at or above `percent`, rounded down at the
 * decimals of its currency; never below zero.
 */
export function maxRelease(
  { assets, debt }: LoanState,
  asset: PricedAmount & { readonly decimals: number },
  percent: number,
): Amount {
  const needed = debt.amount * debt.price * BigInt(percent);
  const spare = amount(exactLoanValue(assets) * 100n - needed);
  if (spare <= 0n) return ZERO;
  const byRate = mulDivDown(spare, 1n, asset.price * 100n, asset.decimals);
  return max(ZERO, min(asset.amount, byRate));
}
