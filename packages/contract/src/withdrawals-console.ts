import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { factor } from './identity.ts';
import { changeRefusals } from './refusal-groups.ts';
import {
  amountOrZeroText,
  amountText,
  currencyIdText,
  decimalText,
  integer,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  timeText,
} from './scalars.ts';
import {
  kind,
  REJECTION_REASONS,
  RISK_NOTES,
  WALLET_HOSTINGS,
  WALLET_OWNERS,
  row,
  state,
  step,
} from './withdrawals.ts';

const queued = row.extend({
  uid: z.number(),
  usdt: decimalText,
  notes: z.array(z.enum(RISK_NOTES)),
  /** Number of operators that an approval needs. */
  approvals: z.number(),
  asked: z.boolean(),
});

/** Decisions on withdrawals, and bank payouts. */
export const withdrawalsConsole = {
  'console/withdrawals': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Withdrawals by state, oldest first while they wait.',
    input: z.object({ state: optional(state), type: optional(kind), uid: optional(rowId), ...paging }),
    reply: pageOf(queued),
  }),
  'console/withdrawal': get({
    who: desk.anyone,
    effect: 'write',
    summary: 'A withdrawal with the facts that a reviewer needs; looking is written to the audit log.',
    input: z.object({ id: rowId }),
    reply: queued.extend({
      digest: z.string(),
      steps: z.array(step.extend({ by: z.string() })),
      payee: z.record(z.string(), z.string()),
      /** Limit of 24 hours that an approval by the caller alone would exceed. */
      single_limit: z.enum(['operator', 'user', 'day']).nullable(),
      facts: z.object({
        level: z.number(),
        account_age_days: z.number(),
        credentials_hold_ms: timeMs.nullable(),
        /** End of the user's withdrawal lock. */
        protected_until_ms: timeMs.nullable(),
        /** Is true if the user accepted the warning of a first payment; null if the payee was paid before. */
        first_payment_accepted: z.boolean().nullable(),
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
  'console/withdrawal_beneficiary': get({
    who: desk.books,
    effect: 'write',
    summary: 'Whose wallet a withdrawal pays, null if it was not asked; each look is in the audit log.',
    input: z.object({ id: rowId }),
    reply: z
      .object({
        owner: z.enum(WALLET_OWNERS),
        name: z.string().nullable(),
        hosting: z.enum(WALLET_HOSTINGS),
        exchange: z.string().nullable(),
      })
      .nullable(),
    refusals: ['withdrawal_unknown'],
  }),
  'console/withdrawal_approve': post({
    who: desk.books,
    effect: 'write',
    summary:
      'Approves what the digest names with a fresh one-time code; above the second threshold, or the limits of one operator in 24 hours, it asks for another person.',
    input: z.object({ id: rowId, digest: text(64, 64), reason: text(500, 3), ...factor }),
    reply: z.object({ state, asked: z.number().nullable() }),
    refusals: [
      'withdrawal_unknown',
      'withdrawal_under_way',
      'approval_stale',
      'case_screening',
      'totp_wrong',
      'too_many_attempts',
    ],
  }),
  'console/withdrawal_reject': post({
    who: desk.books,
    effect: 'write',
    summary:
      'Rejects a withdrawal that nobody was asked to pay yet, with a reason from the list; the money is available again at once.',
    input: z.object({ id: rowId, reason: z.enum(REJECTION_REASONS), text: optional(text(500)) }),
    reply: z.object({ state }),
    refusals: ['withdrawal_unknown', 'withdrawal_under_way', 'reason_required'],
  }),
  'console/withdrawal_networks': get({
    who: desk.anyone,
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
        /** Balances of the payout address, by currency. */
        funds: z.array(z.object({ currency: z.string(), amount: decimalText })),
        payout_address: z.string(),
      }),
    ),
  }),
  'console/withdrawals_vanished': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'Bitcoin payouts under way with an input whose own transaction left the chain, and how long a block proves that it cannot return.',
    input: z.object({}),
    reply: z.array(
      z.object({
        id: z.number(),
        uid: z.number(),
        network: z.string(),
        currency_name: z.string(),
        number: decimalText,
        payee: z.string(),
        txid: z.string(),
        vanished_height: z.number(),
        /** Height since which the input cannot return; null while it may. */
        dead_height: z.number().nullable(),
        /** Blocks since then, and those after which the payout may be paid again. */
        blocks: z.number(),
        blocks_needed: z.number(),
        /** Whether a second person is asked already. */
        asked: z.boolean(),
      }),
    ),
  }),
  'console/withdrawal_again': post({
    who: desk.money,
    effect: 'write',
    summary:
      'Asks to pay a withdrawal with other inputs, because its transaction can never confirm; another person approves it.',
    input: z.object({ id: rowId, reason: text(500, 3) }),
    reply: z.object({ asked: z.number() }),
    refusals: ['withdrawal_unknown', 'withdrawal_under_way', 'withdrawal_may_confirm'],
  }),
  'console/withdrawal_export': post({
    who: desk.money,
    effect: 'write',
    summary: 'Gathers approved card payouts into a payment batch; from then on they are on their way.',
    input: z.object({ type: oneOf(1, 2), currency: currencyIdText }),
    reply: z.object({ batch: z.number(), count: z.number(), total: decimalText }),
    refusals: ['batch_empty', 'network_halted'],
  }),
  'console/withdrawal_batches': get({
    who: desk.anyone,
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
    who: desk.money,
    effect: 'write',
    replyKind: 'file',
    summary:
      'A payment batch as CSV or as an ISO 20022 pain.001 message; loading it is written to the audit log.',
    input: z.object({ id: rowId, format: z.enum(['csv', 'pain001']) }),
    reply: z.unknown(),
    refusals: ['batch_unknown'],
  }),
  'console/withdrawal_routes': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      "Fee and minimum of withdrawals by currency and network or bank, whether they are stopped, and whether the signer's own policy agrees. Version 0 was never changed.",
    input: z.object({}),
    reply: z.array(
      z.object({
        type: kind,
        currency_id: z.number(),
        code: z.string(),
        network: z.string(),
        title: z.string(),
        fee: decimalText,
        minimum: decimalText,
        connected: z.boolean(),
        stopped: z.boolean(),
        /** Stopped here alone, not only everywhere. */
        stopped_here: z.boolean(),
        signer: z.enum(['agrees', 'differs', 'no_cap', 'no_contract', 'unknown', 'not_needed']),
        version: z.number(),
        asked_by: z.string().nullable(),
        approved_by: z.string().nullable(),
        changed_ms: timeMs.nullable(),
      }),
    ),
  }),
  'console/withdrawal_route_change': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to change fee or minimum of withdrawals over a network or a bank, or to add them; a second operator approves. They count from the next request on; requests that were made keep their fee.',
    input: z.object({
      type: kind,
      currency_id: currencyIdText,
      network: text(20, 2),
      version: integer(0, Number.MAX_SAFE_INTEGER),
      fee: optional(amountOrZeroText),
      minimum: optional(amountText),
      reason: text(500, 3),
    }),
    reply: approval,
    refusals: [...changeRefusals, 'approval_stale', 'currency_unknown'],
  }),
  'console/withdrawal_thresholds': get({
    who: desk.books,
    effect: 'read',
    summary:
      'Thresholds of withdrawals in USDT: without an operator, with one and with two, sums of one operator in 24 hours, and the delay. Version 0 are those of the settings.',
    input: z.object({}),
    reply: z.object({
      version: z.number(),
      automatic_usdt: decimalText,
      two_people_usdt: decimalText,
      alone_operator_usdt: decimalText,
      alone_user_usdt: decimalText,
      alone_day_usdt: decimalText,
      delay_usdt: decimalText,
      delay_minutes: z.number(),
      asked_by: z.string().nullable(),
      approved_by: z.string().nullable(),
      changed_ms: timeMs.nullable(),
    }),
  }),
  'console/withdrawal_thresholds_change': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to change thresholds; what is left out stays. A second operator approves. Requests that are open keep what was decided about them.',
    input: z.object({
      version: integer(0, Number.MAX_SAFE_INTEGER),
      automatic_usdt: optional(amountOrZeroText),
      two_people_usdt: optional(amountOrZeroText),
      alone_operator_usdt: optional(amountOrZeroText),
      alone_user_usdt: optional(amountOrZeroText),
      alone_day_usdt: optional(amountOrZeroText),
      delay_usdt: optional(amountOrZeroText),
      delay_minutes: optional(integer(0, 10_080)),
      reason: text(500, 3),
    }),
    reply: approval,
    refusals: [...changeRefusals, 'approval_stale'],
  }),
  'console/withdrawal_executed': post({
    who: desk.money,
    effect: 'write',
    summary: 'Says that the bank has paid, with its reference; another person approves it.',
    input: z.object({ id: rowId, bank_reference: text(60, 3), reason: text(500, 3) }),
    reply: z.object({ asked: z.number() }),
    refusals: ['withdrawal_unknown', 'withdrawal_under_way'],
  }),
  'console/withdrawal_returned': post({
    who: desk.money,
    effect: 'write',
    summary:
      'Says that the bank gave a payment back; another person approves it, then its owner has it again.',
    input: z.object({ id: rowId, reason: text(500, 3) }),
    reply: z.object({ asked: z.number() }),
    refusals: ['withdrawal_unknown', 'withdrawal_under_way'],
  }),
};
