import type { CaseEventKind, CaseKind, CaseOutcome, CaseSeverity, CaseStatus, UserId } from '@karat/contract';

/** Opens cases without an operator. */
export const RULES = 'rules';

export interface Case {
  readonly id: number;
  readonly kind: CaseKind;
  readonly user: UserId;
  readonly severity: CaseSeverity;
  readonly status: CaseStatus;
  readonly assignee: string | null;
  readonly summary: string;
  readonly openedBy: string;
  readonly openedMs: number;
  readonly changedMs: number;
  readonly outcome: CaseOutcome | null;
  readonly reason: string;
  readonly closedBy: string | null;
  readonly closedMs: number | null;
}

export interface CaseEvent {
  readonly id: number;
  readonly kind: CaseEventKind;
  readonly by: string;
  readonly text: string;
  readonly createdMs: number;
}

/** A match as stored with its case. */
export interface StoredMatch {
  readonly entryKey: Buffer;
  readonly nameKey: string;
  readonly name: string;
  readonly listedName: string;
  readonly entry: string;
  readonly note: string;
  /** In percent. */
  readonly score: number;
  readonly list: number;
}
