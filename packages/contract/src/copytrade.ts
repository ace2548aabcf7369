import { COPY_SIZE, FLAG, POSITION_SIDE } from './enums.ts';
import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import {
  amountText,
  cursorPageOf,
  decimalText,
  done,
  limit,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  timeText,
  userIdText,
} from './scalars.ts';

/** Reason why a trader's order was not copied for a follower. */
export const SKIP_REASONS = [
  'lots_too_small',
  'lots_too_large',
  'order_cap',
  'total_cap',
  'slippage',
  'margin',
  'leverage',
  'market',
  'limit',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const TRADER_STATES = ['applied', 'accepted', 'rejected', 'suspended'] as const;
export type TraderState = (typeof TRADER_STATES)[number];

export const FOLLOW_ENDS = ['user', 'stop_loss', 'trader'] as const;
export type FollowEnd = (typeof FOLLOW_ENDS)[number];

/** Statistics of a trader, computed hourly from ledger entries. Amounts in USDT. */
const figures = z.object({
  /** Net profit of all closed positions, signed. */
  total_profit: decimalText,
  /** Net profit over the maximum margin in use at one time, percent, signed. */
  roi: decimalText,
  /** Win rate: closed positions with a profit, percent. */
  accuracy: decimalText,
  /** Maximum drawdown of the cumulative result from its peak, percent of capital and peak. */
  max_drawdown: decimalText,
  /** Sharpe ratio: mean over deviation of daily returns, times the root of 365; null before there are enough days. */
  sharpe: decimalText.nullable(),
  trades: z.number(),
  followers: z.number(),
  /** Margin of all open copies. */
  follow_amount: decimalText,
  /** Cumulative net profit per day, oldest first. */
  curve: z.array(decimalText),
  figures_ms: timeMs.nullable(),
});

const trader = figures.extend({
  id: z.number(),
  nickname: z.string(),
  head_portrait: z.string().nullable(),
  about: z.string(),
  /** Share of a follower's new profit paid to the trader, percent. */
  share_ratio: decimalText,
  since_ms: timeMs,
  /** 1 when the caller follows. */
  is_follow: z.literal(Object.values(FLAG)),
});

const settings = {
  /** Multiple of the trader's lots (type 1), or lots (type 2). */
  number: amountText,
  type: oneOf(1, 2),
  /** Maximum margin of one copied order, USDT. */
  order_cap: optional(amountText),
  /** Maximum margin of all copies of this trader together, USDT. */
  total_cap: optional(amountText),
  /** Maximum price deviation from the trader's price, percent. */
  slippage: optional(amountText),
  /** Loss at which all copies are closed and following ends, USDT. */
  stop_loss: optional(amountText),
};

const follow = z.object({
  id: z.number(),
  trader_user_id: z.number(),
  nickname: z.string(),
  head_portrait: z.string().nullable(),
  type: z.literal(Object.values(COPY_SIZE)),
  number: decimalText,
  order_cap: decimalText.nullable(),
  total_cap: decimalText.nullable(),
  slippage: decimalText,
  stop_loss: decimalText.nullable(),
  active: z.boolean(),
  ended: z.enum(FOLLOW_ENDS).nullable(),
  /** Open copies, their margin, and the result of all copies after fees, signed. */
  open_copies: z.number(),
  margin: decimalText,
  profit: decimalText,
  /** Paid to the trader so far. */
  shared: decimalText,
  skipped: z.number(),
  created_at: timeText,
  created_ms: timeMs,
});

/** A closed trade as everyone sees it. */
const trade = z.object({
  id: z.number(),
  symbol: z.string(),
  match_id: z.number(),
  type: z.literal(Object.values(POSITION_SIDE)),
  multiple: z.number(),
  share: decimalText,
  price: decimalText,
  close_price: decimalText,
  /** After fees, signed. */
  profits: decimalText,
  opened_ms: timeMs,
  closed_ms: timeMs,
});

const application = z.object({
  state: z.enum(TRADER_STATES),
  about: z.string(),
  reason: z.string().nullable(),
  created_ms: timeMs,
});

/** Traders and their followers. */
export const copytrade = {
  'follow/index': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Traders who can be copied, with their figures.',
    input: z.object({
      sort: optional(z.enum(['profit', 'roi', 'accuracy', 'followers', 'sharpe'])),
      ...paging,
    }),
    reply: pageOf(trader),
  }),
  'follow/traderDetail': get({
    who: 'visitor',
    effect: 'read',
    summary: 'One trader with figures.',
    input: z.object({ trader_user_id: userIdText }),
    reply: trader,
    refusals: ['trader_unknown'],
  }),
  'follow/historyTrade': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Closed trades of a trader, newest first.',
    input: z.object({ trader_user_id: userIdText, ...paging }),
    reply: pageOf(trade),
    refusals: ['trader_unknown'],
  }),
  'follow/follow': post({
    who: 'user',
    effect: 'write',
    summary: 'Follows a trader, or changes how; orders filled from then on are copied.',
    perMinute: 30,
    input: z.object({ trader_user_id: userIdText, ...settings }),
    reply: follow,
    refusals: ['trader_unknown', 'follow_self', 'follow_loop', 'follow_full', 'follow_number_invalid'],
  }),
  'follow/cancel': post({
    who: 'user',
    effect: 'write',
    summary: 'Ends following: nothing new is copied, open copies stay until they are closed.',
    input: z.object({ follow_user_id: userIdText }),
    reply: done,
    refusals: ['follow_unknown'],
  }),
  'follow/my': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Whom the caller follows or followed, newest first.',
    input: z.object(paging),
    reply: pageOf(follow),
  }),
  'follow/selfHolding': post({
    who: 'user',
    effect: 'write',
    summary: "Makes a copied position one's own: the trader's close no longer closes it.",
    input: z.object({ transaction_id: rowId }),
    reply: done,
    refusals: ['position_unknown', 'position_not_open'],
  }),
  'follow/skipped': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Orders that were not copied, with the reason, newest first.',
    input: z.object({ cursor: optional(rowId), limit: limit(100, 20) }),
    reply: cursorPageOf(
      z.object({
        id: z.number(),
        trader_user_id: z.number(),
        nickname: z.string(),
        symbol: z.string(),
        type: z.literal(Object.values(POSITION_SIDE)),
        reason: z.enum(SKIP_REASONS),
        created_at: timeText,
        created_ms: timeMs,
      }),
    ),
  }),
  'follow/apply': post({
    who: 'verified',
    effect: 'write',
    summary: 'Asks to become a trader; an operator decides.',
    perMinute: 5,
    input: z.object({ about: text(300, 10) }),
    reply: application,
    refusals: ['application_open', 'trader_already', 'follow_loop'],
  }),
  'follow/application': get({
    who: 'user',
    effect: 'read',
    summary: 'The own application, if there is one.',
    input: z.object({}),
    reply: application.nullable(),
  }),
  'follow/followers': get({
    who: 'user',
    effect: 'read',
    summary: 'Those who follow the caller, without their names, and what they brought.',
    input: z.object(paging),
    reply: pageOf(
      z.object({
        nickname: z.string(),
        active: z.boolean(),
        margin: decimalText,
        profit: decimalText,
        shared: decimalText,
        since_ms: timeMs,
      }),
    ),
    refusals: ['trader_unknown'],
  }),
  'follow/shares': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Shares of profit paid and received by the caller, newest first.',
    input: z.object({ cursor: optional(rowId), limit: limit(100, 20) }),
    reply: cursorPageOf(
      z.object({
        id: z.number(),
        nickname: z.string(),
        /** Signed: received or paid. */
        amount: decimalText,
        /** Cumulative net profit that the share was computed from, and the previous high-water mark. */
        profit: decimalText,
        high_water: decimalText,
        day: z.string(),
        created_ms: timeMs,
      }),
    ),
  }),
  'console/traders': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Applications and traders with what they did.',
    input: z.object({ state: optional(z.enum(TRADER_STATES)), ...paging }),
    reply: pageOf(
      application.extend({
        uid: z.number(),
        nickname: z.string(),
        trades: z.number(),
        total_profit: decimalText,
        followers: z.number(),
      }),
    ),
  }),
  'console/trader_decide': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Accepts or rejects an application, with a reason. Suspending is a stop.',
    input: z.object({
      uid: userIdText,
      state: z.enum(['accepted', 'rejected']),
      reason: text(300, 3),
    }),
    reply: done,
    refusals: ['trader_unknown', 'trader_decided'],
  }),
};
