import * as z from 'zod';
import { get, post } from './call.ts';
import { GAME_STATUS } from './enums.ts';
import {
  gameDispute,
  gameEntry,
  gameRound,
  gameRoundDetail,
  gameSchedule,
  GAME_KINDS,
} from './game-shapes.ts';
import { limits, riskQuiz, riskQuizResult } from './options.ts';
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
} from './scalars.ts';

const roundStatus = oneOf(
  GAME_STATUS.notStarted,
  GAME_STATUS.guessing,
  GAME_STATUS.over,
  GAME_STATUS.unsettled,
  GAME_STATUS.right,
  GAME_STATUS.missed,
  GAME_STATUS.cancelled,
);
const entryStatus = oneOf(
  GAME_STATUS.guessing,
  GAME_STATUS.unsettled,
  GAME_STATUS.right,
  GAME_STATUS.missed,
  GAME_STATUS.cancelled,
);

/**
 * Quiz and guess games. Daily limits and the cooling-off are those of options: `microtrade/limits`, `microtrade/limit`,
 * `microtrade/cool_off`. The channel `games` pushes the pools of rounds.
 */
export const games = {
  'game/config': get({
    who: 'visitor',
    effect: 'read',
    summary:
      'Currencies of stakes, the dispute window, committed schedules, and what the caller must still do.',
    input: z.object({}),
    reply: z.object({
      currencies: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          decimals: z.number(),
          /** Free balance of the exchange account; null for a visitor. */
          available: decimalText.nullable(),
        }),
      ),
      dispute_hours: z.number(),
      schedules: z.array(gameSchedule),
      /** Null for a visitor. */
      caller: z.object({ quiz_passed: z.boolean(), region_allowed: z.boolean(), limits }).nullable(),
    }),
  }),
  'game/index': get({
    who: 'visitor',
    effect: 'read',
    summary:
      'Rounds of a status and kind: those that can be entered by their closing, those that have not started by their opening, others newest first.',
    input: z.object({
      status: optional(roundStatus),
      kind: optional(z.enum(GAME_KINDS)),
      match_id: optional(marketIdText),
      ...paging,
    }),
    reply: pageOf(gameRound),
  }),
  'game/round': get({
    who: 'visitor',
    effect: 'read',
    summary: 'One round with its committed terms, pools, evidence and dispute.',
    input: z.object({ id: rowId }),
    reply: gameRoundDetail,
    refusals: ['game_unknown'],
  }),
  'game/stakes': get({
    who: 'visitor',
    effect: 'read',
    summary: 'All stakes of a round without their owners, newest first: anyone can sum the pool.',
    input: z.object({ id: rowId, ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        option: z.number(),
        amount: decimalText,
        created_ms: timeMs,
        own: z.boolean(),
      }),
    ),
    refusals: ['game_unknown'],
  }),
  'game/enter': post({
    who: 'user',
    effect: 'money',
    summary:
      'Enters a round with a stake of the exchange account; it cannot be withdrawn. `hash` as shown: other terms refuse.',
    perMinute: 60,
    input: z.object({ id: rowId, option: rowId, amount: amountText, hash: optional(text(64, 64)) }),
    reply: gameEntry,
    refusals: [
      ...(['game_unknown', 'game_not_open', 'game_closed', 'game_option', 'game_terms_changed'] as const),
      ...(['game_stake_limits', 'game_user_max', 'game_quiz_required', 'game_region'] as const),
      ...(['option_cooling_off', 'option_daily_stake', 'option_daily_loss'] as const),
      ...(['insufficient_balance', 'amount_too_precise', 'currency_disabled', 'clock_untrusted'] as const),
    ],
  }),
  'game/entries': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own entries, newest first; of a round, of a status, or all.',
    input: z.object({ round: optional(rowId), status: optional(entryStatus), ...paging }),
    reply: pageOf(gameEntry),
  }),
  'game/entry': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'One of the own entries.',
    input: z.object({ id: rowId }),
    reply: gameEntry,
    refusals: ['game_entry_unknown'],
  }),
  'game/record': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own record: entries and sums as they were, dollar coins one to one.',
    input: z.object({}),
    reply: z.object({
      right: z.number(),
      missed: z.number(),
      returned: z.number(),
      open: z.number(),
      /** Stakes of settled entries. */
      staked: decimalText,
      paid: decimalText,
      net: decimalText,
      /** Right among right and missed, percent with two decimals; null without any. */
      hit_rate: decimalText.nullable(),
    }),
  }),
  'game/quiz': get({
    who: 'visitor',
    effect: 'read',
    summary: "The risk quiz of games in the caller's language.",
    input: z.object({}),
    reply: riskQuiz,
  }),
  'game/quiz_answer': post({
    who: 'user',
    effect: 'write',
    summary:
      'Answers the risk quiz: `1:2,2:1,...` (question:answer) and the country of residence. All must be right.',
    perMinute: 10,
    input: z.object({ answers: text(200, 3), country: text(2, 2) }),
    reply: riskQuizResult,
    refusals: ['option_quiz_invalid', 'area_unknown'],
  }),
  'game/dispute': post({
    who: 'user',
    effect: 'write',
    summary: 'Disputes the answer of operators, once and within its window; only for who entered the round.',
    perMinute: 10,
    input: z.object({ id: rowId, reason: text(1_000, 10) }),
    reply: gameDispute,
    refusals: ['game_unknown', 'game_not_entered', 'game_dispute_closed', 'game_dispute_known'],
  }),
  'game/disputes': get({
    who: 'user',
    effect: 'read',
    summary: 'The own disputes, newest first.',
    input: z.object({ ...paging }),
    reply: pageOf(gameDispute),
  }),
};
