import { ZERO, amount, min, minus, mulDivUp } from '@karat/money';
import type { Amount } from '@karat/money';
import type { LoanPosition, PricedAmount } from './risk.ts';

/** An asset of a liquidated loan. */
export interface SoldAsset extends LoanPosition {
  readonly decimals: number;
}

/** One asset after a liquidation: the house takes `sold` at the index, the rest returns to the borrower. */
export interface LiquidatedAsset {
  readonly currency: number;
  readonly sold: Amount;
  readonly returned: Amount;
}

export interface LoanLiquidation {
  /** In the order in which they are sold. */
  readonly assets: readonly LiquidatedAsset[];
  /** What the assets do not cover, in the currency of the loan; the insurance fund pays it. */
  readonly shortfall: Amount;
}

/** The currency of the loan is sold first, then the others by their number. */
const inSaleOrder = (assets: readonly SoldAsset[], loan: number): SoldAsset[] =>
  assets.toSorted(
    (a, b) => Number(b.currency === loan) - Number(a.currency === loan) || a.currency - b.currency,
  );

/**
 * Sells assets at the index until the debt is paid. A sold amount is rounded up at the decimals of its currency, so that the
 * debt is always covered; the shortfall is rounded up at those of the loan. Nothing is sold beyond the debt.
 */
export function liquidateLoan(
  assets: readonly SoldAsset[],
  debt: PricedAmount & { readonly currency: number; readonly decimals: number },
): LoanLiquidation {
  // In 1e-20 USDT.
  let open = debt.amount * debt.price;
  const liquidated = inSaleOrder(assets, debt.currency).map((asset): LiquidatedAsset => {
    const needed = open <= 0n ? ZERO : mulDivUp(amount(open), 1n, asset.price, asset.decimals);
    const sold = min(asset.amount, needed);
    open -= sold * asset.price;
    return { currency: asset.currency, sold, returned: minus(asset.amount, sold) };
  });
  const shortfall = open <= 0n ? ZERO : mulDivUp(amount(open), 1n, debt.price, debt.decimals);
  return { assets: liquidated, shortfall };
}

/** What of a shortfall a fund pays, and what stays with the lender. */
export function coverShortfall(
  shortfall: Amount,
  fund: Amount,
): { readonly paid: Amount; readonly lost: Amount } {
  const paid = min(shortfall, fund < 0n ? ZERO : fund);
  return { paid, lost: minus(shortfall, paid) };
}
