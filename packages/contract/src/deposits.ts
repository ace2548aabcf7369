import * as z from 'zod';
import { get, post } from './call.ts';
import { networkText } from './networks.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  oneOf,
  optional,
  pageOf,
  paging,
  text,
  timeMs,
  timeText,
} from './scalars.ts';

/** State of a deposit from a chain. `house` belongs to the house account and is credited to nobody. */
export const DEPOSIT_STATES = ['pending', 'credited', 'below_minimum', 'orphaned', 'house'] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

/** Reason why a voucher is rejected. */
export const VOUCHER_REASONS = [
  'not_received',
  'amount_differs',
  'unreadable',
  'duplicate',
  'third_party',
  'other',
] as const;
export type VoucherReason = (typeof VOUCHER_REASONS)[number];

const way = z.object({
  network: networkText,
  /** Name of the chain, with that of the test chain if it is one. */
  network_name: z.string(),
  standard: z.enum(['native', 'erc20', 'trc20']),
  /** Display name: BTC, ERC20, TRC20. */
  sub_name: z.string(),
  minimum: decimalText,
  confirmations: z.number(),
  /** Is true if a node of this network is connected; without one nothing arrives. */
  connected: z.boolean(),
  /** Is true if coins have real value; false on a test chain. */
  real: z.boolean(),
  /** Is true if the test coin button is available. */
  faucet: z.boolean(),
});

/** A deposit: a transfer on a chain, or a voucher. */
const logRow = z.object({
  id: z.number(),
  kind: z.enum(['chain', 'voucher']),
  currency: z.number(),
  currency_name: z.string(),
  amount: decimalText,
  network: networkText.nullable(),
  network_name: z.string(),
  /** Receiving address, or the account of a voucher. */
  account: z.string(),
  txid: z.string(),
  /** Address of the transaction in a public block explorer; null without one, absent from servers of earlier versions. */
  explorer: z.string().nullable().optional(),
  confirmations: z.number(),
  confirmations_needed: z.number(),
  /** 1 pending, 2 credited or approved, 3 not credited. */
  status: z.number(),
  state: z.enum([...DEPOSIT_STATES, 'approved', 'rejected']),
  /** Reason why it was not credited, in the caller's language; else empty. */
  reason: z.string(),
  image: z.string().nullable(),
  created_at: timeText,
  created_ms: timeMs,
});

/** Deposits of a user: addresses, transfers from chains, vouchers. */
export const deposits = {
  'deposit/coins': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Coins that can be paid in, with the networks of each.',
    input: z.object({}),
    reply: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        title: z.string(),
        logo: z.string(),
        vouchers: z.boolean(),
        networks: z.array(way),
      }),
    ),
  }),
  'deposit/address': post({
    who: 'user',
    effect: 'write',
    summary: "The caller's own address for a coin on a network; it never changes and is nobody else's.",
    input: z.object({ currency: currencyIdText, network: networkText }),
    reply: way.extend({ currency: z.number(), currency_name: z.string(), address: z.string() }),
    refusals: ['currency_unknown', 'deposit_unavailable'],
    perMinute: 60,
  }),
  'wallet/get_in_address': post({
    who: 'user',
    effect: 'write',
    summary: "The caller's own addresses for a coin: USDT answers `{erc20, trc20}`, others a text.",
    input: z.object({ currency: currencyIdText }),
    reply: z.union([z.string(), z.object({ erc20: z.string(), trc20: z.string() })]),
    refusals: ['currency_unknown', 'deposit_unavailable'],
    perMinute: 60,
  }),
  'wallet/charge_req': post({
    who: 'user',
    effect: 'write',
    summary:
      'Submits a manual payment with its voucher: the sending account and the picture (an address from `upload`).',
    input: z.object({
      account: text(200, 1),
      amount: amountText,
      currency: currencyIdText,
      type: optional(oneOf(0)),
      image: optional(text(60)),
    }),
    reply: z.object({ id: z.number(), status: z.number() }),
    refusals: [
      'currency_unknown',
      'deposit_unavailable',
      'amount_too_precise',
      'amount_below_minimum',
      'image_invalid',
      'vouchers_open',
    ],
    perMinute: 20,
  }),
  'recharge/log': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: "The caller's deposits from chains and by voucher, newest first.",
    input: z.object({ currency: optional(currencyIdText), ...paging }),
    reply: pageOf(logRow),
  }),
  'deposit/faucet': post({
    who: 'user',
    effect: 'write',
    summary: "Sends test coins to the caller's own address; only where test chains run.",
    input: z.object({ currency: currencyIdText, network: networkText }),
    reply: z.object({ txid: z.string(), amount: decimalText }),
    refusals: ['currency_unknown', 'deposit_unavailable', 'faucet_closed'],
    perMinute: 6,
  }),
};
