import type { FIAT_STATUS } from './enums.ts';
import * as z from 'zod';
import { get, post } from './call.ts';
import {
  amountText,
  decimalText,
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

/** Payment methods of a purchase. */
export const FIAT_METHODS = ['swift', 'card', 'third_party'] as const;
export type FiatMethod = (typeof FIAT_METHODS)[number];

export type FiatState = keyof typeof FIAT_STATUS;

/** Reason why an operator rejects a purchase. */
export const FIAT_REASONS = [
  'not_received',
  'amount_differs',
  'payer_differs',
  'proof_unusable',
  'proof_duplicate',
  'not_permitted',
] as const;
export type FiatReason = (typeof FIAT_REASONS)[number];

/** Why a payer disputes a payment at their bank. */
export const FIAT_DISPUTE_REASONS = [
  'fraudulent',
  'unrecognised',
  'duplicate',
  'not_received',
  'refund_missing',
  'bank',
  'other',
] as const;
export type FiatDisputeReason = (typeof FIAT_DISPUTE_REASONS)[number];

/**
 * State of a dispute: the bank decides, decided for the house, decided for the payer; then coins were taken back, or
 * left to the user by two operators.
 */
export const FIAT_DISPUTE_STATES = ['open', 'won', 'lost', 'recovered', 'waived'] as const;
export type FiatDisputeState = (typeof FIAT_DISPUTE_STATES)[number];

/** Steps of a dispute: its states, and evidence that was sent to the bank. */
export const FIAT_DISPUTE_STEPS = [...FIAT_DISPUTE_STATES, 'evidence'] as const;

const method = z.enum(FIAT_METHODS);
const fiatCode = text(3, 3).transform((code) => code.toUpperCase());
const countryCode = text(2, 2).transform((code) => code.toUpperCase());

/** Bank account for the payment; fields that a country does not use are null. */
const bank = z.object({
  beneficiary: z.string(),
  bank_name: z.string(),
  account_number: z.string(),
  swift: z.string(),
  routing: z.string().nullable(),
  bank_address: z.string(),
});

export const order = z.object({
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
  /** What was ordered, if another amount was paid and credited; else null. */
  ordered_amount: decimalText.nullable(),
  ordered_received: decimalText.nullable(),
  /** State of the last dispute of its payment; null without one. */
  dispute: z.enum(FIAT_DISPUTE_STATES).nullable(),
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

/** A dispute of the payment of a purchase. */
export const dispute = z.object({
  id: z.number(),
  state: z.enum(FIAT_DISPUTE_STATES),
  reason: z.enum(FIAT_DISPUTE_REASONS),
  /** Disputed part of the payment. */
  amount: decimalText,
  currency: z.string(),
  /** USDT that were bought with it. */
  claim: decimalText,
  /** USDT of the user that are held for it now. */
  held: decimalText,
  /** USDT that went back to the house, and USDT that the house has lost: the user owes nothing of them. */
  recovered: decimalText,
  loss: decimalText,
  /** Until when the bank accepts evidence. */
  due_ms: timeMs.nullable(),
  opened_ms: timeMs,
  ended_ms: timeMs.nullable(),
  steps: z.array(z.object({ step: z.enum(FIAT_DISPUTE_STEPS), at_ms: timeMs })),
  answers: z.array(z.object({ text: z.string(), image: z.string().nullable(), at_ms: timeMs })),
  /** Whether the user may add to it. */
  may_answer: z.boolean(),
});

export const orderDetail = order.extend({
  payer,
  bank: bank.nullable(),
  proof: z.string().nullable(),
  steps: z.array(z.object({ state: z.string(), at_ms: timeMs })),
  /** The newest first. */
  disputes: z.array(dispute),
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
          /** Minimum purchase, whole units. */
          min: decimalText,
          /** Units for one USDT, spread included; null while no rate may be used. */
          price: decimalText.nullable(),
          /** Spread between price and rate, percent. */
          spread: decimalText,
          rate_ms: timeMs.nullable(),
          /** The rate is one of a demonstration. */
          simulated: z.boolean(),
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
      /** The displayed price: a changed price is refused. */
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
      'case_screening',
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
  'otc/dispute_answer': post({
    who: 'user',
    effect: 'money',
    summary:
      'Says what the user knows about a disputed payment, with a picture that was uploaded before; operators pass it on to the bank.',
    perMinute: 10,
    input: z.object({ id: rowId, text: text(2_000, 3), image: optional(text(100)) }),
    reply: orderDetail,
    refusals: ['fiat_dispute_unknown', 'fiat_dispute_state', 'fiat_dispute_answers_max', 'image_invalid'],
  }),
};
