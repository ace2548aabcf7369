import * as z from 'zod';
import { get } from './call.ts';
import {
  currencyIdText,
  cursorPageOf,
  decimalText,
  limit,
  momentText,
  optional,
  rowId,
  text,
  timeMs,
} from './scalars.ts';
import { ACCOUNT_NAMES } from './wallet-accounts.ts';

/** Groups of the history. */
export const ACTIVITY_GROUPS = [
  'trades',
  'deposits',
  'withdrawals',
  'transfers',
  'earn',
  'fees',
  'rewards',
  'loans',
  'nft',
  'games',
] as const;
export type ActivityGroup = (typeof ACTIVITY_GROUPS)[number];

/** Progress of a withdrawal. Every other event has taken place when it is listed. */
export const ACTIVITY_STATES = ['pending', 'completed', 'returned'] as const;
export type ActivityState = (typeof ACTIVITY_STATES)[number];

const named = z.object({
  currency: z.number(),
  currency_name: z.string(),
  decimals: z.number(),
});

const leg = named.extend({
  account: z.enum(ACCOUNT_NAMES),
  /** Signed change. */
  amount: decimalText,
  /** Available and held balance after the event. */
  available_after: decimalText,
  held_after: decimalText,
});

const fee = named.extend({ amount: decimalText });

const event = z.object({
  id: z.number(),
  journal_id: z.number(),
  group: z.enum(ACTIVITY_GROUPS),
  kind: z.string(),
  info: z.string(),
  state: z.enum(ACTIVITY_STATES),
  legs: z.array(leg),
  /** Fees that the event includes, above zero. In the group `fees` an event of another group is listed for them. */
  fees: z.array(fee),
  /** Key for `proofs/mine`, as in `wallet/bills`. */
  proof: z.object({ kind: z.string(), subject: z.string() }).nullable(),
  created_ms: timeMs,
});

const step = leg.omit({ amount: true, held_after: true }).extend({
  id: z.number(),
  info: z.string(),
  available: decimalText,
  held: decimalText,
  created_ms: timeMs,
});

/** The history of a user's accounts by event. */
export const activity = {
  'wallet/activity': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'Events of the own accounts, newest first, one row each: holds and releases belong to their event. `search` finds names of kinds, currencies and journal numbers.',
    input: z.object({
      group: optional(z.enum(ACTIVITY_GROUPS)),
      currency: optional(currencyIdText),
      search: optional(text(60)),
      from: optional(momentText),
      to: optional(momentText),
      cursor: optional(text(40)),
      limit: limit(50, 20),
    }),
    reply: cursorPageOf(event),
  }),
  'wallet/activity_steps': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Movements that belong to an event, holds and releases included, oldest first; at most 50.',
    input: z.object({ id: rowId }),
    reply: z.array(step),
    refusals: ['not_found'],
  }),
};
