import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { networkText } from './networks.ts';
import { cursorPageOf, decimalText, limit, optional, text, timeMs } from './scalars.ts';

/** The two transfers of a sweep: gas to the deposit address, and the collection of its balance. */
export const SWEEP_LEGS = ['gas', 'collect'] as const;
export type SweepLeg = (typeof SWEEP_LEGS)[number];
/** State of a sweep; those before `done` are of its current transfer. */
export const SWEEP_STATES = ['planned', 'signing', 'signed', 'sent', 'done', 'failed'] as const;
export type SweepState = (typeof SWEEP_STATES)[number];
/** Reason why a sweep failed. */
export const SWEEP_REASONS = ['nothing', 'reverted', 'replaced'] as const;
export type SweepReason = (typeof SWEEP_REASONS)[number];

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

/** Custody: what the books owe on each network against what the chain says, and sweeps of deposit addresses. */
export const custodyConsole = {
  'console/custody': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'What the books owe on each network against what the chain says, and which networks are halted.',
    input: z.object({}),
    reply: z.object({ networks: z.array(networkRow), balances: z.array(custodyRow) }),
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
};
