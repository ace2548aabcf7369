import { ZERO, max, minus, mulDown, plus } from '@karat/money';
import type { Amount, Rate } from '@karat/money';

/** Results of the copies of a trader. Amounts in USDT. */
export interface CopyFigures {
  /** Net result of the copies of this follow so far, after fees. */
  readonly realised: Amount;
  /** Unrealised profit of its open copies. */
  readonly unrealised: Amount;
  /** Paid to the trader for this follow so far. */
  readonly shared: Amount;
  /** Realised profit above the high-water mark over all follows of the pair; 0 for an earlier follow of the pair. */
  readonly unsharedProfit: Amount;
  /** Share of new profit that the trader receives. */
  readonly ratio: Rate;
  /** Decimals of the currency. */
  readonly decimals: number;
}

/** What copies have brought, after the trader's share. */
export interface CopyResult {
  /** Profit share that would be due if all copies were closed now; rounded down. */
  readonly due: Amount;
  /** Realised and unrealised profit less paid and due shares, signed. */
  readonly net: Amount;
}

/** The result of copies after the profit share, as if all copies were closed at the index now. */
export function copyResult(figures: CopyFigures): CopyResult {
  const { realised, unrealised, shared, unsharedProfit, ratio, decimals } = figures;
  const fresh = max(plus(unsharedProfit, unrealised), ZERO);
  const due = mulDown(fresh, ratio, decimals);
  return { due, net: minus(minus(plus(realised, unrealised), shared), due) };
}
