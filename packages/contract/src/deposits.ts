import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
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
  timeText,
  userIdText,
} from './scalars.ts';

/** State of a deposit from a chain. `house` belongs to the house account and is credited to nobody. */
export const DEPOSIT_STATES = ['pending', 'credited', 'below_minimum', 'orphaned', 'house'] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

/** The two transfers of a sweep: gas to the deposit address, and the collection of its balance. */
export const SWEEP_LEGS = ['gas', 'collect'] as const;
export type SweepLeg = (typeof SWEEP_LEGS)[number];
/** State of a sweep; those before `done` are of its current transfer. */
export const SWEEP_STATES = ['planned', 'signing', 'signed', 'sent', 'done', 'failed'] as const;
export type SweepState = (typeof SWEEP_STATES)[number];
/** Reason why a sweep failed. */
export const SWEEP_REASONS = ['nothing', 'reverted', 'replaced'] as const;
export type SweepReason = (typeof SWEEP_REASONS)[number];

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

const custodyRow = z.object({
  network: networkText,
  network_name: z.string(),
  currency_name: z.string(),
  /** Liability of the ledger on this chain: deposits less withdrawals, house funding included. */
  booked: decimalText,
  /**
   * On the chain but in no balance yet: pending, below the minimum, below the ledger's precision, or of the house
   * account.
   */
  unbooked: decimalText,
  /** Payouts that only one side knows yet. */
  outgoing: decimalText,
  /** Balance on the chain; null before the first comparison. */
  chain: decimalText.nullable(),
  difference: decimalText.nullable(),
  tolerance: decimalText,
  height: z.number().nullable(),
  checked_ms: timeMs.nullable(),
  matches: z.boolean().nullable(),
});

const networkRow = z.object({
  network: networkText,
  network_name: z.string(),
  connected: z.boolean(),
  height: z.number().nullable(),
  scanned: z.number().nullable(),
  /** The node's failure, if its last reply was one. */
  failure: z.string().nullable(),
  seen_ms: timeMs.nullable(),
  halted: z.boolean(),
  halted_reason: z.string(),
  halted_ms: timeMs.nullable(),
});

const sweepRow = z.object({
  id: z.number(),
  network: networkText,
  currency_name: z.string(),
  address: z.string(),
  leg: z.enum(SWEEP_LEGS),
  state: z.enum(SWEEP_STATES),
  /** What the current transfer moves, in its own currency; null before it is fixed. */
  amount: decimalText.nullable(),
  amount_currency: z.string(),
  txid: z.string(),
  attempts: z.number(),
  confirmations: z.number(),
  confirmations_needed: z.number(),
  /** What keeps it from going on; empty if nothing does. */
  problem: z.string(),
  reason: z.enum(SWEEP_REASONS).nullable(),
  created_ms: timeMs,
  finished_ms: timeMs.nullable(),
});

const sweepNetwork = z.object({
  network: networkText,
  network_name: z.string(),
  /** Is true while operators have stopped sweeping here. */
  stopped: z.boolean(),
  stopped_reason: z.string(),
  /** Is true while payouts are halted, which halts sweeps too. */
  payouts_halted: z.boolean(),
  signer: z.enum(['ready', 'not reached']),
  gas_station: z.string(),
  /** What the gas station holds of the network's coin; null if no node answers. */
  gas: decimalText.nullable(),
  gas_currency: z.string(),
  payout_address: z.string(),
  open: z.number(),
  oldest_ms: timeMs.nullable(),
  /** Sweeps that failed within 24 hours. */
  failed: z.number(),
  unswept: z.array(
    z.object({
      currency_name: z.string(),
      /** Credited deposits that lie at addresses of users. */
      amount: decimalText,
      addresses: z.number(),
      /** Smallest swept amount of one address; null without current prices or a node. */
      minimum: decimalText.nullable(),
    }),
  ),
});

/** Deposits: addresses, chain watchers, vouchers. */
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
  'console/custody': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'What the books owe on each network against what the chain says, and which networks are halted.',
    input: z.object({}),
    reply: z.object({ networks: z.array(networkRow), balances: z.array(custodyRow) }),
  }),
  'console/sweeping': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Networks whose deposit addresses are swept: what is not swept yet, the gas station, failures.',
    input: z.object({}),
    reply: z.array(sweepNetwork),
  }),
  'console/sweeps': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Sweeps of deposit addresses to the payout address, newest first.',
    input: z.object({
      network: optional(networkText),
      state: optional(z.enum(SWEEP_STATES)),
      cursor: optional(text(20)),
      limit: limit(100, 20),
    }),
    reply: cursorPageOf(sweepRow),
  }),
  'console/custody_check': post({
    who: desk.books,
    effect: 'write',
    summary: 'Compares books and chain of a network now.',
    input: z.object({ network: networkText }),
    reply: z.object({ matches: z.boolean().nullable() }),
    refusals: ['deposit_unavailable'],
    perMinute: 12,
  }),
};
