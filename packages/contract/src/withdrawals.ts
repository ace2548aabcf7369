import * as z from 'zod';
import { get, post } from './call.ts';
import { confirmationRefusals } from './pay-password.ts';
import { oneTime } from './identity.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  flag,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  timeText,
} from './scalars.ts';
import { outgoingRefusals, spentAmountRefusals } from './refusal-groups.ts';

/** State of a withdrawal, finer than the wire's number. */
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

/** Reason of a rejection, chosen by an operator. */
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

/** These, and reasons without an operator. */
export const WITHDRAWAL_REASONS = [...REJECTION_REASONS, 'chain_failed', 'user_cancelled'] as const;
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];

/** Findings of the risk rules. */
export const RISK_NOTES = [
  'new_payee',
  'new_device',
  'amount',
  'velocity',
  'account_age',
  'shared_payee',
  'credentials_changed',
  'sanction_match',
  'not_screened',
  'monitoring_rule',
  'payment_dispute',
] as const;
export type RiskNote = (typeof RISK_NOTES)[number];

/** Owner of the wallet that a withdrawal pays. */
export const WALLET_OWNERS = ['own', 'other'] as const;
export type WalletOwner = (typeof WALLET_OWNERS)[number];

/** Whether a wallet has its own keys, or an exchange keeps it. */
export const WALLET_HOSTINGS = ['self', 'exchange'] as const;
export type WalletHosting = (typeof WALLET_HOSTINGS)[number];

/** 0 to an address, 1 to a domestic card, 2 to an international card. */
export const kind = oneOf(0, 1, 2);
export const state = z.enum(WITHDRAWAL_STATES);
const reason = z.enum(WITHDRAWAL_REASONS);

const route = z.object({
  network: z.string(),
  title: z.string(),
  rate: decimalText,
  min_number: decimalText,
  /** Is true if payouts are sent automatically; else an approved request waits and its state shows it. */
  connected: z.boolean(),
  halted: z.boolean(),
});

export const row = z.object({
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
  /**
   * Reason why a request is not sent: a review before its approval (`review`), and after it the delay of large amounts, a frozen account, a review that is not finished, its network is not
   * connected or halted, no signer, insufficient funds for the payout.
   */
  waits: z.enum(['delay', 'account', 'review', 'network', 'halt', 'signer', 'funds']).nullable(),
  /** End of the delay of a large withdrawal, during which its owner can cancel it; null without a delay. */
  release_ms: timeMs.nullable(),
  reason: reason.nullable(),
  /** The reason in the caller's language. */
  reason_text: z.string(),
  txid: z.string(),
  /** Address of the transaction in a public block explorer; null without one, absent from servers of earlier versions. */
  explorer: z.string().nullable().optional(),
  may_cancel: z.boolean(),
  created_at: timeText,
  created_ms: timeMs,
});

export const step = z.object({ state, at: timeText, at_ms: timeMs, note: z.string() });

const limit = z.object({
  level: z.number(),
  hours: z.number(),
  cap_btc: decimalText,
  used_btc: decimalText,
  left_btc: decimalText,
  /** Limit and its remainder in this currency; null without a current price. */
  cap: decimalText.nullable(),
  left: decimalText.nullable(),
});

const sameShare = z.object({ reason, count: z.number() });

const outCodes = [
  ...outgoingRefusals,
  ...spentAmountRefusals,
  ...confirmationRefusals,
  'amount_below_minimum',
  'network_unknown',
  'address_invalid',
  'payee_unknown',
  'withdrawal_closed',
  'network_halted',
  'fee_above_amount',
  'own_address',
] as const;

/** Withdrawals: requests, risk, approvals, the signer, broadcast. */
export const withdrawals = {
  'wallet/get_info': post({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'Fee, minimum and balance for withdrawing a currency, over each network or to cards (`type`), and what is left of the limit.',
    input: z.object({
      currency: currencyIdText,
      type: optional(kind),
      network: optional(text(20)),
      /** An address, or the id of a card: the reply says if it is a first payment. */
      address: optional(text(128)),
    }),
    reply: z.object({
      rate: decimalText,
      min_number: decimalText,
      name: z.string(),
      change_balance: decimalText,
      decimals: z.number(),
      network: z.string(),
      routes: z.array(route),
      limit,
      /** End of the withdrawal delay after a change of credentials. */
      held_until_ms: timeMs.nullable(),
      /** End of withdraw protection. */
      protected_until_ms: timeMs.nullable(),
      /** A withdrawal from this amount on waits `delay_minutes` before it is signed; null without a price or a delay. */
      delay_from: decimalText.nullable(),
      delay_minutes: z.number(),
      /** Is true if `address` was never paid before; null without a valid one. */
      first_payment: z.boolean().nullable(),
      /** Whose wallet `address` is, as the last large withdrawal to it named it: `wallet/out` needs no answer again. */
      wallet_known: z
        .object({ wallet_owner: z.enum(WALLET_OWNERS), wallet_hosting: z.enum(WALLET_HOSTINGS) })
        .nullable(),
      /** From this amount on `wallet/out` needs `wallet_owner` and `wallet_hosting`; null without a price or for cards. */
      wallet_owner_from: decimalText.nullable(),
      /** A higher amount needs a review; in this currency, null without a price. */
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
      /** Required from users; a program confirms with its signature. */
      pay_password: optional(text(128, 1)),
      code: optional(oneTime),
      /**
       * The user has accepted the warning of a first payment and knows the recipient; a reviewer sees if it is
       * missing.
       */
      first_payment_ok: optional(flag),
      /** Whose wallet a large withdrawal to an address pays (travel rule). */
      wallet_owner: optional(z.enum(WALLET_OWNERS)),
      /** Needed for the wallet of another person. */
      beneficiary_name: optional(text(120, 2)),
      wallet_hosting: optional(z.enum(WALLET_HOSTINGS)),
      /** Needed for a wallet that an exchange keeps. */
      exchange_name: optional(text(120, 2)),
    }),
    proofs: ['pay_password', 'code'],
    reply: z.object({ id: z.number(), status: z.number(), receive: decimalText }),
    refusals: outCodes,
    perMinute: 60,
  }),
  'withdrawal/currencies': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'What can leave by a way (`type`), and how much of it there is.',
    input: z.object({ type: optional(kind) }),
    reply: z.array(z.object({ id: z.number(), name: z.string(), title: z.string(), balance: decimalText })),
  }),
  'user/withdraw/list': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Own withdrawals, newest first.',
    input: z.object({ status: optional(oneOf(1, 2, 3, 4)), currency: optional(currencyIdText), ...paging }),
    reply: pageOf(row),
  }),
  'withdrawal/detail': get({
    who: 'user',
    effect: 'read',
    right: 'read',
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
      /** Seconds from request to completion; null without any. */
      median_s: z.number().nullable(),
      p90_s: z.number().nullable(),
      automatic_share: decimalText,
      /** Percent of decided requests. */
      rejected_share: decimalText,
      reasons: z.array(sameShare.extend({ text: z.string(), share: decimalText })),
      at_ms: timeMs,
    }),
  }),
};
