import type { CurrencyId, PortfolioEventType } from '@karat/contract';
import type { Amount, Price } from '@karat/money';

export type EventType = PortfolioEventType | 'split';

/** A fee inside a movement. */
export interface FeePart {
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/** A change of a debt: positive when money is borrowed. */
export interface DebtChange {
  readonly reference: string;
  readonly quantity: Amount;
}

/** What a movement means for one currency. Values are in USDT, positive unless said otherwise. */
export interface PortfolioEvent {
  readonly journalId: number;
  readonly kind: string;
  readonly at: number;
  readonly currency: CurrencyId;
  readonly type: EventType;
  /** Signed. */
  readonly quantity: Amount;
  /** Cost of what arrives, proceeds of what leaves. */
  readonly value: Amount;
  /** Index price of the time, where it decided the value. */
  readonly price: Price | undefined;
  /** True if the real cost is unknown. */
  readonly estimated: boolean;
  /** Signed: value that arrived from or left to the outside. */
  readonly transfer: Amount;
  readonly income: Amount;
  readonly expense: Amount;
  /** Signed. */
  readonly result: Amount;
  /** Fees of the movement, by the currency in which they were paid. */
  readonly fees: readonly { readonly currency: CurrencyId; readonly value: Amount }[];
  readonly debt: DebtChange | undefined;
}

/** An open debt with its value when it was borrowed. */
export interface Debt {
  readonly reference: string;
  readonly currency: CurrencyId;
  readonly owed: Amount;
  readonly value: Amount;
}
