import { COPY_SIZE, POSITION_SIDE } from './enums.ts';
import { PLACES_MAX, POSITION_VISIBILITY } from './copytrade-traders.ts';
import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import {
  amountText,
  cursorPageOf,
  decimalText,
  count,
  done,
  flag,
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

export const FOLLOW_ENDS = ['user', 'stop_loss', 'take_profit', 'trader'] as const;
export type FollowEnd = (typeof FOLLOW_ENDS)[number];

/** How a follower copies. */
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
  /** Profit at which all copies are closed and following ends, USDT. */
  take_profit: optional(amountText),
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
  take_profit: decimalText.nullable(),
  active: z.boolean(),
  /** Nothing new is copied until it is resumed. */
  paused: z.boolean(),
  ended: z.enum(FOLLOW_ENDS).nullable(),
  /** Open copies, their margin, and the result of all copies after fees, signed. */
  open_copies: z.number(),
  margin: decimalText,
  profit: decimalText,
  /** Unrealised profit of the open copies, signed. */
  unrealised: decimalText,
  /** Paid to the trader so far, and what would be due if all copies were closed now. */
  shared: decimalText,
  share_due: decimalText,
  /** `profit` and `unrealised` less both shares, signed. */
  net_profit: decimalText,
  skipped: z.number(),
  created_at: timeText,
  created_ms: timeMs,
});

const application = z.object({
  state: z.enum(TRADER_STATES),
  about: z.string(),
  reason: z.string().nullable(),
  created_ms: timeMs,
});

/** Followers, their traders, and operators. */
export const copytrade = {
  'follow/follow': post({
    who: 'user',
    effect: 'write',
    summary: 'Follows a trader, or changes how; orders filled from then on are copied.',
    perMinute: 30,
    input: z.object({ trader_user_id: userIdText, ...settings }),
    reply: follow,
    refusals: [
      'trader_unknown',
      'trader_full',
      'follow_self',
      'follow_loop',
      'follow_full',
      'follow_number_invalid',
    ],
  }),
  'follow/pause': post({
    who: 'user',
    effect: 'write',
    summary:
      'Pauses an own follow, or resumes it: nothing that is filled during a pause is copied. Open copies stay.',
    perMinute: 30,
    input: z.object({ follow_id: rowId, paused: flag }),
    reply: done,
    refusals: ['follow_unknown'],
  }),
  'follow/stop': post({
    who: 'user',
    effect: 'write',
    summary: 'Ends an own follow and closes all its copies at the market. Repeating it changes nothing.',
    perMinute: 30,
    input: z.object({ follow_id: rowId }),
    reply: done,
    refusals: ['follow_unknown'],
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
  'follow/trader_settings': post({
    who: 'user',
    effect: 'write',
    summary:
      'Settings of the caller as a trader: who sees open positions, and the maximum number of followers.',
    perMinute: 30,
    input: z.object({ positions: z.enum(POSITION_VISIBILITY), places: count(PLACES_MAX) }),
    reply: done,
    refusals: ['trader_unknown'],
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
        /** Percent; null before the first statistics. */
        roi_30: decimalText.nullable(),
        max_drawdown: decimalText.nullable(),
        risk: z.number().nullable(),
        followers: z.number(),
        /** Margin of all copies. */
        follow_amount: decimalText,
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
