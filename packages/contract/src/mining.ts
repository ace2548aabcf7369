import * as z from 'zod';
import { get, post } from './call.ts';
import { MINING_STATUS } from './enums.ts';
import {
  amountOrZeroText,
  amountText,
  currencyIdText,
  decimalText,
  flag,
  momentText,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  timeMs,
  timeText,
} from './scalars.ts';

/** What a deposit is sold as; a flexible one has no term. */
export const MINING_CATEGORIES = ['lockup', 'defi', 'cloud', 'flexible'] as const;
export type MiningCategory = (typeof MINING_CATEGORIES)[number];

/** Whether a product can be bought: not yet, now, not for lack of capacity or coverage, no longer. */
export const MINING_PRODUCT_STATES = ['upcoming', 'open', 'sold_out', 'ended'] as const;
export type MiningProductState = (typeof MINING_PRODUCT_STATES)[number];

/** Why a deposit is no longer open: `closed` where the house could not cover further yields of a flexible one. */
export const MINING_ENDS = ['matured', 'redeemed', 'closed'] as const;
export type MiningEnd = (typeof MINING_ENDS)[number];

export const miningProduct = z.object({
  id: z.number(),
  currency_id: z.number(),
  currency_name: z.string(),
  category: z.enum(MINING_CATEGORIES),
  /** Term in days; 0 is flexible. */
  day: z.number(),
  /** Percent a day. */
  interest_rate: decimalText,
  /** Percent of the principal for each remaining day of an early redemption. */
  penalty_ratio: decimalText,
  /** Minimum of one order. */
  save_min: decimalText,
  /** Maximum of a user's open orders of the product together. */
  save_max: decimalText,
  /** Maximum of all open orders together, and what is left of it. */
  total: decimalText,
  remaining: decimalText,
  state: z.enum(MINING_PRODUCT_STATES),
  vip_only: z.boolean(),
  opens_ms: timeMs,
  closes_ms: timeMs.nullable(),
  /** Days of yield that the house has set aside for every open order. */
  covered_days: z.number(),
  decimals: z.number(),
});

const productForUser = miningProduct.extend({
  /** What of the own limit is left; null for visitors. */
  own_remaining: decimalText.nullable(),
  /** Whether the idle balance is subscribed every day; null for visitors and for products with a term. */
  auto: z.boolean().nullable(),
});

const order = z.object({
  id: z.number(),
  config_id: z.number(),
  currency_id: z.number(),
  currency_name: z.string(),
  category: z.enum(MINING_CATEGORIES),
  day: z.number(),
  interest_rate: decimalText,
  penalty_ratio: decimalText,
  /** What was put in. */
  amount: decimalText,
  /** What is still in it. */
  principal: decimalText,
  /** Yield of the running day. */
  daily: decimalText,
  /** Yield paid so far. */
  interest: decimalText,
  days_paid: z.number(),
  /** 1 in progress, 2 ended. */
  status: z.literal([MINING_STATUS.open, MINING_STATUS.ended]),
  end: z.enum(MINING_ENDS).nullable(),
  /** Principal that came back, and what early redemption cost. */
  returned: decimalText,
  penalty: decimalText,
  auto: z.boolean(),
  created_at: timeText,
  created_ms: timeMs,
  /** Null for flexible orders. */
  end_ms: timeMs.nullable(),
  /** When the next yield is paid; null once it has ended. */
  next_ms: timeMs.nullable(),
  closed_ms: timeMs.nullable(),
  /** Number of the newest signed receipt; null before the first redemption. */
  receipt: z.string().nullable(),
  /** Extra yield from a coupon; null without one. */
  extra: z
    .object({
      /** Percent a day, on top of `interest_rate`. */
      interest_rate: decimalText,
      /** Days of the order that are raised, both included. */
      from_day: z.number(),
      to_day: z.number(),
      /** Most that is paid, and what has been paid. */
      max: decimalText,
      paid: decimalText,
      finished: z.boolean(),
    })
    .nullable(),
});

const accrual = z.object({
  /** Which day of the order, from 1. */
  day: z.number(),
  /** The end of that day. */
  due_ms: timeMs,
  principal: decimalText,
  amount: decimalText,
  /** When it was paid: later than due after an interruption. */
  paid_ms: timeMs,
});

const preview = z.object({
  /** What is redeemed. */
  principal: decimalText,
  days_left: z.number(),
  penalty: decimalText,
  /** What arrives at once in the exchange account: the principal less the penalty. */
  arrives: decimalText,
  /** Yield paid so far; it stays. */
  interest: decimalText,
  /** Yield that is given up: of the remaining days of a fixed term. */
  forgone: decimalText,
  /** Yield of full days that is paid with the redemption because it is due. */
  due: decimalText,
});

const REDEEM_REFUSALS = ['mining_order_unknown', 'mining_order_ended', 'clock_untrusted'] as const;

/** Earn: deposits with a term and flexible ones, with a daily yield. */
export const mining = {
  'lh/deposit/config': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Products on offer, of one category or of all; open ones first.',
    input: z.object({ category: optional(z.enum(MINING_CATEGORIES)) }),
    reply: z.array(productForUser),
  }),
  'lh/deposit/product': get({
    who: 'visitor',
    effect: 'read',
    summary: 'One product.',
    input: z.object({ id: rowId }),
    reply: productForUser,
    refusals: ['mining_product_unknown'],
  }),
  'lh/deposit/order': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own orders, newest first: status 1 in progress, 2 ended.',
    input: z.object({ status: optional(oneOf(MINING_STATUS.open, MINING_STATUS.ended)), ...paging }),
    reply: pageOf(order),
  }),
  'lh/deposit/order_detail': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'One of the own orders.',
    input: z.object({ id: rowId }),
    reply: order,
    refusals: ['mining_order_unknown'],
  }),
  'lh/deposit/order_accruals': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The yields paid on one of the own orders, newest first.',
    input: z.object({ id: rowId, ...paging }),
    reply: pageOf(accrual),
    refusals: ['mining_order_unknown'],
  }),
  'lh/deposit/order_preview': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'What a redemption at this moment brings and costs; `amount` for a part of a flexible order.',
    input: z.object({ id: rowId, amount: optional(amountText) }),
    reply: preview,
    refusals: [...REDEEM_REFUSALS, 'mining_redeem_amount', 'amount_too_precise'],
  }),
  'lh/deposit/totals': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'What earns now and what it has brought, by currency. Yesterday is the last full day in UTC.',
    input: z.object({}),
    reply: z.array(
      z.object({
        currency_id: z.number(),
        currency_name: z.string(),
        principal: decimalText,
        orders: z.number(),
        /** What the open orders pay a day. */
        daily: decimalText,
        yesterday: decimalText,
        total: decimalText,
        next_ms: timeMs.nullable(),
      }),
    ),
  }),
  'lh/deposit': post({
    who: 'user',
    effect: 'money',
    summary:
      'Buys a product; the amount is held in the exchange account and the terms are fixed in the order.',
    perMinute: 60,
    input: z.object({ config_id: rowId, amount: amountText }),
    reply: order,
    refusals: [
      ...(['mining_product_unknown', 'mining_not_open', 'mining_sold_out', 'mining_vip_only'] as const),
      ...(['mining_minimum', 'mining_maximum', 'amount_too_precise', 'insufficient_balance'] as const),
      ...(['currency_disabled', 'clock_untrusted'] as const),
    ],
  }),
  'lh/deposit/order/cancel': post({
    who: 'user',
    effect: 'money',
    summary:
      'Redeems an order with a term: before its expiry the principal comes back less the penalty, from it on in full.',
    perMinute: 60,
    input: z.object({ id: rowId }),
    reply: order,
    refusals: [...REDEEM_REFUSALS, 'mining_flexible'],
  }),
  'lh/deposit/redeem': post({
    who: 'user',
    effect: 'money',
    summary: 'Redeems a flexible order, in part or without `amount` in whole; no penalty.',
    perMinute: 60,
    input: z.object({ id: rowId, amount: optional(amountText) }),
    reply: order,
    refusals: [...REDEEM_REFUSALS, 'mining_fixed', 'mining_redeem_amount', 'amount_too_precise'],
  }),
  'lh/deposit/auto': post({
    who: 'user',
    effect: 'write',
    summary:
      'Switches the daily subscription of the idle exchange balance to a flexible product on or off. One product for each currency.',
    input: z.object({ config_id: rowId, enabled: flag }),
    reply: productForUser,
    refusals: ['mining_product_unknown', 'mining_fixed', 'mining_not_open', 'mining_vip_only'],
  }),
};

/** Fields of a product that two operators decide on. */
export const miningTerms = {
  interest_rate: amountText,
  penalty_ratio: amountOrZeroText,
  save_min: amountText,
  save_max: amountText,
  total: amountText,
  opens_ms: optional(momentText),
  closes_ms: optional(momentText),
  vip_only: flag,
};
export const miningProductKey = {
  currency_id: currencyIdText,
  category: z.enum(MINING_CATEGORIES),
  day: oneOf(0, 1, 3, 5, 7, 14, 21, 30, 45, 60, 90, 120, 180, 270, 365),
};
