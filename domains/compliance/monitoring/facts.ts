import type { CaseFactKind, UserId } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { Queries } from '@karat/platform/db';

/** Something that happened, as rules see it. */
export interface Fact {
  readonly kind: CaseFactKind;
  /** Number of the record; of a send its movement. */
  readonly reference: number;
  readonly user: UserId;
  /** Value when it was counted; of a coin without a price zero; null for a document. */
  readonly usdt: Amount | null;
  /** Unix ms. */
  readonly at: number;
  /** Amount with its currency, receiver or payer. */
  readonly note: string;
}

/** A purchase that a bank payment paid. */
export interface Payment extends Fact {
  /** Name of the payer on the bank statement. */
  readonly payer: string;
}

export interface Account {
  /** Unix ms. */
  readonly openedAt: number;
  /** End of the wait after the last change of credentials, unix ms; undefined if nothing was changed. */
  readonly heldUntil: number | undefined;
}

/** What caused an evaluation. */
export type Cause =
  | {
      readonly kind: 'outflow';
      readonly id: number;
      readonly user: UserId;
      readonly at: number;
      /** Hash of the address or card in hex; undefined for a user and a gift. */
      readonly payee: string | undefined;
    }
  | {
      readonly kind: 'payment' | 'document';
      readonly id: number;
      readonly user: UserId;
      readonly at: number;
    };

/** A time, both ends included, unix ms. */
export interface Period {
  readonly since: number;
  readonly until: number;
}

/** Facts of other domains. What came back (a rejected withdrawal, an expired gift) is not among them. */
export interface MonitoringFacts {
  /** Returns what left an account, oldest first. */
  outflowsOf(db: Queries, user: UserId, period: Period): Promise<readonly Fact[]>;
  /** Returns the first withdrawal of a user at or after a moment. */
  firstWithdrawal(db: Queries, user: UserId, since: number): Promise<Fact | undefined>;
  /** Returns credited deposits and paid purchases of a user, oldest first. */
  inflowsOf(db: Queries, user: UserId, period: Period): Promise<readonly Fact[]>;
  /** Returns the withdrawals of all users to a payee, oldest first. */
  withdrawalsTo(db: Queries, payee: string, period: Period): Promise<readonly Fact[]>;
  accountOf(db: Queries, user: UserId): Promise<Account | undefined>;
  /** Returns purchases that a bank payment paid, oldest first. */
  payments(db: Queries, period: Period): Promise<readonly Payment[]>;
  /** Returns the names on verified documents. */
  verifiedNames(db: Queries, users: readonly UserId[]): Promise<ReadonlyMap<UserId, string>>;
  /** Returns requests for verification of all users with the document of a request, oldest first, itself included. */
  documentUses(db: Queries, request: number): Promise<readonly Fact[]>;
  /** Returns users with at least `count` outflows in a time, each of `min` to `max` USDT; at most `limit`. */
  usersWithOutflows(
    db: Queries,
    about: Period & { readonly min: Amount; readonly max: Amount | null; readonly count: number },
    limit: number,
  ): Promise<readonly UserId[]>;
  /** Returns payees that at least `accounts` users were paid to, in hex; at most `limit`. */
  sharedPayees(
    db: Queries,
    about: Period & { readonly accounts: number },
    limit: number,
  ): Promise<readonly string[]>;
  /** Returns for each document that several users sent in a time its newest request; at most `limit`. */
  sharedDocuments(
    db: Queries,
    about: Period & { readonly accounts: number },
    limit: number,
  ): Promise<readonly { readonly request: number; readonly user: UserId; readonly at: number }[]>;
}
