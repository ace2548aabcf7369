import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { DEPOSIT_STATES, VOUCHER_REASONS } from './deposits.ts';
import { desk } from './desks.ts';
import { NETWORKS, networkText } from './networks.ts';
import { changeRefusals } from './refusal-groups.ts';
import {
  amountText,
  count,
  currencyIdText,
  cursorPageOf,
  decimalText,
  integer,
  limit,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';

const depositRow = z.object({
  id: z.number(),
  uid: z.number().nullable(),
  network: networkText,
  currency_name: z.string(),
  amount: decimalText,
  address: z.string(),
  txid: z.string(),
  output: z.number(),
  height: z.number(),
  confirmations: z.number(),
  confirmations_needed: z.number(),
  state: z.enum(DEPOSIT_STATES),
  created_ms: timeMs,
});

const voucherRow = z.object({
  id: z.number(),
  uid: z.number(),
  currency_name: z.string(),
  amount: decimalText,
  account: z.string(),
  image: z.string().nullable(),
  /** 1 pending, 2 approved, 3 rejected. */
  status: z.number(),
  /** A credit is requested and waits for approval. */
  asked: z.boolean(),
  reason: z.enum(VOUCHER_REASONS).nullable(),
  note: z.string(),
  /** Other vouchers with the same picture, of any user. */
  duplicates: z.array(z.object({ id: z.number(), uid: z.number(), status: z.number() })),
  /** Earlier vouchers of the user: approved and rejected. */
  approved_before: z.number(),
  rejected_before: z.number(),
  created_ms: timeMs,
});

/** Deposits and vouchers of all users, and the terms of deposits. */
export const depositsConsole = {
  'console/deposits': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Deposits from chains, newest first.',
    input: z.object({
      uid: optional(userIdText),
      network: optional(networkText),
      state: optional(z.enum(DEPOSIT_STATES)),
      cursor: optional(text(20)),
      limit: limit(100, 20),
    }),
    reply: cursorPageOf(depositRow),
  }),
  'console/vouchers': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'Vouchers with what a reviewer needs to know: other vouchers with the same picture, earlier ones of the user.',
    input: z.object({ status: optional(oneOf(1, 2, 3)), uid: optional(userIdText), ...paging }),
    reply: pageOf(voucherRow),
  }),
  'console/voucher_credit': post({
    who: desk.books,
    effect: 'write',
    summary: 'Asks for crediting a voucher; another person approves it.',
    input: z.object({ id: rowId, reason: text(500, 3) }),
    reply: z.object({ approval: z.number() }),
    refusals: ['voucher_unknown', 'voucher_decided', 'voucher_without_image', 'voucher_duplicate'],
  }),
  'console/voucher_reject': post({
    who: desk.books,
    effect: 'write',
    summary: 'Rejects a voucher with a reason for the user.',
    input: z.object({ id: rowId, reason: z.enum(VOUCHER_REASONS), note: optional(text(500)) }),
    reply: voucherRow,
    refusals: ['voucher_unknown', 'voucher_decided', 'reason_required'],
  }),
  'console/deposit_methods': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'Deposits by currency and network: token, minimum, confirmations with their lowest bound, and whether they are stopped. Version 0 are the built-in terms.',
    input: z.object({}),
    reply: z.array(
      z.object({
        currency_id: z.number(),
        code: z.string(),
        network: z.enum(NETWORKS),
        network_name: z.string(),
        real: z.boolean(),
        connected: z.boolean(),
        standard: z.enum(['native', 'erc20', 'trc20']),
        /** Of the token; null for the chain's own coin, and while no node is connected. */
        contract: z.string().nullable(),
        token_decimals: z.number().nullable(),
        minimum: decimalText,
        confirmations: z.number(),
        confirmations_min: z.number(),
        stopped: z.boolean(),
        /** Stopped here alone, not only everywhere. */
        stopped_here: z.boolean(),
        version: z.number(),
        asked_by: z.string().nullable(),
        approved_by: z.string().nullable(),
        changed_ms: timeMs.nullable(),
      }),
    ),
  }),
  'console/deposit_method_change': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to change minimum or confirmations of deposits, or to add a token to a network with its contract; a second operator approves. A contract never changes. Deposits that were seen keep their terms.',
    input: z.object({
      currency_id: currencyIdText,
      network: networkText,
      version: integer(0, Number.MAX_SAFE_INTEGER),
      minimum: optional(amountText),
      confirmations: optional(count(1_000)),
      contract: optional(text(80, 20)),
      token_decimals: optional(integer(0, 18)),
      reason: text(500, 3),
    }),
    reply: approval,
    refusals: [
      ...changeRefusals,
      ...(['approval_stale', 'currency_unknown', 'deposit_unavailable', 'unavailable'] as const),
    ],
  }),
};
