import * as z from 'zod';
import { get, post } from './call.ts';
import {
  amountText,
  decimalText,
  done,
  oneOf,
  optional,
  pageOf,
  paging,
  priceText,
  rowId,
  text,
  timeMs,
  timeText,
} from './scalars.ts';

/** Ways to pay for a purchase. */
export const FIAT_METHODS = ['swift', 'card', 'third_party'] as const;
export type FiatMethod = (typeof FIAT_METHODS)[number];

/** States of a purchase by the wire's number. */
export const FIAT_STATUS = {
  to_be_paid: 1,
  proof_sent: 2,
  successful: 3,
  rejected: 4,
  expired: 5,
  cancelled: 6,
  refunded: 7,
} as const;
export type FiatState = keyof typeof FIAT_STATUS;

/** Why an operator rejects a purchase. */
export const FIAT_REASONS = [
  'not_received',
  'amount_differs',
  'payer_differs',
  'proof_unusable',
  'proof_duplicate',
  'not_permitted',
] as const;
export type FiatReason = (typeof FIAT_REASONS)[number];

/** What a line of a statement is: credited to an order, fitting one, fitting none, or put aside. */
export const FIAT_LINE_STATES = ['unmatched', 'matched', 'used', 'set_aside'] as const;
export type FiatLineState = (typeof FIAT_LINE_STATES)[number];
/** Why a line does not pay for the order that it names. */
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

const method = z.enum(FIAT_METHODS);
const fiatCode = text(3, 3).transform((code) => code.toUpperCase());
const countryCode = text(2, 2).transform((code) => code.toUpperCase());

/** Where the money goes; what a country's banks do not use is null. */
const bank = z.object({
  beneficiary: z.string(),
  bank_name: z.string(),
  account_number: z.string(),
  swift: z.string(),
  routing: z.string().nullable(),
  bank_address: z.string(),
});

const order = z.object({
  id: z.number(),
  reference: z.string(),
  status: z.number(),
  state: z.enum(['to_be_paid', 'proof_sent', 'successful', 'rejected', 'expired', 'cancelled', 'refunded']),
  reason: z.enum(FIAT_REASONS).nullable(),
  note: z.string(),
  country: z.string(),
  currency: z.string(),
  method,
  amount: decimalText,
  price: decimalText,
  received: decimalText,
  currency_name: z.string(),
  simulated: z.boolean(),
  expires_ms: timeMs,
  created_at: timeText,
  created_ms: timeMs,
});

const payer = z.object({
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  tax_id: z.string(),
});

const orderDetail = order.extend({
  payer,
  bank: bank.nullable(),
  proof: z.string().nullable(),
  steps: z.array(z.object({ state: z.string(), at_ms: timeMs })),
});

const finance = { operator: ['finance', 'admin'] } as const;
const reviewers = { operator: ['finance', 'risk', 'admin'] } as const;

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

const queued = order.extend({
  uid: z.number(),
  payer_name: z.string(),
  proof: z.string().nullable(),
  lines: z.number(),
  proof_duplicates: z.number(),
});

/** Buying USDT with fiat money. */
export const fiat = {
  'otc/config': get({
    who: 'visitor',
    effect: 'read',
    summary:
      'Countries, currencies with their locked-in price of one USDT, methods and limits of fiat purchases.',
    input: z.object({}),
    reply: z.object({
      countries: z.array(
        z.object({ code: z.string(), supported: z.boolean(), currencies: z.array(z.string()) }),
      ),
      currencies: z.array(
        z.object({
          code: z.string(),
          symbol: z.string(),
          /** The least that is bought for, whole units. */
          min: decimalText,
          /** Units for one USDT, spread included; null while no rate may be used. */
          price: decimalText.nullable(),
          /** Percent that stands between the price and the rate. */
          spread: decimalText,
          rate_ms: timeMs.nullable(),
        }),
      ),
      methods: z.array(
        z.object({
          method,
          currencies: z.array(z.string()),
          minutes: z.number(),
          simulated: z.boolean(),
          tax_id: z.array(z.string()),
        }),
      ),
      limits: z.array(z.object({ level: z.number(), max: decimalText })),
      rate_source: z.string(),
    }),
  }),
  'otc/order': post({
    who: 'verified',
    effect: 'money',
    summary: 'Orders USDT for a whole amount of fiat money; the price is locked until the order expires.',
    input: z.object({
      /** The price that was shown: another one by now is told instead of taken. */
      price: optional(priceText),
      amount: amountText,
      country: countryCode,
      currency: fiatCode,
      method,
      first_name: text(60, 1),
      last_name: text(60, 1),
      full_name: text(120, 1),
      email: text(254, 3),
      phone: text(30, 4),
      tax_id: optional(text(40)),
    }),
    reply: orderDetail,
    refusals: [
      'fiat_region_unsupported',
      'fiat_method_unavailable',
      'fiat_amount_whole',
      'amount_below_minimum',
      'fiat_over_limit',
      'fiat_price_moved',
      'price_unavailable',
      'fiat_sold_out',
      'fiat_payer_invalid',
      'fiat_too_many_open',
    ],
  }),
  'otc/orders': get({
    who: 'user',
    effect: 'read',
    summary: 'The own purchases, newest first.',
    input: z.object({ status: optional(oneOf(1, 2, 3, 4, 5, 6, 7)), ...paging }),
    reply: pageOf(order),
  }),
  'otc/order_detail': get({
    who: 'user',
    effect: 'read',
    summary: 'One own purchase with the bank details that it is paid to.',
    input: z.object({ id: rowId }),
    reply: orderDetail,
    refusals: ['fiat_order_unknown'],
  }),
  'otc/proof': post({
    who: 'user',
    effect: 'money',
    summary: 'Sends the picture of a transfer, uploaded before, for an order that is to be paid.',
    input: z.object({ id: rowId, image: text(100, 1) }),
    reply: orderDetail,
    refusals: ['fiat_order_unknown', 'fiat_order_state', 'fiat_proof_used', 'image_invalid'],
  }),
  'otc/cancel': post({
    who: 'user',
    effect: 'money',
    summary: 'Takes back an order that is not paid.',
    input: z.object({ id: rowId }),
    reply: orderDetail,
    refusals: ['fiat_order_unknown', 'fiat_order_state'],
  }),
  'otc/pay': post({
    who: 'user',
    effect: 'write',
    summary: "Address of the provider's page on which an order by card or third party is paid.",
    perMinute: 30,
    input: z.object({ id: rowId }),
    reply: z.object({ url: z.string(), simulated: z.boolean() }),
    refusals: ['fiat_order_unknown', 'fiat_order_state', 'fiat_method_unavailable'],
  }),
  'console/fiat_orders': get({
    who: reviewers,
    effect: 'read',
    summary: 'Purchases, those that wait longest first; narrowed down by state, and by reference or UID.',
    input: z.object({ status: optional(oneOf(1, 2, 3, 4, 5, 6, 7)), keyword: optional(text(40)), ...paging }),
    reply: pageOf(queued),
  }),
  'console/fiat_order': get({
    who: reviewers,
    effect: 'read',
    summary: 'A purchase with what its reviewer needs; the look is written to the audit log.',
    input: z.object({ id: rowId }),
    reply: orderDetail.extend({
      uid: z.number(),
      level: z.number(),
      limit: decimalText,
      verified_name: z.string().nullable(),
      payer_matches: z.boolean().nullable(),
      large: z.boolean(),
      lines: z.array(line.extend({ imported_by: z.string(), own_import: z.boolean() })),
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
    who: finance,
    effect: 'money',
    summary:
      'Credits a purchase against the line of a statement that pays it; a large one by somebody else than who imported the line.',
    input: z.object({ id: rowId, line_id: rowId }),
    reply: done,
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
  'console/fiat_reject': post({
    who: finance,
    effect: 'money',
    summary: 'Rejects a purchase with a reason that its buyer reads.',
    input: z.object({ id: rowId, reason: z.enum(FIAT_REASONS), note: optional(text(300)) }),
    reply: done,
    refusals: ['fiat_order_unknown', 'fiat_order_state'],
  }),
  'console/fiat_refund': post({
    who: finance,
    effect: 'write',
    summary:
      'Asks for giving back a purchase by card or third party: the coins return to the house, the money to the payer. A second operator approves.',
    input: z.object({ id: rowId, reason: text(500, 3) }),
    reply: z.object({ approval: z.number() }),
    refusals: ['fiat_order_unknown', 'fiat_not_refundable', 'reason_required'],
  }),
  'console/fiat_accounts': get({
    who: reviewers,
    effect: 'read',
    summary: "The house's bank accounts that statements are imported for.",
    input: z.object({}),
    reply: z.array(
      z.object({ account: z.string(), currency: z.string(), bank_name: z.string(), large_from: decimalText }),
    ),
  }),
  'console/fiat_import': post({
    who: finance,
    effect: 'write',
    summary:
      'Reads a bank statement; lines that are known by account and bank reference are left as they are.',
    upload: 'file',
    perMinute: 20,
    input: z.object({ account: text(40, 1), format: z.enum(STATEMENT_FORMATS) }),
    reply: z.object({
      statement_id: z.number(),
      lines: z.number(),
      added: z.number(),
      matched: z.number(),
      known: z.number(),
    }),
    refusals: ['fiat_statement_invalid', 'fiat_statement_account', 'fiat_account_unknown'],
  }),
  'console/fiat_lines': get({
    who: reviewers,
    effect: 'read',
    summary: 'Lines of statements, newest first, by state.',
    input: z.object({ state: optional(z.enum(FIAT_LINE_STATES)), ...paging }),
    reply: pageOf(line),
  }),
  'console/fiat_line_aside': post({
    who: finance,
    effect: 'money',
    summary: 'Puts aside a line that pays for nothing, with a word on what becomes of the money.',
    input: z.object({ id: rowId, note: text(300, 3) }),
    reply: done,
    refusals: ['fiat_line_unknown', 'fiat_line_used'],
  }),
};
