import { MONITORING_RULES } from '@karat/contract';
import type { CaseKind, CaseSeverity, MonitoringParameter, MonitoringRule, UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sha256 } from '@karat/platform/crypto';
import { HOUR_MS } from '@karat/rules';
import type { Account, Cause, Fact, Payment } from './facts.ts';
import * as rules from './rules.ts';
import type { FirstWithdrawals, Met } from './rules.ts';

/** Decimal texts of the parameters of a rule. */
export type Values = Readonly<Partial<Record<MonitoringParameter, string>>>;

/** What is known about the cause of an evaluation at its moment. Lists that its kind does not need are empty. */
export interface Situation {
  /** Unix ms. */
  readonly at: number;
  readonly outflows: readonly Fact[];
  readonly inflows: readonly Fact[];
  readonly toPayee: readonly Fact[];
  readonly first: FirstWithdrawals;
  readonly account: Account | undefined;
  /** The purchase of the cause is among them. */
  readonly payments: readonly Payment[];
  readonly payment: Payment | undefined;
  readonly verifiedName: string | undefined;
  readonly documents: readonly Fact[];
}

export interface Definition {
  readonly title: string;
  /** Kind of what causes an evaluation. */
  readonly cause: Cause['kind'];
  readonly caseKind: CaseKind;
  readonly severity: CaseSeverity;
  /** Whether withdrawals can meet it, so that it may hold them. */
  readonly mayHold: boolean;
  /** Parameters as long as operators have changed nothing. */
  readonly defaults: Values;
  /** Returns what a finding is about: one case at a time for each rule and subject; undefined if the rule does not apply. */
  subjectOf(cause: Cause, situation: Situation): string | undefined;
  evaluate(situation: Situation, values: Values): Met | undefined;
  windowMs(values: Values): number;
}

/** Throws for a parameter that the rule does not have. */
function textOf(values: Values, name: MonitoringParameter): string {
  const text = values[name];
  if (text === undefined) throw new Error(`parameter ${name} is missing`);
  return text;
}
export const usdtOf = (values: Values, name: MonitoringParameter): Amount => amount(textOf(values, name));
export const numberOf = (values: Values, name: MonitoringParameter): number => Number(textOf(values, name));

export const ofUser = (user: UserId): string => `user:${user}`;
const ofPayer = (payer: string): string | undefined => {
  const key = rules.payerKey(payer);
  return key && `payer:${sha256(key).toString('hex')}`;
};
const byHours = (values: Values): number => numberOf(values, 'hours') * HOUR_MS;
const many = (values: Values) => ({
  accounts: numberOf(values, 'accounts'),
  hours: numberOf(values, 'hours'),
});

/** Several outflows just below a threshold. */
const structuring = (title: string, severity: CaseSeverity, defaults: Values): Definition => ({
  title,
  cause: 'outflow',
  caseKind: 'suspicious_withdrawal',
  severity,
  mayHold: true,
  defaults,
  subjectOf: ({ user }) => ofUser(user),
  evaluate: ({ outflows, at }, values) =>
    rules.structuring(outflows, at, {
      threshold: usdtOf(values, 'threshold_usdt'),
      nearPercent: numberOf(values, 'near_percent'),
      count: numberOf(values, 'count'),
      hours: numberOf(values, 'hours'),
    }),
  windowMs: byHours,
});

const passThrough: Definition = {
  title: 'Money passes through',
  cause: 'outflow',
  caseKind: 'suspicious_withdrawal',
  severity: 'high',
  mayHold: true,
  defaults: { amount_usdt: '10000', out_percent: '90', hours: '24' },
  subjectOf: ({ user }) => ofUser(user),
  evaluate: ({ inflows, outflows, at }, values) =>
    rules.passThrough(inflows, outflows, at, {
      amount: usdtOf(values, 'amount_usdt'),
      outPercent: numberOf(values, 'out_percent'),
      hours: numberOf(values, 'hours'),
    }),
  windowMs: byHours,
};

const earlyWithdrawal: Definition = {
  title: 'Large first withdrawal',
  cause: 'outflow',
  caseKind: 'suspicious_withdrawal',
  severity: 'medium',
  mayHold: true,
  defaults: { amount_usdt: '10000', age_hours: '72', change_hours: '24' },
  subjectOf: ({ user }) => ofUser(user),
  evaluate: ({ first, account, at }, values) =>
    account &&
    rules.earlyWithdrawal(first, account, at, {
      amount: usdtOf(values, 'amount_usdt'),
      ageHours: numberOf(values, 'age_hours'),
      changeHours: numberOf(values, 'change_hours'),
    }),
  windowMs: (values) =>
    Math.max(1, numberOf(values, 'age_hours'), numberOf(values, 'change_hours')) * HOUR_MS,
};

const sharedPayee: Definition = {
  title: 'Many accounts pay one payee',
  cause: 'outflow',
  caseKind: 'account_ring',
  severity: 'high',
  mayHold: true,
  defaults: { accounts: '3', hours: '720' },
  subjectOf: (cause) =>
    cause.kind === 'outflow' && cause.payee !== undefined ? `payee:${cause.payee}` : undefined,
  evaluate: ({ toPayee, at }, values) => rules.sharedPayee(toPayee, at, many(values)),
  windowMs: byHours,
};

const payerMismatch: Definition = {
  title: 'Purchase paid by another name',
  cause: 'payment',
  caseKind: 'other',
  severity: 'medium',
  mayHold: false,
  defaults: { amount_usdt: '1000', score_percent: '80', hours: '720' },
  subjectOf: ({ user }) => ofUser(user),
  evaluate: ({ payment, verifiedName }, values) =>
    payment &&
    rules.payerMismatch(payment, verifiedName, {
      amount: usdtOf(values, 'amount_usdt'),
      scorePercent: numberOf(values, 'score_percent'),
    }),
  windowMs: byHours,
};

const sharedPayer: Definition = {
  title: 'One payer for many accounts',
  cause: 'payment',
  caseKind: 'account_ring',
  severity: 'high',
  mayHold: false,
  defaults: { accounts: '2', hours: '720' },
  subjectOf: (_, { payment }) => payment && ofPayer(payment.payer),
  evaluate: ({ payments, payment, at }, values) =>
    payment && rules.sharedPayer([...payments.filter((each) => each !== payment), payment], at, many(values)),
  windowMs: byHours,
};

const sharedDocument: Definition = {
  title: 'One document for many accounts',
  cause: 'document',
  caseKind: 'account_ring',
  severity: 'high',
  mayHold: false,
  defaults: { accounts: '2', hours: '8760' },
  subjectOf: (_, { documents }) => {
    const [oldest] = documents;
    return oldest && `document:${oldest.reference}`;
  },
  evaluate: ({ documents, at }, values) => rules.sharedDocument(documents, at, many(values)),
  windowMs: byHours,
};

const DEFINITIONS: Readonly<Record<MonitoringRule, Definition>> = {
  structuring_small: structuring('Just below the travel rule', 'medium', {
    threshold_usdt: '1000',
    near_percent: '80',
    count: '3',
    hours: '24',
  }),
  structuring_large: structuring('Just below two operators', 'high', {
    threshold_usdt: '50000',
    near_percent: '80',
    count: '2',
    hours: '24',
  }),
  pass_through: passThrough,
  early_withdrawal: earlyWithdrawal,
  shared_payee: sharedPayee,
  payer_mismatch: payerMismatch,
  shared_payer: sharedPayer,
  shared_document: sharedDocument,
};

export const definitionOf = (rule: MonitoringRule): Definition => DEFINITIONS[rule];
export const rulesOfCause = (kind: Cause['kind']): MonitoringRule[] =>
  MONITORING_RULES.filter((rule) => DEFINITIONS[rule].cause === kind);
