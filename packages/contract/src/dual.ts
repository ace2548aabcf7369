import * as z from 'zod';
import { get, post } from './call.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  optional,
  pageOf,
  paging,
  rowId,
  timeMs,
  timeText,
} from './scalars.ts';

/** `call` sells high and is paid in the coin, `put` buys low and is paid in the quote currency. */
export const DUAL_TYPES = ['call', 'put'] as const;
/** Whether a product is for sale. */
export const DUAL_SALE_STATES = ['coming', 'open', 'sold_out', 'ended'] as const;
export type DualSaleState = (typeof DUAL_SALE_STATES)[number];

const dualType = z.enum(DUAL_TYPES);

const product = z.object({
  id: z.number(),
  match_id: z.number(),
  symbol_name: z.string(),
  /** The coin. */
  currency_id: z.number(),
  currency_name: z.string(),
  /** The quote currency. */
  legal_id: z.number(),
  legal_name: z.string(),
  type: dualType,
  /** The currency that shares are paid in: the coin of a call, the quote currency of a put. */
  pay_currency_id: z.number(),
  pay_currency_name: z.string(),
  /** Price of one share, in the paying currency. */
  price: decimalText,
  /** Percent per year. */
  apr: decimalText,
  /** The linked reference price: below it the payout is in the coin, otherwise in the quote currency. */
  linked_price: decimalText,
  /** Days that an order bought now earns the rate. */
  days: z.number(),
  status: z.enum(DUAL_SALE_STATES),
  total_share: z.number(),
  remain_share: z.number(),
  /** Shares sold, percent with two decimals. */
  progress: decimalText,
  /** Shares that one user may buy. */
  user_max: z.number(),
  /** Shares that the caller has bought; 0 for a visitor. */
  bought: z.number(),
  start_at: timeText,
  start_ms: timeMs,
  end_at: timeText,
  end_ms: timeMs,
  maturity_at: timeText,
  maturity_ms: timeMs,
});

/** 0 failed (refunded), 1 purchased, 2 settling, 3 success. */
const DUAL_ORDER_STATUS = ['0', '1', '2', '3'] as const;

const order = z.object({
  id: z.number(),
  product_id: z.number(),
  match_id: z.number(),
  symbol_name: z.string(),
  currency_name: z.string(),
  legal_name: z.string(),
  type: dualType,
  /** Shares. */
  num: z.number(),
  price: decimalText,
  /** Principal: shares x price, in the paying currency. */
  amount: decimalText,
  pay_currency_name: z.string(),
  apr: decimalText,
  linked_price: decimalText,
  days: z.number(),
  /** What it pays if it settles below the linked price, in the coin. */
  coin_payout: decimalText,
  /** What it pays otherwise, in the quote currency. */
  legal_payout: decimalText,
  /** 0 failed (refunded), 1 purchased, 2 settling, 3 success. */
  status: z.number(),
  settlement_price: decimalText.nullable(),
  /** Where the settlement price comes from: index ticks or a documented source; `void`: the principal returned. */
  basis: z.enum(['ticks', 'source', 'void']).nullable(),
  /** The document of a price that does not come from index ticks. */
  source: z.string().nullable(),
  payout: decimalText.nullable(),
  payout_currency_name: z.string().nullable(),
  created_at: timeText,
  created_ms: timeMs,
  maturity_at: timeText,
  maturity_ms: timeMs,
  complete_at: timeText.nullable(),
  complete_ms: timeMs.nullable(),
  remain_milli_seconds: z.number(),
  /** Number of the signed receipt; null until it is settled. */
  receipt: z.string().nullable(),
});

const preview = z.object({
  id: z.number(),
  num: z.number(),
  amount: decimalText,
  pay_currency_name: z.string(),
  /** What the caller can spend of the paying currency; null for a visitor. */
  available: decimalText.nullable(),
  days: z.number(),
  apr: decimalText,
  linked_price: decimalText,
  /** The index price of this moment; null before the first tick. */
  now_price: decimalText.nullable(),
  coin_payout: decimalText,
  legal_payout: decimalText,
  /** The settlement price at which the payout is worth exactly as much as the principal, unchanged. */
  break_even: decimalText,
});

/** Dual currency orders. */
export const dual = {
  'dual/index': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Dual currency products of a coin and direction, open ones first.',
    input: z.object({ currency_id: optional(currencyIdText), type: optional(dualType), ...paging }),
    reply: pageOf(product),
  }),
  'dual/detail': get({
    who: 'visitor',
    effect: 'read',
    summary: 'One dual currency product.',
    input: z.object({ id: rowId }),
    reply: product,
    refusals: ['dual_product_unknown'],
  }),
  'dual/preview': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Both outcomes of a purchase made now, in numbers.',
    input: z.object({ id: rowId, num: rowId }),
    reply: preview,
    refusals: ['dual_product_unknown', 'dual_user_limit'],
  }),
  'dual/buyDual': post({
    who: 'user',
    effect: 'money',
    summary:
      'Buys whole shares; the principal is set aside until maturity and cannot be redeemed. `days` and `apr` (percent) as previewed: other terms refuse.',
    perMinute: 60,
    input: z.object({ id: rowId, num: rowId, days: optional(rowId), apr: optional(amountText) }),
    reply: order,
    refusals: [
      ...(['dual_product_unknown', 'dual_not_open', 'dual_sold_out', 'dual_user_limit'] as const),
      ...(['dual_uncovered', 'dual_terms_changed', 'insufficient_balance', 'market_halted'] as const),
      ...(['index_stale', 'index_broken', 'currency_disabled'] as const),
    ],
  }),
  'dual/dual_list': post({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'The own dual currency orders, newest first: status 0 failed, 1 purchased, 2 settling, 3 success, or all.',
    input: z.object({ status: optional(z.enum(DUAL_ORDER_STATUS)), ...paging }),
    reply: pageOf(order),
  }),
  'dual/order': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'One of the own dual currency orders.',
    input: z.object({ id: rowId }),
    reply: order,
    refusals: ['dual_order_unknown'],
  }),
};
