import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import {
  amountText,
  decimalText,
  marketIdText,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';

/** How often a plan buys. */
export const RECURRING_FREQUENCIES = ['daily', 'weekly', 'biweekly', 'monthly'] as const;
export type RecurringFrequency = (typeof RECURRING_FREQUENCIES)[number];

export const RECURRING_STATES = ['active', 'paused', 'ended'] as const;
export type RecurringState = (typeof RECURRING_STATES)[number];

/**
 * Result of one date of a plan. `no_funds`: the balance did not cover it; `not_traded`: the market did not trade while it was tried;
 * `no_liquidity`: nothing was for sale within the slippage cap; `refused`: the market's limits did not allow it; `missed`: the
 * service was not available; `skipped`: by the user.
 */
export const RECURRING_OUTCOMES = [
  'bought',
  'no_funds',
  'not_traded',
  'no_liquidity',
  'refused',
  'missed',
  'skipped',
] as const;
export type RecurringOutcome = (typeof RECURRING_OUTCOMES)[number];

/** A day of the calendar. */
const dateText = z.string().regex(/^\d{4}-\d\d-\d\d$/);

const zero = [0] as const;
const days = Array.from({ length: 31 }, (_, index) => index + 1);
const hours = Array.from({ length: 24 }, (_, hour) => hour);

const schedule = {
  frequency: z.enum(RECURRING_FREQUENCIES),
  /** 1 Monday to 7 Sunday, or 1 to 31 of a month; 0 for every day. */
  day: oneOf(...zero, ...days),
  /** Full hour of the day in the time zone. */
  hour: oneOf(...hours),
  /** IANA name, such as Asia/Hong_Kong. */
  time_zone: text(64, 1),
};

const occurrence = z.object({
  /** The date in the plan's time zone. */
  date: dateText,
  due_ms: timeMs,
  /** When it is bought; later than due for a stock that waits for its session. */
  buy_ms: timeMs,
});

const plan = z.object({
  id: z.number(),
  match_id: z.number(),
  symbol: z.string(),
  currency_id: z.number(),
  currency_name: z.string(),
  legal_name: z.string(),
  kind: z.enum(['coin', 'stock']),
  /** What each purchase spends, in the quote currency. */
  quote_amount: decimalText,
  frequency: z.enum(RECURRING_FREQUENCIES),
  day: z.number(),
  hour: z.number(),
  time_zone: z.string(),
  /** Maximum distance of the price from the index, percent. */
  slippage: decimalText,
  state: z.enum(RECURRING_STATES),
  /** Null once the plan has ended; of a paused plan what it would buy next. */
  next: occurrence.nullable(),
  /** Why the next purchase is being tried again; null: it is not. */
  waiting: z.enum(['not_traded']).nullable(),
  /** When trying again ends. */
  waiting_until_ms: timeMs.nullable(),
  purchases: z.number(),
  /** Dates without a purchase. */
  skips: z.number(),
  /** Spent in total, in the quote currency. */
  spent: decimalText,
  /** Received in total, after fees. */
  received: decimalText,
  fee: decimalText,
  /** Average fill price; null before the first purchase. */
  avg_price: decimalText.nullable(),
  created_ms: timeMs,
  ended_ms: timeMs.nullable(),
});

const execution = z.object({
  date: dateText,
  due_ms: timeMs,
  outcome: z.enum(RECURRING_OUTCOMES),
  /** The order; null where none was placed. */
  order_id: z.number().nullable(),
  spent: decimalText,
  received: decimalText,
  fee: decimalText,
  avg_price: decimalText.nullable(),
  executed_ms: timeMs,
});

const changeRefusals = ['recurring_unknown', 'recurring_not_active', 'recurring_placing'] as const;

/** Recurring buy: plans that buy a coin or a stock for a fixed amount by the calendar. */
export const recurring = {
  'recurring/config': get({
    who: 'visitor',
    effect: 'read',
    summary: 'What can be bought by a plan, and the limits that hold for all plans.',
    input: z.object({}),
    reply: z.object({
      /** Maximum distance of the price from the index, percent. */
      slippage: decimalText,
      /** How long a purchase is tried again while the market does not trade. */
      window_minutes: z.number(),
      /** Maximum number of plans of a user that have not ended. */
      plans_max: z.number(),
      markets: z.array(
        z.object({
          match_id: z.number(),
          symbol: z.string(),
          currency_id: z.number(),
          currency_name: z.string(),
          legal_id: z.number(),
          legal_name: z.string(),
          kind: z.enum(['coin', 'stock']),
          min: decimalText,
          max: decimalText,
          decimals: z.number(),
        }),
      ),
    }),
  }),
  'recurring/preview': get({
    who: 'visitor',
    effect: 'read',
    summary: 'The next dates of a schedule, before a plan is created.',
    input: z.object({ match_id: marketIdText, ...schedule }),
    reply: z.array(occurrence),
    refusals: ['recurring_market', 'recurring_day', 'recurring_time_zone'],
  }),
  'recurring/create': post({
    who: 'user',
    effect: 'money',
    summary: 'Creates a plan; its first purchase is on the next date of its schedule.',
    perMinute: 20,
    input: z.object({ match_id: marketIdText, quote_amount: amountText, ...schedule }),
    reply: plan,
    refusals: [
      ...(['recurring_market', 'recurring_day', 'recurring_time_zone', 'recurring_plans_max'] as const),
      ...(['recurring_minimum', 'recurring_maximum', 'amount_too_precise', 'clock_untrusted'] as const),
    ],
  }),
  'recurring/list': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own plans, those that have not ended first, newest first.',
    input: z.object({
      state: optional(z.enum(RECURRING_STATES)),
      match_id: optional(marketIdText),
      ...paging,
    }),
    reply: pageOf(plan),
  }),
  'recurring/detail': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'One of the own plans.',
    input: z.object({ id: rowId }),
    reply: plan,
    refusals: ['recurring_unknown'],
  }),
  'recurring/executions': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The dates of one of the own plans and their results, newest first.',
    input: z.object({ id: rowId, ...paging }),
    reply: pageOf(execution),
    refusals: ['recurring_unknown'],
  }),
  'recurring/pause': post({
    who: 'user',
    effect: 'write',
    summary: 'Pauses a plan: it buys nothing until it is resumed.',
    perMinute: 60,
    input: z.object({ id: rowId }),
    reply: plan,
    refusals: changeRefusals,
  }),
  'recurring/resume': post({
    who: 'user',
    effect: 'write',
    summary: 'Resumes a paused plan from its next date on; dates of the pause are not bought.',
    perMinute: 60,
    input: z.object({ id: rowId }),
    reply: plan,
    refusals: ['recurring_unknown', 'recurring_not_paused', 'recurring_market', 'clock_untrusted'],
  }),
  'recurring/skip': post({
    who: 'user',
    effect: 'write',
    summary: 'Skips the next date of a plan; `date` is that date, so that a repeated request skips one.',
    perMinute: 60,
    input: z.object({ id: rowId, date: dateText }),
    reply: plan,
    refusals: [...changeRefusals, 'recurring_date', 'recurring_skip_max'],
  }),
  'recurring/end': post({
    who: 'user',
    effect: 'write',
    summary: 'Ends a plan for good; what it bought stays.',
    perMinute: 60,
    input: z.object({ id: rowId }),
    reply: plan,
    refusals: ['recurring_unknown', 'recurring_ended', 'recurring_placing'],
  }),
  'console/recurring_plans': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Plans of all users, newest first; of one user, market or state.',
    input: z.object({
      uid: optional(userIdText),
      match_id: optional(marketIdText),
      state: optional(z.enum(RECURRING_STATES)),
      ...paging,
    }),
    reply: pageOf(plan.extend({ uid: z.number(), last: execution.nullable() })),
  }),
  'console/recurring_totals': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'By market: open plans, what falls due within a day, and the results of the last seven days.',
    input: z.object({}),
    reply: z.array(
      z.object({
        match_id: z.number(),
        symbol: z.string(),
        legal_name: z.string(),
        active: z.number(),
        paused: z.number(),
        /** What active plans buy within 24 hours, in the quote currency. */
        due_day: decimalText,
        bought_week: z.number(),
        /** Dates of the last seven days without a purchase, apart from those that users skipped. */
        failed_week: z.number(),
        /** The oldest purchase that is due and not made; null: none. */
        overdue_ms: timeMs.nullable(),
      }),
    ),
  }),
};
