import * as z from 'zod';
import { get, post } from './call.ts';
import { MARGIN_CHANGE } from './enums.ts';
import { CLOSE_REASONS, MARGIN_MODES, position } from './position-shape.ts';
import {
  closingRefusals,
  couponRefusals,
  engineRefusals,
  openingRefusals,
  reopeningRefusals,
} from './refusal-groups.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  oneOf,
  optional,
  pageOf,
  paging,
  priceText,
  rowId,
  timeMs,
  timeText,
} from './scalars.ts';

/** A position in a reply: with the number of its newest signed fill receipt, null before the first. */
const read = position.extend({ receipt: z.string().nullable() });
const pair = { currency_id: currencyIdText, legal_id: currencyIdText };
const maybePair = { currency_id: optional(currencyIdText), legal_id: optional(currencyIdText) };

/** A trigger price; empty leaves it unchanged (or unset at the opening), 0 unsets. */
const trigger = optional(
  z.union([
    priceText,
    z
      .union([z.string(), z.number()])
      .refine((value) => /^0(\.0{1,10})?$/.test(String(value)))
      .transform(() => null),
  ]),
);

const opening = {
  ...pair,
  /** 1 long, 2 short. */
  type: oneOf(1, 2),
  /** 1 market, 0 limit. */
  status: oneOf(0, 1),
  /** Lots. */
  share: amountText,
  /** Leverage, one of the market's list. */
  multiple: oneOf(...Array.from({ length: 1_000 }, (_, index) => index + 1)),
  /** Of a limit order. */
  target_price: optional(z.union([priceText, z.literal(['0', 0]).transform(() => undefined)])),
  target_profit_price: trigger,
  stop_loss_price: trigger,
  /** Default `cross`. */
  margin_mode: optional(z.enum(MARGIN_MODES)),
};

/** Leveraged contracts on the index. */
export const contracts = {
  'lever/deal': post({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'What the contract ticket of a market needs: limits, leverages, price, balance and own positions.',
    input: z.object(pair),
    reply: z.object({
      match_id: z.number(),
      symbol: z.string(),
      /** The caller's open positions in this market. */
      my_transaction: z.array(position),
      lever_share_limit: z.object({ min: decimalText, max: decimalText }),
      multiple: z.object({
        muit: z.array(z.object({ value: z.number() })),
        share: z.array(z.object({ value: decimalText })),
      }),
      /** Maximum leverage of the caller's level. */
      multiple_max: z.number(),
      last_price: decimalText.nullable(),
      /** Present opening prices of a long and a short. */
      ask_price: decimalText.nullable(),
      bid_price: decimalText.nullable(),
      spread: decimalText,
      overnight: decimalText,
      lever_trade_fee: decimalText,
      lever_share_num: decimalText,
      /** Step of target, take-profit and stop-loss prices. */
      price_tick: decimalText,
      state: z.enum(['open', 'close_only', 'halted', 'closed', 'stale']),
      /** Available in the contract account. */
      user_lever: decimalText,
      /** Coupons for trial margin that the caller can use in this market now, the first to expire first. */
      coupons: z.array(
        z.object({
          id: z.number(),
          /** Most that it pays, in USDT. */
          face: decimalText,
          multiple_max: z.number(),
          hold_hours: z.number(),
          expires_ms: timeMs,
        }),
      ),
      /** The caller's open positions and pending orders in all markets. */
      all_levers: z.array(position),
    }),
    refusals: ['market_unknown'],
  }),
  'lever/submit': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary:
      'Opens a position at the market, or leaves a limit order that holds its margin and fee. A coupon for trial margin pays margin and fees of one isolated market order.',
    perMinute: 600,
    input: z.object({
      ...opening,
      client_id: optional(z.string().regex(/^[A-Za-z0-9._:-]{1,36}$/)),
      coupon_id: optional(rowId),
    }),
    reply: position,
    refusals: [...openingRefusals, ...couponRefusals, 'insufficient_balance', ...engineRefusals],
  }),
  'lever/close': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary: 'Closes a position at the quoted side of the index, or `share` lots of it.',
    perMinute: 600,
    input: z.object({ id: rowId, share: optional(amountText) }),
    reply: position,
    refusals: [...closingRefusals, 'lots_invalid'],
  }),
  'lever/batch_close': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary:
      'Closes all open positions (0), only longs (1) or only shorts (2), of one market if it is named.',
    perMinute: 120,
    input: z.object({ type: oneOf(0, 1, 2), ...maybePair }),
    reply: z.object({ closed: z.array(position) }),
    refusals: ['market_unknown', ...closingRefusals],
  }),
  'lever/cancel': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary: 'Cancels a waiting limit order; margin and fee are free again.',
    perMinute: 600,
    input: z.object({ id: rowId }),
    reply: position,
    refusals: ['position_unknown', 'position_not_pending', ...engineRefusals],
  }),
  'lever/setstop': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary: 'Sets take-profit and stop-loss of an open position or a waiting order; 0 unsets.',
    perMinute: 600,
    input: z.object({ id: rowId, target_profit_price: trigger, stop_loss_price: trigger }),
    reply: position,
    refusals: [
      'position_unknown',
      'position_not_open',
      'price_tick',
      'stop_side_wrong',
      'index_stale',
      ...engineRefusals,
    ],
  }),
  'lever/reverse': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary:
      'Closes a position and opens the same quantity on the opposite side at the same index, both or neither.',
    perMinute: 600,
    input: z.object({ id: rowId }),
    reply: z.object({ closed: position, opened: position }),
    refusals: ['trial_fixed', ...closingRefusals, ...reopeningRefusals, 'insufficient_balance'],
  }),
  'lever/margin': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary:
      'Adds margin to an isolated position (1) or takes some back (2): the initial margin and the present loss stay covered.',
    perMinute: 600,
    input: z.object({ id: rowId, type: oneOf(...Object.values(MARGIN_CHANGE)), amount: amountText }),
    reply: position,
    refusals: [
      'trial_fixed',
      'position_unknown',
      'position_not_open',
      'margin_not_isolated',
      'margin_not_removable',
      'amount_too_precise',
      'insufficient_balance',
      'market_halted',
      'contract_hours',
      'index_stale',
      ...engineRefusals,
    ],
  }),
  'lever/amend': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary:
      'Changes limit price and lots of a waiting order and what it holds; a price already reached fills it.',
    perMinute: 600,
    input: z.object({ id: rowId, target_price: optional(priceText), share: optional(amountText) }),
    reply: position,
    refusals: [
      'position_unknown',
      'position_not_pending',
      'contract_closed',
      'market_halted',
      'index_stale',
      'lots_invalid',
      'price_tick',
      'target_price_invalid',
      'stop_side_wrong',
      'exposure_full',
      'user_limit',
      'insufficient_balance',
      ...engineRefusals,
    ],
  }),
  'lever/dealall': post({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Own open positions (of a market if it is named) with the account in total.',
    input: z.object({ ...maybePair, ...paging }),
    reply: z.object({
      balance: decimalText,
      /** Percent, two decimals; "0" without margin in use. */
      hazard_rate: decimalText,
      caution_money_total: decimalText,
      origin_caution_money_total: decimalText,
      profits_total: decimalText,
      order: pageOf(position),
    }),
    refusals: ['market_unknown'],
  }),
  'lever/my_trade': post({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Own positions and orders by status, newest first.',
    input: z.object({ ...maybePair, status: optional(oneOf(0, 1, 2, 3, 4)), ...paging }),
    reply: z.object({
      rate_profits_total: z.object({ hazard_rate: decimalText, profits_total: decimalText }),
      message: pageOf(read),
    }),
    refusals: ['market_unknown'],
  }),
  'lever/detail': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'One own position with everything that was filled of it.',
    input: z.object({ id: rowId }),
    reply: read.extend({
      fills: z.array(
        z.object({
          id: z.number(),
          kind: z.enum(['open', 'close']),
          reason: z.enum(CLOSE_REASONS).nullable(),
          share: decimalText,
          number: decimalText,
          price: decimalText,
          index_price: decimalText,
          /** Unix seconds of the index tick. */
          tick: z.number(),
          profits: decimalText,
          fee: decimalText,
          insurance: decimalText,
          created_at: timeText,
          created_ms: timeMs,
        }),
      ),
      /** Margin that the owner added to an isolated position or took back, oldest first. */
      margins: z.array(
        z.object({
          id: z.number(),
          /** Signed. */
          change: decimalText,
          /** Margin afterwards. */
          caution_money: decimalText,
          created_at: timeText,
          created_ms: timeMs,
        }),
      ),
    }),
    refusals: ['position_unknown'],
  }),
};
