import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { FIAT_REASONS, order, orderDetail } from './fiat.ts';
import { decimalText, done, oneOf, optional, pageOf, paging, rowId, text, timeMs } from './scalars.ts';

/**
 * State of a statement line: fits no order, fits one, credited to one, set aside, sent back to its payer, or of a
 * discarded statement.
 */
export const FIAT_LINE_STATES = [
  'unmatched',
  'matched',
  'used',
  'set_aside',
  'returned',
  'discarded',
] as const;
export type FiatLineState = (typeof FIAT_LINE_STATES)[number];

/** Reason why a line does not pay the order that it names. */
export const FIAT_MISMATCHES = [
  'no_reference',
  'unknown_reference',
  'amount',
  'currency',
  'state',
  'account',
] as const;
export type FiatMismatch = (typeof FIAT_MISMATCHES)[number];

export const STATEMENT_FORMATS = ['csv', 'camt053'] as const;

const line = z.object({
  id: z.number(),
  statement_id: z.number(),
  account: z.string(),
  bank_reference: z.string(),
  booked_on: z.string(),
  amount: decimalText,
  currency: z.string(),
  payer: z.string(),
  remittance: z.string(),
  reference: z.string().nullable(),
  order_id: z.number().nullable(),
  state: z.enum(FIAT_LINE_STATES),
  mismatch: z.enum(FIAT_MISMATCHES).nullable(),
  note: z.string(),
});

const statement = z.object({
  id: z.number(),
  account: z.string(),
  format: z.string(),
  imported_by: z.string(),
  at_ms: timeMs,
  /** Empty for statements imported before balances were required. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  opening: decimalText.nullable(),
  closing: decimalText.nullable(),
  lines: z.number(),
  used: z.number(),
  latest: z.boolean(),
  discarded_by: z.string().nullable(),
});

const queued = order.extend({
  uid: z.number(),
  payer_name: z.string(),
  proof: z.string().nullable(),
  lines: z.number(),
  proof_duplicates: z.number(),
});

/** Fiat purchases and the statements that pay for them, for operators. */
export const fiatConsole = {
  'console/fiat_orders': get({
    who: desk.books,
    effect: 'read',
    summary: 'Purchases, those that wait longest first; narrowed down by state, and by reference or UID.',
    input: z.object({ status: optional(oneOf(1, 2, 3, 4, 5, 6, 7)), keyword: optional(text(40)), ...paging }),
    reply: pageOf(queued),
  }),
  'console/fiat_order': get({
    who: desk.books,
    effect: 'read',
    summary: 'A purchase with what its reviewer needs; the look is written to the audit log.',
    input: z.object({ id: rowId }),
    reply: orderDetail.extend({
      uid: z.number(),
      level: z.number(),
      limit: decimalText,
      verified_name: z.string().nullable(),
      payer_matches: z.boolean().nullable(),
      /** The limit above which a confirmation needs a second operator; null within all limits. */
      second_person: z.enum(['operator', 'user', 'day']).nullable(),
      lines: z.array(
        line.extend({
          imported_by: z.string(),
          own_import: z.boolean(),
          /** USDT for what arrived, at the locked price; null unless the amount alone differs. */
          part_received: decimalText.nullable(),
        }),
      ),
      proof_duplicates: z.array(
        z.object({ id: z.number(), uid: z.number(), reference: z.string(), state: z.string() }),
      ),
      history: z.array(z.object({ state: z.string(), orders: z.number(), received: decimalText })),
      events: z.array(
        z.object({
          event_id: z.string(),
          kind: z.string(),
          amount: decimalText,
          outcome: z.string(),
          at_ms: timeMs,
        }),
      ),
    }),
    refusals: ['fiat_order_unknown'],
  }),
  'console/fiat_confirm': post({
    who: desk.money,
    effect: 'money',
    summary:
      'Credits a purchase against the line of a statement that pays it, never by the importer of the line; above the limits of one person in 24 hours it asks for a second one.',
    input: z.object({ id: rowId, line_id: rowId }),
    reply: z.object({ approval: z.number().nullable() }),
    refusals: [
      'fiat_order_unknown',
      'fiat_order_state',
      'fiat_line_unknown',
      'fiat_line_used',
      'fiat_line_mismatch',
      'fiat_other_person_needed',
      'fiat_sold_out',
    ],
  }),
  'console/fiat_part_accept': post({
    who: desk.money,
    effect: 'money',
    summary:
      'Credits a purchase with what a line of a statement really brought, at its locked price; never by the importer of the line, and above the limits of one person it asks for a second one.',
    input: z.object({ id: rowId, line_id: rowId }),
    reply: z.object({ approval: z.number().nullable() }),
    refusals: [
      'fiat_order_unknown',
      'fiat_order_state',
      'fiat_line_unknown',
      'fiat_line_used',
      'fiat_line_mismatch',
      'fiat_other_person_needed',
      'fiat_sold_out',
      'fiat_over_limit',
      'amount_below_minimum',
      'no_change',
    ],
  }),
  'console/fiat_part_return': post({
    who: desk.money,
    effect: 'money',
    summary:
      'Ends a purchase for which another amount arrived: the line is marked as sent back to its payer, and the buyer is notified. Never by the importer of the line.',
    input: z.object({ id: rowId, line_id: rowId, note: text(300, 3) }),
    reply: done,
    refusals: [
      'fiat_order_unknown',
      'fiat_order_state',
      'fiat_line_unknown',
      'fiat_line_used',
      'fiat_line_mismatch',
      'fiat_other_person_needed',
      'no_change',
    ],
  }),
  'console/fiat_reject': post({
    who: desk.money,
    effect: 'money',
    summary: 'Rejects a purchase with a reason that its buyer reads.',
    input: z.object({ id: rowId, reason: z.enum(FIAT_REASONS), note: optional(text(300)) }),
    reply: done,
    refusals: ['fiat_order_unknown', 'fiat_order_state'],
  }),
  'console/fiat_refund': post({
    who: desk.money,
    effect: 'write',
    summary:
      'Asks for giving back a purchase by card or third party: the coins return to the house, the money to the payer. A second operator approves.',
    input: z.object({ id: rowId, reason: text(500, 3) }),
    reply: z.object({ approval: z.number() }),
    refusals: ['fiat_order_unknown', 'fiat_not_refundable', 'fiat_disputed', 'reason_required'],
  }),
  'console/fiat_accounts': get({
    who: desk.books,
    effect: 'read',
    summary: "The house's bank accounts that statements are imported for.",
    input: z.object({}),
    reply: z.array(
      z.object({
        account: z.string(),
        currency: z.string(),
        bank_name: z.string(),
        /** Closing balance of the last statement and its day, where the next one continues. */
        closing: decimalText.nullable(),
        closing_day: z.string().nullable(),
      }),
    ),
  }),
  'console/fiat_import': post({
    who: desk.money,
    effect: 'write',
    summary:
      'Reads a bank statement that goes on where the last one of its account ended; gaps, overlaps and balances that do not add up are refused.',
    upload: 'file',
    perMinute: 20,
    input: z.object({ account: text(40, 1), format: z.enum(STATEMENT_FORMATS) }),
    reply: z.object({
      statement_id: z.number(),
      lines: z.number(),
      matched: z.number(),
      from: z.string(),
      to: z.string(),
      opening: decimalText,
      closing: decimalText,
      currency: z.string(),
    }),
    refusals: [
      'fiat_statement_invalid',
      'fiat_statement_account',
      'fiat_account_unknown',
      'fiat_statement_known',
      'fiat_statement_overlap',
      'fiat_statement_gap',
    ],
  }),
  'console/fiat_statements': get({
    who: desk.books,
    effect: 'read',
    summary: 'Imported statements with their range and balances, newest first.',
    input: z.object(paging),
    reply: pageOf(statement),
  }),
  'console/fiat_statement_discard': post({
    who: desk.money,
    effect: 'write',
    summary:
      'Asks for discarding the latest statement of an account, so that the true one can be imported; a second operator approves.',
    input: z.object({ id: rowId, reason: text(500, 3) }),
    reply: z.object({ approval: z.number() }),
    refusals: ['fiat_statement_unknown', 'reason_required', 'no_change'],
  }),
  'console/fiat_lines': get({
    who: desk.books,
    effect: 'read',
    summary: 'Lines of statements, newest first, by state.',
    input: z.object({ state: optional(z.enum(FIAT_LINE_STATES)), ...paging }),
    reply: pageOf(line),
  }),
  'console/fiat_line_aside': post({
    who: desk.money,
    effect: 'money',
    summary: 'Sets aside a line that pays no order, with a note on the money.',
    input: z.object({ id: rowId, note: text(300, 3) }),
    reply: done,
    refusals: ['fiat_line_unknown', 'fiat_line_used'],
  }),
};
