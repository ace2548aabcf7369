import type { CurrencyId } from '@karat/contract';

export type CurrencyKind = 'coin' | 'fiat' | 'stock';

/** A currency as the migrations created it. */
export interface Currency {
  readonly id: CurrencyId;
  readonly code: string;
  readonly title: string;
  readonly kind: CurrencyKind;
  /** Decimals of its smallest unit. Every amount in the ledger is a whole number of it. */
  readonly decimals: number;
  readonly enabled: boolean;
}
