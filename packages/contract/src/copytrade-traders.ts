import { COPY_SIZE, FLAG, POSITION_SIDE } from './enums.ts';
import * as z from 'zod';
import { get } from './call.ts';
import {
  amountOrZeroText,
  amountText,
  count,
  cursorPageOf,
  decimalText,
  flag,
  limit,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';

/** Who sees a trader's open positions: everyone at once, everyone after the delay, or nobody. */
export const POSITION_VISIBILITY = ['live', 'delayed', 'hidden'] as const;
export type PositionVisibility = (typeof POSITION_VISIBILITY)[number];

/** Maximum number of followers that a trader may accept. */
export const PLACES_MAX = 10_000;

/** Orders of the list of traders. */
export const TRADER_SORTS = ['roi', 'profit', 'win_rate', 'aum', 'followers', 'risk', 'drawdown'] as const;
export type TraderSort = (typeof TRADER_SORTS)[number];

/** A return in percent, signed, with the begin of its period: later than its days ago where the history is shorter. */
const periodReturn = z.object({ roi: decimalText, from_ms: timeMs.nullable() });

/** Statistics of a trader, computed hourly from fills and the index. Amounts in USDT. */
const figures = z.object({
  /** Net profit of all positions, open ones at the index, signed. */
  total_profit: decimalText,
  /** The part of it that is unrealised, signed. */
  unrealised: decimalText,
  /** Maximum margin in use at one time. */
  capital: decimalText,
  /** Net profit over the capital, percent, signed. */
  roi: decimalText,
  returns: z.object({ 7: periodReturn, 30: periodReturn, 90: periodReturn }),
  /** Win rate: closed positions with a profit, percent. */
  accuracy: decimalText,
  /** Maximum drawdown of the cumulative result from its peak, percent of capital and peak. */
  max_drawdown: decimalText,
  /** Sharpe ratio: mean over deviation of daily returns, times the root of 365; null before there are enough days. */
  sharpe: decimalText.nullable(),
  trades: z.number(),
  /** Average time from opening to closing; null without closed positions. */
  holding_ms: z.number().nullable(),
  /** 1 (lowest) to 10; null before the first statistics and before the first trade. */
  risk: z.number().nullable(),
  /** What the risk follows from, over 30 days: drawdown and deviation of daily returns in percent, average leverage. */
  risk_drawdown: decimalText,
  risk_deviation: decimalText,
  risk_leverage: decimalText,
  followers: z.number(),
  /** Followers that the trader still accepts. */
  free_places: z.number(),
  /** Margin of all open copies. */
  follow_amount: decimalText,
  /** Net profit of the last 30 days at even distances, oldest first, open positions at the index. */
  curve: z.array(decimalText),
  /** Begin of the history. */
  history_ms: timeMs.nullable(),
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
  positions: z.enum(POSITION_VISIBILITY),
  places: z.number(),
  /** Traded by a strategy of the demonstration, not by a person. */
  simulated: z.boolean(),
  /** 1 when the caller follows. */
  is_follow: z.literal(Object.values(FLAG)),
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

/** An open position as everyone sees it. */
const openPosition = z.object({
  id: z.number(),
  symbol: z.string(),
  match_id: z.number(),
  type: z.literal(Object.values(POSITION_SIDE)),
  multiple: z.number(),
  share: decimalText,
  price: decimalText,
  /** Unrealised profit, signed; null without an index. */
  profits: decimalText.nullable(),
  opened_ms: timeMs,
});

/** A net profit at a time, signed. */
const profitPoint = z.object({ at_ms: timeMs, profit: decimalText });

/** Traders as everyone sees them. */
export const copytradeTraders = {
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
  'follow/traders': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Traders who can be copied, by filters and rank. Pages by the cursor `next`.',
    input: z.object({
      /** Days of the return that is filtered and ranked. */
      days: optional(oneOf(7, 30, 90)),
      sort: optional(z.enum(TRADER_SORTS)),
      /** Minimum return of these days and win rate, percent; minimum margin of open copies, USDT; maximum risk. */
      roi_min: optional(amountOrZeroText),
      win_rate_min: optional(amountOrZeroText),
      aum_min: optional(amountText),
      risk_max: optional(count(10)),
      /** Only traders who accept followers. */
      free: optional(flag),
      cursor: optional(text(60)),
      limit: limit(50, 20),
    }),
    reply: cursorPageOf(trader),
    refusals: ['parameter_error'],
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
  'follow/equity': get({
    who: 'visitor',
    effect: 'read',
    summary:
      'Net profit of a trader over a period, open positions at the index, at most 200 points, oldest first.',
    input: z.object({ trader_user_id: userIdText, days: oneOf(7, 30, 90) }),
    reply: z.array(profitPoint),
    refusals: ['trader_unknown'],
  }),
  'follow/positions': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Open positions of a trader, newest first, as far as the trader shows them.',
    input: z.object({ trader_user_id: userIdText }),
    reply: z.object({
      positions: z.enum(POSITION_VISIBILITY),
      /** Age from which delayed positions are shown. */
      delay_minutes: z.number(),
      data: z.array(openPosition),
    }),
    refusals: ['trader_unknown'],
  }),
  'follow/copiers': get({
    who: 'visitor',
    effect: 'read',
    summary:
      'Present followers of a trader without their names, and what copying brought them. Pages by the cursor `next`.',
    input: z.object({ trader_user_id: userIdText, cursor: optional(rowId), limit: limit(50, 20) }),
    reply: cursorPageOf(
      z.object({ id: z.number(), nickname: z.string(), profit: decimalText, since_ms: timeMs }),
    ),
    refusals: ['trader_unknown'],
  }),
  'follow/simulate': get({
    who: 'visitor',
    effect: 'read',
    summary:
      'What copying a trader for the last 30 days would have brought, from the positions of the trader. Past results only; without slippage.',
    perMinute: 30,
    input: z.object({
      trader_user_id: userIdText,
      /** Sum that copies may use, USDT. */
      sum: amountText,
      /** Multiple of the trader's lots (type 1), or lots (type 2). */
      type: oneOf(1, 2),
      number: amountText,
      order_cap: optional(amountText),
      stop_loss: optional(amountText),
      take_profit: optional(amountText),
    }),
    reply: z.object({
      type: z.literal(Object.values(COPY_SIZE)),
      from_ms: timeMs,
      to_ms: timeMs,
      /** Before the profit share, the share, and after it; signed. */
      profit: decimalText,
      share: decimalText,
      net_profit: decimalText,
      /** Percent of the sum and a positive peak. */
      max_drawdown: decimalText,
      /** Percent by which copies are filled worse than the trader: the mean of recent copies; null without one. */
      slippage: decimalText.nullable(),
      copied: z.number(),
      skipped: z.number(),
      /** What would have ended copying, and when. */
      ended: z.object({ by: z.enum(['stop_loss', 'take_profit']), at_ms: timeMs }).nullable(),
      curve: z.array(profitPoint),
    }),
    refusals: ['trader_unknown', 'follow_number_invalid'],
  }),
};
