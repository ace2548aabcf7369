import { UNIT, price, rate } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';

/** Below it the borrower gets a margin call. */
export const LOAN_CALL_PERCENT = 130;
/** After a margin call the next one needs a rate of at least this in between. */
export const LOAN_REARM_PERCENT = 135;
/** Below it a loan is liquidated. */
export const LOAN_LIQUIDATION_PERCENT = 110;
/** Assets leave a loan only while the rate stays at or above it: the equity is then at least half of the debt. */
export const LOAN_RELEASE_PERCENT = 150;
/** A loan is at most this multiple of the borrower's own equity. */
export const LOAN_LEVERAGE_MAX = 3;

/** An amount of a currency with the price of one unit in USDT. */
export interface PricedAmount {
  readonly amount: Amount;
  readonly price: Price;
}

export interface LoanState {
  /** Everything that secures the loan: collateral and the borrowed money that is still in it. */
  readonly assets: readonly PricedAmount[];
  readonly debt: PricedAmount;
}

/** Value in USDT, exact, in 1e-20. */
const exactValue = ({ amount, price: unitPrice }: PricedAmount): bigint => amount * unitPrice;

/** Value of amounts in USDT, exact, in 1e-20. */
export function exactLoanValue(assets: readonly PricedAmount[]): bigint {
  let total = 0n;
  for (const asset of assets) total += exactValue(asset);
  return total;
}

/** Whether assets / debt is below a number of percent. Compared without division; false without a debt. */
export const isLoanBelow = ({ assets, debt }: LoanState, percent: number): boolean =>
  exactLoanValue(assets) * 100n < exactValue(debt) * BigInt(percent);

/** Assets / debt in percent, rounded down at two decimals; undefined without a debt. */
export function loanRiskRate({ assets, debt }: LoanState): Rate | undefined {
  const owed = exactValue(debt);
  if (owed === 0n) return undefined;
  return rate(((exactLoanValue(assets) * 10_000n) / owed) * (UNIT / 100n));
}

/** A currency among the assets of a loan, by its number. */
export interface LoanPosition extends PricedAmount {
  readonly currency: number;
}

/** The price of a currency at which a loan is liquidated, while all other prices stay. */
export interface LiquidationLevel {
  readonly price: Price;
  /** `below`: liquidated below the price; `above`: above it, because the debt is in the currency. */
  readonly side: 'below' | 'above';
}

/**
 * The liquidation price of one currency, rounded to the safe side at ten decimals (up for `below`, down for `above`).
 * Undefined where no price of it liquidates the loan.
 */
export function loanLiquidationLevel(
  assets: readonly LoanPosition[],
  debt: LoanPosition,
  currency: number,
): LiquidationLevel | undefined {
  const percent = BigInt(LOAN_LIQUIDATION_PERCENT);
  // assets x 100 = debt x 110, solved for the price: slope x price = rest.
  let slope = 0n;
  let rest = 0n;
  for (const asset of assets) {
    if (asset.currency === currency) slope += asset.amount * 100n;
    else rest -= exactValue(asset) * 100n;
  }
  if (debt.currency === currency) slope -= debt.amount * percent;
  else rest += exactValue(debt) * percent;
  if (slope > 0n && rest > 0n) return { price: price((rest + slope - 1n) / slope), side: 'below' };
  if (slope < 0n && rest < 0n) return { price: price(rest / slope), side: 'above' };
  return undefined;
}
