import type { Contract, Reply, SupportReferenceKind, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Messages } from '@karat/domains/messages';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { Files } from '@karat/platform/files';
import type { Mail } from '@karat/platform/mail';
import type { OpeningHours } from './rules.ts';
import type { Reference } from './types.ts';

/** A user as customer service writes to them. */
export interface SupportPerson {
  readonly id: UserId;
  readonly nickname: string;
  readonly email: string | null;
  readonly antiPhishing: string | null;
}

/** Records of one kind that a message can refer to. Both functions answer for one owner only. */
export interface RecordSource {
  /** Returns the newest records of a user. */
  recent(db: Queries, user: UserId, limit: number): Promise<readonly Omit<Reference, 'kind'>[]>;
  /** Returns a record if it belongs to the user. */
  find(db: Queries, user: UserId, id: number): Promise<Omit<Reference, 'kind'> | undefined>;
}

/** Proof of a visitor's e-mail address by a code. Neither call depends on whether an account has the address. */
export interface VisitorEmail {
  /** Sends a code. Refuses `receiver_invalid` and `too_many_attempts`. */
  sendCode(email: string, asking: { readonly lang: Lang; readonly address: string }): Promise<void>;
  /** Verifies a code without consuming it and returns the address as stored. Refuses `code_wrong` (which counts) and `code_expired`. */
  check(email: string, code: string): Promise<string>;
  /** Consumes a verified code in the transaction of the action. */
  consume(tx: Tx, email: string, code: string, address: string): Promise<void>;
}

type CustomerPanel = Reply<Contract['support']['console/support_customer']>;

/** An operator who can take conversations. */
export interface SupportOperator {
  readonly login: string;
  readonly name: string;
}

export interface Article {
  readonly id: number;
  readonly c_id: number;
  readonly title: string;
  readonly abstract: string;
}

export interface SupportDeps {
  readonly ctx: Context;
  readonly messages: Pick<Messages, 'notify'>;
  readonly mail: Mail;
  readonly files: Pick<Files, 'keep' | 'open' | 'owned'>;
  readonly hours: OpeningHours;
  /** Returns the existing users of these UIDs. */
  readonly people: (db: Queries, users: readonly UserId[]) => Promise<readonly SupportPerson[]>;
  readonly records: ReadonlyMap<SupportReferenceKind, RecordSource>;
  readonly visitorEmail: VisitorEmail;
  /** Articles that answer a question, best first. */
  readonly findArticles: (
    db: Queries,
    at: number,
    lang: Lang,
    question: string,
    limit: number,
  ) => Promise<readonly Article[]>;
  /** Account, balances and devices of a user for the side panel. */
  readonly panelOf: (user: UserId) => Promise<Omit<CustomerPanel, 'records' | 'conversations'> | undefined>;
  readonly operators: (db: Queries) => Promise<readonly SupportOperator[]>;
  /** Site name in emails. */
  readonly siteName: string;
}
