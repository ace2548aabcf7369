import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import {
  amountText,
  currencyIdText,
  cursorPageOf,
  decimalText,
  limit,
  momentText,
  optional,
  pageOf,
  paging,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';
import { ACCOUNT_NAMES } from './wallet-accounts.ts';

const userRow = z.object({
  uid: z.number(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  nickname: z.string(),
  status: z.enum(['active', 'frozen']),
  house: z.boolean(),
  created_ms: timeMs,
  seen_ms: timeMs.nullable(),
});

const posting = z.object({
  account: z.string(),
  currency: z.string(),
  available: decimalText,
  held: decimalText,
});

/** In the journal of an engine batch each movement has its own subject. */
const movement = posting.extend({ kind: z.string().nullable(), reference: z.string().nullable() });

const journal = z.object({
  id: z.number(),
  key: z.string(),
  kind: z.string(),
  reference: z.string(),
  created_ms: timeMs,
  postings: z.array(movement),
});

/** Conditions on journals. Times are unix ms, `from` included, `to` excluded. */
const journalFilter = {
  uid: optional(userIdText),
  kind: optional(text(40)),
  /** Reference or key of a journal; with a user also the reference of a movement. */
  reference: optional(text(200)),
  currency: optional(currencyIdText),
  /** Limits of the amount of a posting, both included. */
  min: optional(amountText),
  max: optional(amountText),
  from: optional(momentText),
  to: optional(momentText),
};

/** Reason of a balance correction. */
export const CORRECTION_REASONS = [
  'booking_error',
  'deposit_missing',
  'withdrawal_returned',
  'fee_refund',
  'compensation',
  'corporate_action',
  'other',
] as const;
export type CorrectionReason = (typeof CORRECTION_REASONS)[number];

/** Users with their balances, journals, and corrections. */
export const ledgerConsole = {
  'console/users': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'Users whose UID, e-mail, phone or nickname matches; the UIDs that are shown are written to the audit log.',
    input: z.object({ keyword: optional(text(100)), ...paging }),
    reply: pageOf(userRow),
  }),
  'console/user': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'A user with balances and sessions; the look is written to the audit log.',
    input: z.object({ uid: userIdText }),
    reply: z.object({
      user: userRow,
      balances: z.array(
        z.object({ account: z.string(), currency: z.string(), available: decimalText, held: decimalText }),
      ),
      /** Value of the balances, held amounts included, by the last prices. */
      value_usdt: decimalText,
      /** Currencies without a price, which the value leaves out. */
      unvalued: z.array(z.string()),
      sessions: z.array(
        z.object({ device: z.string(), address: z.string(), created_ms: timeMs, seen_ms: timeMs }),
      ),
    }),
    refusals: ['not_found'],
  }),
  'console/journals': get({
    who: desk.books,
    effect: 'read',
    summary:
      'Journals with their postings, newest first; of one user, kind, reference, currency, amount or time if asked. By currency or amount, without a user, movements of trades are found only with their kind and within a time of at most 31 days. A page may be shorter than the limit although `next` is not null. Reading those of a user is written to the audit log.',
    input: z.object({ ...journalFilter, cursor: optional(text(40)), limit: limit(100, 20) }),
    reply: cursorPageOf(journal),
  }),
  'console/journals_export': get({
    who: desk.books,
    effect: 'write',
    replyKind: 'file',
    perMinute: 10,
    summary:
      'Postings of journals as CSV, newest first, at most 50,000; the export itself is written to the audit log.',
    input: z.object(journalFilter),
    reply: z.unknown(),
    refusals: ['export_too_large'],
  }),
  'console/house': get({
    who: desk.books,
    effect: 'read',
    summary: 'Balances of the house accounts.',
    input: z.object({}),
    reply: z.array(
      z.object({ account: z.string(), currency: z.string(), available: decimalText, held: decimalText }),
    ),
  }),
  'console/correction_accounts': get({
    who: desk.books,
    effect: 'read',
    summary: 'House accounts and currencies that a correction may name.',
    input: z.object({}),
    reply: z.object({
      house: z.array(z.string()),
      currencies: z.array(z.object({ id: z.number(), code: z.string() })),
    }),
  }),
  'console/correction': post({
    who: desk.books,
    effect: 'write',
    summary:
      'Asks for a ledger correction of a user account (uid and account) or a house account, booked against a house account; a second operator approves.',
    input: z.object({
      uid: optional(userIdText),
      account: optional(z.enum(ACCOUNT_NAMES)),
      house: optional(text(40, 1)),
      counter: text(40, 1),
      currency: currencyIdText,
      /** Negative amounts debit. */
      amount: text(60, 1),
      reason: z.enum(CORRECTION_REASONS),
      note: text(500, 3),
    }),
    reply: approval,
    refusals: ['not_found', 'currency_unknown', 'insufficient_balance', 'value_invalid'],
  }),
  'console/ledger_check': post({
    who: desk.money,
    effect: 'read',
    summary: 'Recomputes every balance from its postings and names any difference.',
    input: z.object({}),
    reply: z.object({ accounts: z.number(), journals: z.number(), differences: z.array(z.string()) }),
  }),
};
