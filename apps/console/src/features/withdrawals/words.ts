import type { ReplyOf, RiskNote, SentTo, WithdrawalState } from '@karat/contract';

export type Withdrawal = ReplyOf<'console/withdrawal'>;

export const COLOURS: Readonly<Record<WithdrawalState, string>> = {
  requested: 'blue',
  approved: 'cyan',
  signing: 'gold',
  signed: 'gold',
  broadcast: 'gold',
  exported: 'gold',
  confirmed: 'green',
  rejected: 'red',
  failed: 'red',
  cancelled: 'default',
};

/** Findings of the risk rules. */
export const NOTES: Readonly<Record<RiskNote, string>> = {
  new_payee: 'new payee',
  new_device: 'new device',
  amount: 'above the automatic limit',
  velocity: 'many in a short time',
  account_age: 'young account',
  shared_payee: 'payee of other accounts too',
  credentials_changed: 'credentials changed lately',
  sanction_match: 'sanction match not decided',
  monitoring_rule: 'meets a monitoring rule',
  payment_dispute: 'disputed payment not settled',
  not_screened: 'name not screened: no usable list',
};

type Reason = SentTo<'console/withdrawal_reject'>['reason'];

/** Reasons of rejection; the user reads the same one translated. */
export const REASONS: Readonly<Record<Reason, string>> = {
  payee_mismatch: 'The account holder does not match the verified name',
  documents_needed: 'More documents are needed',
  payee_refused: 'We do not pay to this receiver',
  account_compromised: 'Somebody else may have used the account',
  sanctions: 'The law forbids it',
  limits: 'A limit applies',
  source_unclear: 'Where the money came from is not clear',
  bank_returned: 'The bank returned the payment',
  other: 'Another reason (say which)',
};
