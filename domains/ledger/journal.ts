import type { CurrencyId, JournalKind } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { AccountId } from './accounts.ts';
import type { Permit } from './permits.ts';

/** One movement of a balance: what becomes available and what becomes held; signed, absent is nothing. */
export interface Entry {
  readonly account: AccountId;
  readonly currency: CurrencyId;
  readonly available?: Amount;
  readonly held?: Amount;
}

/** A business event as the books tell it. Its entries sum to zero per currency over available and held. */
export interface Journal {
  /** Deterministic and unique for good: `<domain>:<event>:<id>`. */
  readonly key: string;
  readonly kind: JournalKind;
  /** The thing it is about, for bills and support: an order, a transfer. */
  readonly reference: string;
  /** When it is booked, unix ms; the same for all journals of a batch. */
  readonly at: number;
  readonly entries: readonly Entry[];
  /** For kinds that need one: says that the gate let the money go. */
  readonly permit?: Permit;
}

/** A balance: an account in a currency. */
export interface BalanceKey {
  readonly account: AccountId;
  readonly currency: CurrencyId;
}

export interface Balance extends BalanceKey {
  readonly available: Amount;
  readonly held: Amount;
}

export interface Posted {
  /** Id of the journal, the first one's if this was a replay. */
  readonly id: number;
  readonly replayed: boolean;
}
