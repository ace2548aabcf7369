import { MARGIN_CHANGE, POSITION_KIND, POSITION_ORIGIN, POSITION_SIDE, POSITION_STATUS } from './enums.ts';
import * as z from 'zod';
import { get, post } from './call.ts';
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

/** Cross margin (the equity of the whole account) or isolated margin. */
export const MARGIN_MODES = ['cross', 'isolated'] as const;
export type MarginMode = (typeof MARGIN_MODES)[number];

/**
 * Reason of a full or partial close. `cover`: a profitable position closed to pay for a liquidation of the same
 * account. `holding_time`: the holding time of a coupon position is over.
 */
export const CLOSE_REASONS = [
  'user',
  'take_profit',
  'stop_loss',
  'liquidation',
  'cover',
  'trader',
  'holding_time',
] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

const positionStatus = z.literal(Object.values(POSITION_STATUS));
const maybeTime = timeText.nullable();
const maybeMs = timeMs.nullable();

export const position = z.object({
  id: z.number(),
  match_id: z.number(),
  currency_id: z.number(),
  legal_id: z.number(),
  symbol: z.string(),
  type: z.literal(Object.values(POSITION_SIDE)),
  margin_mode: z.enum(MARGIN_MODES),
  order_type: z.literal(Object.values(POSITION_ORIGIN)),
  order_kind: z.literal(Object.values(POSITION_KIND)),
  status: positionStatus,
  /** Limit price of a pending order; null for a market order. */
  target_price: decimalText.nullable(),
  /** Open price; "0" before the fill. */
  price: decimalText,
  /** Quoted price for closing now: index less spread for a long. */
  update_price: decimalText,
  close_price: decimalText.nullable(),
  /** "0" is unset. */
  target_profit_price: decimalText,
  stop_loss_price: decimalText,
  /** Open lots (or lots at the close). */
  share: decimalText,
  /** Initial lots. */
  origin_share: decimalText,
  /** Quantity in base. */
  number: decimalText,
  multiple: z.number(),
  /** Initial margin, and present margin. */
  origin_caution_money: decimalText,
  caution_money: decimalText,
  /** Unrealised profit or loss, signed. */
  profits: decimalText,
  /** Realised so far, before fees, signed. */
  fact_profits: decimalText,
  /** Fees of opening and closing so far. */
  trade_fee: decimalText,
  overnight_money: decimalText,
  /** Between index and quoted price, fixed at the order. */
  spread: decimalText,
  /** Amount that the insurance fund has paid. */
  insurance_money: decimalText,
  /**
   * Margin ratio in percent (equity to margin): of the position when isolated, of the account when cross; null unless
   * open.
   */
  hazard_rate: decimalText.nullable(),
  /** Liquidation price: index at which it would be liquidated, other things equal; null if there is none. */
  liquidation_price: decimalText.nullable(),
  close_reason: z.enum(CLOSE_REASONS).nullable(),
  /** Coupon that pays margin and fees; null for a position of own money. */
  coupon: z
    .object({
      id: z.number(),
      /** What the house has paid: margin and opening fee. */
      paid: decimalText,
      /** What has gone back to the house. */
      returned: decimalText,
      /** The position is closed at the first tick from then on. */
      ends_ms: timeMs,
    })
    .nullable(),
  /** Unix seconds of the index ticks that opened and closed it. */
  open_tick: z.number().nullable(),
  close_tick: z.number().nullable(),
  created_at: timeText,
  created_ms: timeMs,
  opened_at: maybeTime,
  opened_ms: maybeMs,
  closed_at: maybeTime,
  closed_ms: maybeMs,
});

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

const openingRefusals = [
  'market_unknown',
  'contract_closed',
  'market_halted',
  'contract_hours',
  'index_stale',
  'lots_invalid',
  'multiple_invalid',
  'multiple_capped',
  'target_price_invalid',
  'price_tick',
  'stop_side_wrong',
  'exposure_full',
  'user_limit',
  'too_many_positions',
] as const;

/** Refusals of an order whose margin a coupon pays. */
const couponRefusals = [
  'coupon_unknown',
  'coupon_used',
  'coupon_kind',
  'trial_order',
  'trial_market',
  'trial_multiple',
  'trial_face',
  'trial_running',
  'trial_uncovered',
] as const;

/** Refusals of an order that closes and opens, besides those of the close. */
const reopeningRefusals = [
  'contract_closed',
  'lots_invalid',
  'multiple_invalid',
  'multiple_capped',
  'exposure_full',
  'user_limit',
  'too_many_positions',
] as const;

const closingRefusals = [
  'position_unknown',
  'position_not_open',
  'market_halted',
  'contract_hours',
  'index_stale',
  'loss_not_covered',
  'pool_exhausted',
  'idempotency_conflict',
  'busy',
  'outcome_unknown',
] as const;

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
    refusals: [
      ...openingRefusals,
      ...couponRefusals,
      'insufficient_balance',
      'idempotency_conflict',
      'busy',
      'outcome_unknown',
    ],
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
    refusals: ['position_unknown', 'position_not_pending', 'idempotency_conflict', 'busy', 'outcome_unknown'],
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
      'idempotency_conflict',
      'busy',
      'outcome_unknown',
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
      'idempotency_conflict',
      'busy',
      'outcome_unknown',
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
      'idempotency_conflict',
      'busy',
      'outcome_unknown',
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
