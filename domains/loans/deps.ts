import type { CurrencyId, UserId } from '@karat/contract';
import type { PaidFee } from '@karat/domains/growth';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { BalanceKey, Ledger } from '@karat/domains/ledger';
import type { MarketData } from '@karat/domains/market';
import type { Messages } from '@karat/domains/messages';
import type { Outflow } from '@karat/domains/outflow';
import type { Proofs } from '@karat/domains/proofs';
import type { Context } from '@karat/platform/context';
import { rate } from '@karat/money';
import type { Rate } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import { discountedRate } from '@karat/rules';
import type { LoanPolicy } from './policy.ts';

/** What a loan asks about a borrower. */
export interface Borrower {
  readonly vipLevel: number;
  /** Verification level. */
  readonly level: number;
  readonly isFrozen: boolean;
}

export interface LoansDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly market: Pick<MarketData, 'index' | 'instruments' | 'ticks'>;
  readonly proofs: Pick<Proofs, 'leave' | 'newest'>;
  readonly messages: Pick<Messages, 'notify'>;
  readonly outflow: Pick<Outflow, 'confirmBorrowing'>;
  readonly borrowerOf: (queries: Queries, user: UserId) => Promise<Borrower | undefined>;
  readonly policy: LoanPolicy;
  /** Discount on fees of a user; without it there is none. */
  readonly feeDiscount?: (user: UserId) => Rate;
  /** Writes the fee of a conversion down for volume and rebates. */
  readonly recordFee?: (tx: Tx, paid: PaidFee) => Promise<void>;
  /** Pause between two looks at due charges and prices, ms. */
  readonly pollMs?: number;
  /** Loans of one charging transaction at most. */
  readonly batch?: number;
  /** Called between the steps of due work, for tests that kill the process. */
  readonly onStep?: (step: 'claimed' | 'posted' | 'written') => void;
}

/** Kind of the receipts of liquidations. */
export const RECEIPT_KIND = 'loan';
/** Kind of the receipts of conversions inside a loan. */
export const CONVERSION_RECEIPT_KIND = 'loan-conversion';

/** The borrower's balance that holds the assets of loans in a currency. */
export const userKey = (user: UserId, currency: CurrencyId): BalanceKey => ({
  account: userAccount(user, 'change'),
  currency,
});

/** The pool that lends a currency. */
export const poolKey = (currency: CurrencyId): BalanceKey => ({
  account: houseAccount('loan_pool'),
  currency,
});

/** The fund that pays what a liquidation does not cover. */
export const fundKey = (currency: CurrencyId): BalanceKey => ({
  account: houseAccount('insurance'),
  currency,
});

const NO_DISCOUNT = rate(0n);

/** Fee rate of conversions inside a user's loans with the VIP discount that lowers it. */
export interface ConversionFee {
  readonly rate: Rate;
  readonly fullRate: Rate;
  readonly discount: Rate;
}

export function conversionFeeOf(
  { policy, feeDiscount }: Pick<LoansDeps, 'policy' | 'feeDiscount'>,
  user: UserId | undefined,
): ConversionFee {
  const discount = (user === undefined ? undefined : feeDiscount?.(user)) ?? NO_DISCOUNT;
  const { conversionFee: fullRate } = policy;
  return { rate: discountedRate(fullRate, discount), fullRate, discount };
}

/** Codes of currencies by id. */
export async function readCurrencyCodes(
  { ledger }: Pick<LoansDeps, 'ledger'>,
  queries: Queries,
): Promise<(id: CurrencyId) => string> {
  const codes = new Map((await ledger.currencies(queries)).map(({ id, code }) => [id, code]));
  return (id) => codes.get(id) ?? String(id);
}
