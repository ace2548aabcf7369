import type { CurrencyId, MiningCategory, MiningEnd, UserId } from '@karat/contract';
import type { Amount, Rate } from '@karat/money';

/** The terms that an order copies at its purchase. */
export interface Terms {
  readonly currencyId: CurrencyId;
  readonly category: MiningCategory;
  /** Term in days; 0 is flexible. */
  readonly days: number;
  /** Yield of a day for one unit of principal. */
  readonly rate: Rate;
  /** Penalty of a remaining day for one unit of principal. */
  readonly penaltyRatio: Rate;
  /** Days of yield set aside at the purchase. */
  readonly reserveDays: number;
}

/** Terms and limits that operators decide on. */
export interface ProductTerms extends Terms {
  readonly orderMin: Amount;
  readonly userMax: Amount;
  readonly totalMax: Amount;
  readonly vipOnly: boolean;
  /** Unix ms. */
  readonly opensMs: number;
  readonly closesMs: number | undefined;
}

export interface Product extends ProductTerms {
  readonly id: number;
  /** Principal of all open orders. */
  readonly sold: Amount;
}

export interface Order extends Terms {
  readonly id: number;
  readonly userId: UserId;
  readonly productId: number;
  readonly decimals: number;
  /** What was put in. */
  readonly amount: Amount;
  readonly auto: boolean;
  readonly openedMs: number;
  /** What is still in it. */
  readonly principal: Amount;
  /** Yield of a day on the principal. */
  readonly daily: Amount;
  /** Days of yield that the interest account holds for this order. */
  readonly reservedDays: number;
  readonly daysPaid: number;
  readonly interest: Amount;
  /** When the next yield is due; undefined once the order has ended. */
  readonly nextMs: number | undefined;
  readonly redemptions: number;
  readonly returned: Amount;
  readonly penalty: Amount;
  readonly outcome: MiningEnd | undefined;
  readonly closedMs: number | undefined;
}

/** The yield of one day of an order. */
export interface Accrual {
  readonly orderId: number;
  readonly day: number;
  readonly dueMs: number;
  readonly principal: Amount;
  readonly amount: Amount;
  readonly paidMs: number;
}
