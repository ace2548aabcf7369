import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { LOAN_REASONS, LOAN_STATES, loanAsset } from './loan-shapes.ts';
import { changeRefusals } from './refusal-groups.ts';
import {
  amountOrZeroText,
  amountText,
  count,
  decimalText,
  flag,
  integer,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';

const reason = text(500, 3);
/** Ten years. */
const TERM_DAYS_MAX = 3_650;

const row = z.object({
  id: z.number(),
  uid: z.number(),
  state: z.enum(LOAN_STATES),
  currency_name: z.string(),
  amount: decimalText,
  days: z.number(),
  purpose: z.string(),
  assets: z.array(loanAsset),
  /** Values in USDT at the last index prices; null before the first ones. */
  assets_usdt: decimalText.nullable(),
  debt: decimalText,
  debt_usdt: decimalText.nullable(),
  /** Amount of an application / collateral. */
  leverage: decimalText.nullable(),
  /** Assets / debt in percent; of an application, what it would be after the approval. */
  risk_rate: decimalText.nullable(),
  fresh: z.boolean(),
  rate: decimalText.nullable(),
  called: z.boolean(),
  overdue_days: z.number(),
  created_ms: timeMs,
  decide_by_ms: timeMs,
  decided_ms: timeMs.nullable(),
  decided_by: z.string().nullable(),
  reason: z.enum(LOAN_REASONS).nullable(),
  note: z.string(),
  due_ms: timeMs.nullable(),
  closed_ms: timeMs.nullable(),
  receipt: z.string().nullable(),
  /** Whether the approval takes two people. */
  two_people: z.boolean(),
  /** Whether a second person is asked already. */
  asked: z.boolean(),
  applicant: z.object({
    vip_level: z.number(),
    market_maker: z.boolean(),
    /** Verification level. */
    level: z.number(),
    /** Other loans by their end. */
    active: z.number(),
    repaid: z.number(),
    liquidated: z.number(),
    /** Free balance of the exchange account in USDT at the last prices. */
    free_usdt: decimalText,
  }),
});

/** The queue of applications, running loans and the pool. */
export const loansConsole = {
  'console/loans': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Balances of the loan pool and sums of applications and loans.',
    input: z.object({}),
    reply: z.object({
      pool: z.array(
        z.object({
          currency_name: z.string(),
          available: decimalText,
          /** Principal of running loans. */
          lent: decimalText,
          /** Interest and overdue charges that are owed. */
          accrued: decimalText,
        }),
      ),
      pending: z.number(),
      /** Applications whose time for a decision is over. */
      late: z.number(),
      active: z.number(),
      called: z.number(),
      overdue: z.number(),
      liquidated: z.number(),
      /** From this value in USDT on an approval takes two people. */
      two_people_usdt: decimalText,
      usual_rate: decimalText,
    }),
  }),
  'console/loan_list': get({
    who: desk.books,
    effect: 'read',
    summary:
      'Applications, the oldest first, or loans, the riskiest first where they run, or all of them, newest first; with the figures of the applicant.',
    input: z.object({ state: optional(z.enum(LOAN_STATES)), uid: optional(userIdText), ...paging }),
    reply: pageOf(row),
  }),
  'console/loan_approve': post({
    who: desk.books,
    effect: 'write',
    summary:
      'Approves an application with its rate (percent a day); from the configured value on it asks a second operator.',
    input: z.object({ id: rowId, rate: amountText, reason }),
    reply: z.object({ approved: z.boolean(), approval: approval.nullable() }),
    refusals: [
      ...(['loan_unknown', 'loan_decided', 'value_invalid', 'index_stale', 'loan_leverage'] as const),
      ...(['loan_pool_empty', 'loan_not_eligible', 'no_change', 'reason_required'] as const),
    ],
  }),
  'console/loan_reject': post({
    who: desk.books,
    effect: 'write',
    summary:
      'Rejects an application with a reason and a note, both of which the applicant reads; the collateral is free again.',
    input: z.object({ id: rowId, reason: z.enum(LOAN_REASONS), note: optional(text(300)) }),
    reply: z.object({ rejected: z.boolean() }),
    refusals: ['loan_unknown', 'loan_decided'],
  }),
  'console/loan_thresholds': get({
    who: desk.books,
    effect: 'read',
    summary:
      'Thresholds of loans to come: from which value two operators approve, sizes in USDT, terms in days, rates in percent a day. Version 0 are those of the settings.',
    input: z.object({}),
    reply: z.object({
      version: z.number(),
      two_people_usdt: decimalText,
      min_usdt: decimalText,
      max_usdt: decimalText,
      days_min: z.number(),
      days_max: z.number(),
      usual_rate: decimalText,
      rate_max: decimalText,
      asked_by: z.string().nullable(),
      approved_by: z.string().nullable(),
      changed_ms: timeMs.nullable(),
    }),
  }),
  'console/loan_thresholds_change': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to change thresholds of loans; what is left out stays. A second operator approves. Loans that run keep the rate and the term that they were approved with.',
    input: z.object({
      version: integer(0, Number.MAX_SAFE_INTEGER),
      two_people_usdt: optional(amountOrZeroText),
      min_usdt: optional(amountText),
      max_usdt: optional(amountText),
      days_min: optional(count(TERM_DAYS_MAX)),
      days_max: optional(count(TERM_DAYS_MAX)),
      usual_rate: optional(amountOrZeroText),
      rate_max: optional(amountOrZeroText),
      reason,
    }),
    reply: approval,
    refusals: [...changeRefusals, 'approval_stale'],
  }),
  'console/loan_market_maker': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Asks to list an account as market maker, or to end that; a second operator approves.',
    input: z.object({ uid: userIdText, enabled: flag, reason }),
    reply: approval,
    refusals: ['no_change', 'reason_required'],
  }),
};
