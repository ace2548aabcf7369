import type { CaseLinkKind, UserId } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { MonitoringFacts } from './monitoring/facts.ts';

/** A verified user with the name on the document. */
export interface VerifiedUser {
  readonly user: UserId;
  readonly name: string;
}

/** A record that a case names. */
export interface CaseLink {
  readonly kind: CaseLinkKind;
  readonly reference: number;
}

export interface ScreeningSettings {
  /** Path of the sanction list; undefined: nobody is screened. */
  readonly path: string | undefined;
  /** Minimum score of a match, in percent. */
  readonly threshold: number;
}

export interface ComplianceDeps {
  readonly ctx: Context;
  readonly settings: ScreeningSettings;
  /** What the rules of transaction monitoring judge. */
  readonly facts: MonitoringFacts;
  readonly userExists: (db: Queries, user: UserId) => Promise<boolean>;
  /** Returns verified users after an id, in order. */
  readonly verifiedAfter: (db: Queries, after: number, limit: number) => Promise<readonly VerifiedUser[]>;
  /** Returns true if the record exists and belongs to the user. */
  readonly isRecordOf: (db: Queries, user: UserId, link: CaseLink) => Promise<boolean>;
  /** Returns the logins of the operators who decided about a record. */
  readonly decidedBy: (db: Queries, link: CaseLink) => Promise<readonly string[]>;
  /** Returns the logins of the operators who may have cases. */
  readonly operators: (db: Queries) => Promise<readonly string[]>;
}
