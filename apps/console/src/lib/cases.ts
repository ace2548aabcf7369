import type {
  CaseEventKind,
  CaseKind,
  CaseLinkKind,
  CaseOutcome,
  CaseSeverity,
  CaseStatus,
  ReplyOf,
} from '@karat/contract';

export type CaseDetail = ReplyOf<'console/case'>;

export const KINDS: Readonly<Record<CaseKind, string>> = {
  sanction_match: 'Sanction match',
  suspicious_withdrawal: 'Suspicious withdrawal',
  account_ring: 'Ring of accounts',
  chargeback: 'Chargeback',
  other: 'Other',
};

export const SEVERITIES: Readonly<Record<CaseSeverity, string>> = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical',
};
export const SEVERITY_COLOURS: Readonly<Record<CaseSeverity, string>> = {
  low: 'default',
  medium: 'blue',
  high: 'orange',
  critical: 'red',
};

export const STATUSES: Readonly<Record<CaseStatus, string>> = {
  open: 'open',
  in_review: 'in review',
  waiting: 'waiting',
  closed: 'closed',
};
export const STATUS_COLOURS: Readonly<Record<CaseStatus, string>> = {
  open: 'blue',
  in_review: 'gold',
  waiting: 'purple',
  closed: 'default',
};

export const OUTCOMES: Readonly<Record<CaseOutcome, string>> = {
  false_positive: 'False positive (a second operator approves)',
  confirmed: 'Match confirmed',
  no_action: 'No action needed',
  action_taken: 'Action taken',
};
/** Outcomes that a kind may have. */
export const outcomesOf = (kind: CaseKind): readonly CaseOutcome[] =>
  kind === 'sanction_match' ? ['false_positive', 'confirmed'] : ['no_action', 'action_taken'];

export const LINKS: Readonly<Record<CaseLinkKind, string>> = {
  withdrawal: 'Withdrawal',
  deposit: 'Deposit',
  verification: 'Verification',
  fiat_order: 'Fiat purchase',
};

export const EVENTS: Readonly<Record<CaseEventKind, string>> = {
  opened: 'opened',
  joined: 'found again',
  matched: 'matches added',
  linked: 'linked',
  taken: 'taken',
  assigned: 'assigned to',
  status: 'status',
  noted: 'note',
  closing_requested: 'closing requested',
  closed: 'closed',
};

/** Options of a selection from a record of words. */
export const optionsOf = <Key extends string>(words: Readonly<Record<Key, string>>) =>
  (Object.keys(words) as Key[]).map((value) => ({ value, label: words[value] }));
