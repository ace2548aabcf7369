import type { CurrencyId, JournalKind } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { AccountId } from './accounts.ts';
import type { Permit } from './permits.ts';

/** One movement of a balance: signed changes of the available and the held part, absent if zero. */
export interface Entry {
  readonly account: AccountId;
  readonly currency: CurrencyId;
  readonly available?: Amount;
  readonly held?: Amount;
}

/** A business event in the ledger. Its entries sum to zero per currency over available and held. */
export interface Journal {
  /** Deterministic and permanently unique: `<domain>:<event>:<id>`. */
  readonly key: string;
  readonly kind: JournalKind;
  /** The subject, for bills and support: an order, a transfer. */
  readonly reference: string;
  /** Time of the posting, unix ms; the same for all journals of a batch. */
  readonly at: number;
  readonly entries: readonly Entry[];
  /** For kinds that need one: the gate's permission. */
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
