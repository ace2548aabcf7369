import type { CurrencyId } from '@karat/contract';

export type CurrencyKind = 'coin' | 'fiat' | 'stock';

/** A currency that a migration or an operator decision created. */
export interface Currency {
  readonly id: CurrencyId;
  readonly code: string;
  readonly title: string;
  readonly kind: CurrencyKind;
  /** Decimals of its smallest unit. Every amount in the ledger is a whole number of it. */
  readonly decimals: number;
  readonly enabled: boolean;
}

/** What a new currency is. Its id is drawn, its decimals are fixed for good. */
export type NewCurrency = Pick<Currency, 'code' | 'title' | 'kind' | 'decimals'>;
