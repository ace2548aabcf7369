import * as z from 'zod';
import { get, post } from './call.ts';
import type { OperatorRole } from './call.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  timeText,
} from './scalars.ts';

/** Where a withdrawal stands, finer than the wire's number. */
export const WITHDRAWAL_STATES = [
  'requested',
  'approved',
  'signing',
  'signed',
  'broadcast',
  'exported',
  'confirmed',
  'rejected',
  'failed',
  'cancelled',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** Why a withdrawal is not paid, as an operator chooses it. */
export const REJECTION_REASONS = [
  'payee_mismatch',
  'documents_needed',
  'payee_refused',
  'account_compromised',
  'sanctions',
  'limits',
  'source_unclear',
  'bank_returned',
  'other',
] as const;
/** Those, and what happens without an operator. */
export const WITHDRAWAL_REASONS = [...REJECTION_REASONS, 'chain_failed', 'user_cancelled'] as const;
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];

/** What the risk rules notice. */
export const RISK_NOTES = [
  'new_payee',
  'new_device',
  'amount',
  'velocity',
  'account_age',
  'shared_payee',
  'credentials_changed',
] as const;
export type RiskNote = (typeof RISK_NOTES)[number];

/** 0 to an address, 1 to a domestic card, 2 to an international card. */
const kind = oneOf(0, 1, 2);
const state = z.enum(WITHDRAWAL_STATES);
const reason = z.enum(WITHDRAWAL_REASONS);

const route = z.object({
  network: z.string(),
  title: z.string(),
  rate: decimalText,
  min_number: decimalText,
  /** Whether payouts leave by themselves; else an approved request waits and says so. */
  connected: z.boolean(),
  halted: z.boolean(),
});

const row = z.object({
  id: z.number(),
  currency: z.number(),
  currency_name: z.string(),
  type: z.number(),
  network: z.string(),
  address: z.string(),
  number: decimalText,
  rate: decimalText,
  receive: decimalText,
  /** 1 reviewing, 2 done, 3 rejected, 4 broadcast. */
  status: z.number(),
  state,
  /** Why an approved request goes no further: its network is not connected or halted, no signer, too little to pay it from. */
  waits: z.enum(['network', 'halt', 'signer', 'funds']).nullable(),
  reason: reason.nullable(),
  /** The reason in the caller's language. */
  reason_text: z.string(),
  txid: z.string(),
  may_cancel: z.boolean(),
  created_at: timeText,
  created_ms: timeMs,
});

const step = z.object({ state, at: timeText, at_ms: timeMs, note: z.string() });

const limit = z.object({
  level: z.number(),
  hours: z.number(),
  cap_btc: decimalText,
  used_btc: decimalText,
  left_btc: decimalText,
  /** What is left of the cap in this currency; null without a current price. */
  left: decimalText.nullable(),
});

const sameShare = z.object({ reason, count: z.number() });

const outCodes = [
  'insufficient_balance',
  'currency_unknown',
  'currency_disabled',
  'amount_too_precise',
  'amount_below_minimum',
  'price_unavailable',
  'account_frozen',
  'network_unknown',
  'address_invalid',
  'payee_unknown',
  'payee_not_allowed',
  'payee_cooling',
  'withdrawal_held',
  'withdrawal_limit',
  'withdrawal_closed',
  'network_halted',
  'fee_above_amount',
  'own_address',
] as const;

const REVIEWERS: readonly OperatorRole[] = ['support', 'finance', 'risk', 'admin'];
const DECIDERS: readonly OperatorRole[] = ['finance', 'risk', 'admin'];
const PAYERS: readonly OperatorRole[] = ['finance', 'admin'];

const queued = row.extend({
  uid: z.number(),
  usdt: decimalText,
  notes: z.array(z.enum(RISK_NOTES)),
  /** How many people an approval takes. */
  approvals: z.number(),
  asked: z.boolean(),
});

/** Money that goes out: requests, risk, approvals, the signer, broadcast. */
export const withdrawals = {
  'wallet/get_info': post({
    who: 'user',
    effect: 'read',
    summary:
      'Fee, minimum and balance for withdrawing a currency, over each network or to cards (`type`), and what is left of the limit.',
    input: z.object({ currency: currencyIdText, type: optional(kind), network: optional(text(20)) }),
    reply: z.object({
      rate: decimalText,
      min_number: decimalText,
      name: z.string(),
      change_balance: decimalText,
      decimals: z.number(),
      network: z.string(),
      routes: z.array(route),
      limit,
      /** Withdrawals wait until then after a change of credentials. */
      held_until_ms: timeMs.nullable(),
      /** Above it a person looks at the request first; in this currency, null without a price. */
      automatic_below: decimalText.nullable(),
    }),
    refusals: ['currency_unknown', 'withdrawal_closed', 'network_unknown'],
  }),
  'wallet/out': post({
    who: 'verified',
    effect: 'money',
    summary:
      'Asks for a withdrawal: `address` is one of `type` 0, or the id of a card; the fee is taken out of `number`. People confirm with the pay password; a program pays to the address book only.',
    right: 'withdraw',
    input: z.object({
      address: text(128, 1),
      currency: currencyIdText,
      number: amountText,
      type: kind,
      network: optional(text(20)),
      /** Of people; a program confirms with its signature. */
      pay_password: optional(text(128, 1)),
      code: optional(text(10)),
    }),
    reply: z.object({ id: z.number(), status: z.number(), receive: decimalText }),
    refusals: outCodes,
    perMinute: 60,
  }),
  'withdrawal/currencies': get({
    who: 'user',
    effect: 'read',
    summary: 'What can leave by a way (`type`), and how much of it there is.',
    input: z.object({ type: optional(kind) }),
    reply: z.array(z.object({ id: z.number(), name: z.string(), title: z.string(), balance: decimalText })),
  }),
  'user/withdraw/list': get({
    who: 'user',
    effect: 'read',
    summary: 'Own withdrawals, newest first.',
    input: z.object({ status: optional(oneOf(1, 2, 3, 4)), currency: optional(currencyIdText), ...paging }),
    reply: pageOf(row),
  }),
  'withdrawal/detail': get({
    who: 'user',
    effect: 'read',
    summary: 'One of the own withdrawals with every step it took.',
    input: z.object({ id: rowId }),
    reply: row.extend({ steps: z.array(step), confirmations: z.number(), confirmations_needed: z.number() }),
    refusals: ['withdrawal_unknown'],
  }),
  'withdrawal/cancel': post({
    who: 'user',
    effect: 'money',
    summary: 'Takes a withdrawal back that has not been signed yet; the money is available again at once.',
    right: 'withdraw',
    input: z.object({ id: rowId }),
    reply: z.object({ id: z.number(), status: z.number() }),
    refusals: ['withdrawal_unknown', 'withdrawal_under_way'],
  }),
  'withdrawal/figures': get({
    who: 'visitor',
    effect: 'read',
    summary:
      'How long withdrawals took over 30 days, and which share was rejected, by reason; counted from the rows.',
    input: z.object({}),
    reply: z.object({
      days: z.number(),
      asked: z.number(),
      done: z.number(),
      rejected: z.number(),
      cancelled: z.number(),
      pending: z.number(),
      /** From request to done, seconds; null while there is none. */
      median_s: z.number().nullable(),
      p90_s: z.number().nullable(),
      automatic_share: decimalText,
      /** Percent of those that were decided. */
      rejected_share: decimalText,
      reasons: z.array(sameShare.extend({ text: z.string(), share: decimalText })),
      at_ms: timeMs,
    }),
  }),
  'console/withdrawals': get({
    who: { operator: REVIEWERS },
    effect: 'read',
    summary: 'Withdrawals by state, oldest first while they wait.',
    input: z.object({ state: optional(state), type: optional(kind), uid: optional(rowId), ...paging }),
    reply: pageOf(queued),
  }),
  'console/withdrawal': get({
    who: { operator: REVIEWERS },
    effect: 'write',
    summary: 'A withdrawal with the facts that a reviewer needs; looking is written to the audit log.',
    input: z.object({ id: rowId }),
    reply: queued.extend({
      digest: z.string(),
      steps: z.array(step.extend({ by: z.string() })),
      payee: z.record(z.string(), z.string()),
      facts: z.object({
        level: z.number(),
        account_age_days: z.number(),
        credentials_hold_ms: timeMs.nullable(),
        /** Other accounts with the same address or card. */
        shared_with: z.array(z.number()),
        paid_to_payee: z.number(),
        done_count: z.number(),
        done_usdt: decimalText,
        rejected_count: z.number(),
        pending_count: z.number(),
        used_btc: decimalText,
        cap_btc: decimalText,
        auto_limit_usdt: decimalText,
        two_limit_usdt: decimalText,
      }),
      problem: z.string(),
      attempts: z.array(z.object({ txid: z.string(), fee: z.string(), at_ms: timeMs })),
    }),
    refusals: ['withdrawal_unknown'],
  }),
  'console/withdrawal_approve': post({
    who: { operator: DECIDERS },
    effect: 'write',
    summary:
      'Approves what the digest names with a fresh one-time code; above the second threshold it asks for another person.',
    input: z.object({ id: rowId, digest: text(64, 64), reason: text(500, 3), totp: text(10, 6) }),
    reply: z.object({ state, asked: z.number().nullable() }),
    refusals: [
      'withdrawal_unknown',
      'withdrawal_under_way',
      'approval_stale',
      'totp_wrong',
      'too_many_attempts',
    ],
  }),
  'console/withdrawal_reject': post({
    who: { operator: DECIDERS },
    effect: 'write',
    summary:
      'Rejects a withdrawal that nobody was asked to pay yet, with a reason from the list; the money is available again at once.',
    input: z.object({ id: rowId, reason: z.enum(REJECTION_REASONS), text: optional(text(500)) }),
    reply: z.object({ state }),
    refusals: ['withdrawal_unknown', 'withdrawal_under_way', 'reason_required'],
  }),
  'console/withdrawal_networks': get({
    who: { operator: REVIEWERS },
    effect: 'read',
    summary: 'Networks with what waits on them, whether they are connected and whether they are halted.',
    input: z.object({}),
    reply: z.array(
      z.object({
        network: z.string(),
        connected: z.boolean(),
        halted: z.boolean(),
        halt_reason: z.string(),
        waiting: z.number(),
        under_way: z.number(),
        signer: z.string(),
        /** What the payout address holds, by currency. */
        funds: z.array(z.object({ currency: z.string(), amount: decimalText })),
        payout_address: z.string(),
      }),
    ),
  }),
  'console/withdrawal_halt': post({
    who: { operator: DECIDERS },
    effect: 'write',
    summary: 'Stops payouts on a network at once.',
    input: z.object({ network: text(20, 1), reason: text(500, 3) }),
    reply: z.object({ halted: z.boolean() }),
    refusals: ['network_unknown'],
  }),
  'console/withdrawal_resume': post({
    who: { operator: DECIDERS },
    effect: 'write',
    summary: 'Asks for payouts on a network to go on; another person approves it.',
    input: z.object({ network: text(20, 1), reason: text(500, 3) }),
    reply: z.object({ asked: z.number() }),
    refusals: ['network_unknown'],
  }),
  'console/withdrawal_export': post({
    who: { operator: PAYERS },
    effect: 'write',
    summary: 'Gathers approved card payouts into a payment batch; from then on they are on their way.',
    input: z.object({ type: oneOf(1, 2), currency: currencyIdText }),
    reply: z.object({ batch: z.number(), count: z.number(), total: decimalText }),
    refusals: ['batch_empty', 'network_halted'],
  }),
  'console/withdrawal_batches': get({
    who: { operator: REVIEWERS },
    effect: 'read',
    summary: 'Payment batches, newest first.',
    input: z.object(paging),
    reply: pageOf(
      z.object({
        id: z.number(),
        type: z.number(),
        currency_name: z.string(),
        count: z.number(),
        open: z.number(),
        total: decimalText,
        by: z.string(),
        created_at: timeText,
        created_ms: timeMs,
      }),
    ),
  }),
  'console/withdrawal_batch_file': get({
    who: { operator: PAYERS },
    effect: 'write',
    replyKind: 'file',
    summary:
      'A payment batch as CSV or as an ISO 20022 pain.001 message; loading it is written to the audit log.',
    input: z.object({ id: rowId, format: z.enum(['csv', 'pain001']) }),
    reply: z.unknown(),
    refusals: ['batch_unknown'],
  }),
  'console/withdrawal_executed': post({
    who: { operator: PAYERS },
    effect: 'write',
    summary: 'Says that the bank has paid, with its reference; another person approves it.',
    input: z.object({ id: rowId, bank_reference: text(60, 3), reason: text(500, 3) }),
    reply: z.object({ asked: z.number() }),
    refusals: ['withdrawal_unknown', 'withdrawal_under_way'],
  }),
  'console/withdrawal_returned': post({
    who: { operator: PAYERS },
    effect: 'write',
    summary:
      'Says that the bank gave a payment back; another person approves it, then its owner has it again.',
    input: z.object({ id: rowId, reason: text(500, 3) }),
    reply: z.object({ asked: z.number() }),
    refusals: ['withdrawal_unknown', 'withdrawal_under_way'],
  }),
};
