import type { CurrencyId, RebateProduct, UserId } from '@karat/contract';
import type { Amount, Rate } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import type { VipRequirement } from '@karat/rules';

/** A VIP level: what it requires and what it gives. */
export interface VipTerms extends VipRequirement {
  /** 0.1 is 10 % off. */
  readonly feeDiscount: Rate;
  /** Factor of the limits of withdrawals and payments; 1 changes nothing. */
  readonly outflowFactor: Rate;
  readonly multipleMax: number;
}

/** Fees that a user paid on one day (UTC) in one currency, and the volume behind them. */
export interface PaidFees {
  readonly userId: UserId;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly currency: CurrencyId;
  readonly fee: Amount;
  readonly volumeCurrency: CurrencyId;
  readonly volume: Amount;
}

/** Rows of a product that record paid fees, in the order of their commits. */
export interface FeeSource {
  /** Name of the cursor. */
  readonly name: string;
  readonly product: RebateProduct;
  /** Fees of the rows after an id, at most `limit` rows. */
  read(
    db: Queries,
    afterId: number,
    limit: number,
  ): Promise<{ readonly lastId: number; readonly count: number; readonly fees: readonly PaidFees[] }>;
}
