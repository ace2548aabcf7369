import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { OPTION_DIRECTION, OPTION_STATUS } from './enums.ts';
import { approval } from './approvals.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  flag,
  limit,
  marketIdText,
  oneOf,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  timeText,
} from './scalars.ts';
import { changeRefusals } from './refusal-groups.ts';

const order = z.object({
  id: z.number(),
  match_id: z.number(),
  currency_id: z.number(),
  currency_name: z.string(),
  /** 1 up, 2 down. */
  type: z.number(),
  seconds: z.number(),
  /** The stake. */
  number: decimalText,
  /** The first index tick at or after acceptance; null before it. */
  open_price: decimalText.nullable(),
  open_ms: timeMs.nullable(),
  /** Mean of the last five one-second ticks before expiry. */
  end_price: decimalText.nullable(),
  fee: decimalText,
  /** Payout rate: profit of a win in percent of the stake, fixed at acceptance. */
  profit_ratio: decimalText,
  /** Profit or loss of the order; 0 while it is open. */
  fact_profits: decimalText,
  /** Payout: stake and profit, the stake, or nothing. */
  returned: decimalText,
  /** 1 open, 2 settling, 3 closed, 4 void. */
  status: z.number(),
  /** -1 lost, 0 open, tied or void, 1 won. */
  profit_result: z.number(),
  created_at: timeText,
  created_ms: timeMs,
  /** Expiry. */
  handled_at: timeText,
  handled_ms: timeMs,
  complete_at: timeText.nullable(),
  complete_ms: timeMs.nullable(),
  symbol_name: z.string(),
  remain_milli_seconds: z.number(),
  /** Number of the signed receipt; null until it is settled. */
  receipt: z.string().nullable(),
});

/** Duration in whole seconds; the server decides which are offered. */
const secondsText = rowId;

const selfLimit = z.object({
  /** Null: no limit is set. */
  limit: decimalText.nullable(),
  /** A change that waits 24 hours; `next_ms` null: none. */
  next: decimalText.nullable(),
  next_ms: timeMs.nullable(),
  used: decimalText,
});
/** Limits that a user has set on the stakes of options and games together. */
export const limits = z.object({
  daily_stake: selfLimit,
  daily_loss: selfLimit,
  cooling_until_ms: timeMs.nullable(),
  /** End of the present counting day. */
  day_ends_ms: timeMs,
});

/** A risk quiz in one language, without the right answers. */
export const riskQuiz = z.object({
  version: z.number(),
  questions: z.array(
    z.object({
      id: z.number(),
      text: z.string(),
      answers: z.array(z.object({ id: z.number(), text: z.string() })),
    }),
  ),
});
/** Numbers of the questions with a wrong answer. */
export const riskQuizResult = z.object({ passed: z.boolean(), wrong: z.array(z.number()) });

const durationRow = z.object({
  id: z.number(),
  seconds: z.number(),
  /** 1 offered, 0 not. */
  status: z.number(),
  profit_ratio: decimalText,
  min_amount: decimalText,
  max_amount: decimalText,
  /** Break-even win rate, in percent. */
  break_even: decimalText,
});

const currencyTerms = z.object({
  currency_id: z.number(),
  currency_name: z.string(),
  enabled: z.boolean(),
  min_stake: decimalText,
  max_stake: decimalText,
  user_max: decimalText,
  window_max: decimalText,
  pool_max: decimalText,
});
const change = { reason: text(500, 3) };
const optionalAmount = optional(amountText);
const termsRefusals = [...changeRefusals, 'option_duration_unknown', 'option_currency'] as const;

/** Seconds options on the index. */
export const options = {
  'microtrade/seconds': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Durations on offer with what a win pays and the limits of a stake.',
    input: z.object({}),
    reply: z.array(durationRow),
  }),
  'microtrade/payable_currencies': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Currencies that options are paid in, with the own options account.',
    input: z.object({}),
    reply: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        micro_min: decimalText,
        micro_max: decimalText,
        micro_trade_fee: decimalText,
        decimals: z.number(),
        user_wallet: z.object({ micro_balance: decimalText, lock_micro_balance: decimalText }),
      }),
    ),
  }),
  'microtrade/submit': post({
    who: 'user',
    effect: 'money',
    summary: 'Takes an option; the stake is set aside. Entry is the first index tick from now on.',
    perMinute: 120,
    input: z.object({
      match_id: marketIdText,
      currency_id: currencyIdText,
      type: oneOf(OPTION_DIRECTION.up, OPTION_DIRECTION.down),
      seconds: secondsText,
      number: amountText,
    }),
    reply: order,
    refusals: [
      ...([
        'market_unknown',
        'market_halted',
        'option_hours',
        'index_stale',
        'index_broken',
        'insufficient_balance',
      ] as const),
      ...(['amount_too_precise', 'currency_unknown', 'option_closed', 'option_duration_unknown'] as const),
      ...(['option_currency', 'option_stake_limits', 'option_user_limit', 'option_window_limit'] as const),
      ...(['option_pool_limit', 'option_daily_stake', 'option_daily_loss', 'option_cooling_off'] as const),
      ...(['option_region', 'option_quiz_required'] as const),
    ],
  }),
  'microtrade/lists': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own options, newest first: status 1 open, 3 history; of one market or of all.',
    input: z.object({
      match_id: optional(marketIdText),
      status: optional(oneOf(OPTION_STATUS.open, OPTION_STATUS.closed)),
      page: paging.page,
      limit: limit(100, 5),
    }),
    reply: pageOf(order),
  }),
  'microtrade/get_result': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'One of the own options.',
    input: z.object({ id: rowId }),
    reply: order,
    refusals: ['option_unknown'],
  }),
  'microtrade/record': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own record: wins and losses as they were, and whether the quiz is passed.',
    input: z.object({}),
    reply: z.object({
      wins: z.number(),
      losses: z.number(),
      ties: z.number(),
      voids: z.number(),
      staked: decimalText,
      returned: decimalText,
      net: decimalText,
      /** Win rate among wins and losses, percent; null without any. */
      win_rate: decimalText.nullable(),
      quiz_passed: z.boolean(),
      region_allowed: z.boolean(),
      limits,
    }),
  }),
  'microtrade/quiz': get({
    who: 'visitor',
    effect: 'read',
    summary: "The risk quiz in the caller's language.",
    input: z.object({}),
    reply: riskQuiz,
  }),
  'microtrade/quiz_answer': post({
    who: 'user',
    effect: 'write',
    summary:
      'Answers the risk quiz: `1:2,2:1,...` (question:answer) and the country of residence. All must be right.',
    perMinute: 10,
    input: z.object({ answers: text(200, 3), country: text(2, 2) }),
    reply: riskQuizResult,
    refusals: ['option_quiz_invalid', 'area_unknown'],
  }),
  'microtrade/limits': get({
    who: 'user',
    effect: 'read',
    summary: 'Limits that the user has set for themselves, for options and games together.',
    input: z.object({}),
    reply: limits,
  }),
  'microtrade/limit': post({
    who: 'user',
    effect: 'write',
    summary:
      'Sets a daily limit (empty takes it away). A lower one holds at once, a higher one after 24 hours.',
    input: z.object({ kind: z.enum(['daily_stake', 'daily_loss']), amount: optionalAmount }),
    reply: limits,
  }),
  'microtrade/cool_off': post({
    who: 'user',
    effect: 'write',
    summary:
      'No options and games for 24, 168 or 720 hours, from now; 0 ends a running pause, after 24 hours.',
    input: z.object({ hours: oneOf(0, 24, 168, 720) }),
    reply: limits,
  }),
  'console/options': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'Terms of options, what the pool has and owes, and what is open. Nothing here reaches an outcome.',
    input: z.object({}),
    reply: z.object({
      durations: z.array(durationRow),
      currencies: z.array(currencyTerms),
      regions: z.array(z.string()),
      pools: z.array(
        z.object({
          currency_name: z.string(),
          available: decimalText,
          owed: decimalText,
          pool_max: decimalText,
        }),
      ),
      exposure: z.array(
        z.object({
          match_id: z.number(),
          symbol: z.string(),
          currency_name: z.string(),
          orders: z.number(),
          stake_up: decimalText,
          stake_down: decimalText,
          owed_up: decimalText,
          owed_down: decimalText,
          next_expiry_ms: timeMs,
        }),
      ),
      day: z.object({
        settled: z.number(),
        wins: z.number(),
        losses: z.number(),
        ties: z.number(),
        voids: z.number(),
        staked: decimalText,
        returned: decimalText,
        /** 99th percentile of the time between expiry and settlement, ms. */
        lateness_p99_ms: z.number(),
      }),
    }),
  }),
  'console/option_duration': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for a duration to be offered or changed; a second operator approves. Open orders keep their terms.',
    input: z.object({
      seconds: secondsText,
      profit_ratio: amountText,
      min_amount: amountText,
      max_amount: amountText,
      enabled: flag,
      ...change,
    }),
    reply: approval,
    refusals: termsRefusals,
  }),
  'console/option_currency': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Asks for limits of a paying currency to be changed; a second operator approves.',
    input: z.object({
      currency_id: currencyIdText,
      enabled: flag,
      min_stake: amountText,
      max_stake: amountText,
      user_max: amountText,
      window_max: amountText,
      pool_max: amountText,
      ...change,
    }),
    reply: approval,
    refusals: termsRefusals,
  }),
  'console/option_regions': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for the list of regions without options (ISO codes, comma between) to be replaced; a second operator approves.',
    input: z.object({ regions: text(800), ...change }),
    reply: approval,
    refusals: [...termsRefusals, 'area_unknown'],
  }),
};
