import type { CaseFactKind, MonitoringParameter, MonitoringRule, ReplyOf } from '@karat/contract';

export type Rule = ReplyOf<'console/rules'>[number];

/** Names of the rules, and what each looks for. */
export const RULES: Readonly<Record<MonitoringRule, { readonly title: string; readonly text: string }>> = {
  structuring_small: {
    title: 'Just below the travel rule',
    text: 'Several outflows of a user just below the threshold, which reach it together.',
  },
  structuring_large: {
    title: 'Just below two operators',
    text: 'The same for the threshold from which two operators approve.',
  },
  pass_through: {
    title: 'Money passes through',
    text: 'Deposits and purchases of a user that leave again within the window.',
  },
  early_withdrawal: {
    title: 'Large first withdrawal',
    text: 'The first withdrawal soon after the registration, or after the wait that follows a change of credentials.',
  },
  shared_payee: {
    title: 'Many accounts pay one payee',
    text: 'Withdrawals of several accounts to one address or card.',
  },
  payer_mismatch: {
    title: 'Purchase paid by another name',
    text: 'The payer on the bank statement is not the verified person.',
  },
  shared_payer: {
    title: 'One payer for many accounts',
    text: 'One name on bank statements paid for purchases of several accounts.',
  },
  shared_document: {
    title: 'One document for many accounts',
    text: 'Several accounts sent the number of one document.',
  },
};

interface Parameter {
  readonly label: string;
  readonly unit: string;
  /** Decimals are allowed. */
  readonly isAmount: boolean;
  readonly min: number;
  readonly max: number;
}
const amountOf = (label: string): Parameter => ({
  ...{ label, unit: 'USDT', isAmount: true, min: 0, max: Number.MAX_SAFE_INTEGER },
});
const HOURS_MAX = 8_784;
const hoursOf = (label: string, min: number): Parameter => ({
  ...{ label, unit: 'hours', isAmount: false, min, max: HOURS_MAX },
});
const percentOf = (label: string): Parameter => ({
  ...{ label, unit: '%', isAmount: false, min: 1, max: 100 },
});
const countOf = (label: string): Parameter => ({ label, unit: '', isAmount: false, min: 2, max: 1_000 });

export const PARAMETERS: Readonly<Record<MonitoringParameter, Parameter>> = {
  threshold_usdt: amountOf('Threshold'),
  near_percent: percentOf('Counts from this share of the threshold'),
  amount_usdt: amountOf('Amount from'),
  out_percent: percentOf('Share that leaves'),
  score_percent: percentOf('Names differ below'),
  count: countOf('Outflows'),
  accounts: countOf('Accounts'),
  hours: hoursOf('Window', 1),
  age_hours: hoursOf('After registration', 0),
  change_hours: hoursOf('After a change of credentials', 0),
};

export const FACTS: Readonly<Record<CaseFactKind, string>> = {
  withdrawal: 'Withdrawal',
  send: 'Sent to a user',
  gift: 'Gift code',
  deposit: 'Deposit',
  voucher: 'Deposit by voucher',
  fiat_order: 'Fiat purchase',
  verification: 'Verification',
};
