import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import {
  gameDispute,
  gameEvidence,
  gameRound,
  gameSchedule,
  GAME_DISPUTE_STATES,
  GAME_KINDS,
  GAME_OUTCOMES,
} from './game-shapes.ts';
import {
  amountOrZeroText,
  amountText,
  currencyIdText,
  decimalText,
  marketIdText,
  momentText,
  optional,
  pageOf,
  paging,
  priceText,
  rowId,
  text,
  timeMs,
} from './scalars.ts';
import { changeRefusals } from './refusal-groups.ts';

/** States of a round in the console: `answered` waits for the end of its dispute window. */
export const GAME_ROUND_STATES = ['coming', 'open', 'closed', 'answered', 'paying', 'settled'] as const;
export type GameRoundState = (typeof GAME_ROUND_STATES)[number];

const reason = text(500, 3);
const stakes = {
  currency_id: currencyIdText,
  stake_min: amountText,
  stake_max: amountText,
  user_max: amountText,
  /** Percent of the pool. */
  fee_percent: amountOrZeroText,
};
const times = { opens_ms: momentText, closes_ms: momentText, settles_ms: momentText };
/** `30000` or `29000,31000`: one level less than options. */
const levelsText = text(200, 1).refine((value) => /^[0-9.]{1,30}(,[0-9.]{1,30}){0,6}$/.test(value));

const OPTIONS_MIN = 2;
const OPTIONS_MAX = 8;
const gameText = z.object({
  question: text(200, 10),
  options: z.array(text(80, 1)).min(OPTIONS_MIN).max(OPTIONS_MAX),
  /** Where the answer comes from. */
  source: text(300, 8),
});

const parseJson = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};

/** Question, options and source by language, as JSON: in one language or in all nine, with equally many options. */
const gameTexts = z
  .union([z.string().max(40_000), z.record(z.string(), z.unknown())])
  .transform((value, context) => {
    const found = z
      .partialRecord(z.enum(LANGS), gameText)
      .safeParse(typeof value === 'string' ? parseJson(value) : value);
    if (found.success) return found.data;
    context.issues.push({ code: 'custom', input: value });
    return z.NEVER;
  });

const roundRow = gameRound.omit({ own_stake: true, own_payout: true, status: true }).extend({
  state: z.enum(GAME_ROUND_STATES),
  open_disputes: z.number(),
});

/** What each option would pay if it were right, from the stakes of this moment. */
const settlementPreview = z.object({
  no: z.number(),
  name: z.string(),
  pool: decimalText,
  entries: z.number(),
  outcome: z.enum(GAME_OUTCOMES),
  fee: decimalText,
  /** Paid to the right stakes, or returned to all. */
  paid: decimalText,
  multiple: decimalText.nullable(),
});

const termsRefusals = [
  ...changeRefusals,
  'amount_too_precise',
  'currency_unknown',
  'currency_disabled',
] as const;

/** Rounds, answers and disputes, each by two people. Nothing here reaches the answer of a price question. */
export const gamesConsole = {
  'console/games': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Rounds by state, stakes held and fees by currency, and the committed schedules.',
    input: z.object({}),
    reply: z.object({
      states: z.array(z.object({ state: z.enum(GAME_ROUND_STATES), rounds: z.number() })),
      open_disputes: z.number(),
      /** Closed questions whose settlement time has passed and that have no answer. */
      unanswered: z.number(),
      currencies: z.array(
        z.object({
          currency_name: z.string(),
          /** Stakes of rounds that are not settled. */
          held: decimalText,
          staked: decimalText,
          paid: decimalText,
          returned: decimalText,
          fees: decimalText,
        }),
      ),
      schedules: z.array(gameSchedule),
    }),
  }),
  'console/game_rounds': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Rounds of a state and kind, newest first.',
    input: z.object({
      state: optional(z.enum(GAME_ROUND_STATES)),
      kind: optional(z.enum(GAME_KINDS)),
      ...paging,
    }),
    reply: pageOf(roundRow),
  }),
  'console/game_round': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'One round with its terms, its answers, and what each option would pay.',
    input: z.object({ id: rowId }),
    reply: roundRow.extend({
      source: z.string(),
      terms: z.string(),
      evidence: z.array(gameEvidence),
      cancel_reason: z.string().nullable(),
      preview: z.array(settlementPreview),
    }),
    refusals: ['game_unknown'],
  }),
  'console/game_entries': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Entries of a round, newest first.',
    input: z.object({ id: rowId, ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        uid: z.number(),
        option: z.number(),
        amount: decimalText,
        payout: decimalText.nullable(),
        created_ms: timeMs,
        receipt: z.string().nullable(),
      }),
    ),
    refusals: ['game_unknown'],
  }),
  'console/game_disputes': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Disputes of a state, the oldest first.',
    input: z.object({ state: optional(z.enum(GAME_DISPUTE_STATES)), ...paging }),
    reply: pageOf(gameDispute.extend({ uid: z.number(), decided_by: z.string().nullable() })),
  }),
  'console/game_price_round': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for a price question; a second operator approves. Question and options follow from market, levels and time.',
    input: z.object({ match_id: marketIdText, levels: levelsText, ...stakes, ...times, reason }),
    reply: approval,
    refusals: [...termsRefusals, 'market_unknown'],
  }),
  'console/game_question': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for a question that two operators answer; a second operator approves. Texts in one language or in all nine.',
    input: z.object({ texts: gameTexts, ...stakes, ...times, reason }),
    reply: approval,
    refusals: [...termsRefusals, 'game_texts'],
  }),
  'console/game_evidence': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Keeps a public picture as evidence (JPEG, PNG or WebP, re-encoded) and answers its address.',
    upload: 'file',
    perMinute: 30,
    input: z.object({}),
    reply: z.string(),
    refusals: ['image_invalid', 'image_too_large'],
  }),
  'console/game_answer': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for the answer of a question after its settlement time, with evidence; a second operator approves. The dispute window starts then.',
    input: z.object({
      id: rowId,
      option: rowId,
      link: text(500, 10).refine((value) => /^https:\/\/[^\s]+$/.test(value)),
      file: text(40, 10),
      note: text(1_000, 10),
      reason,
    }),
    reply: approval,
    refusals: [...changeRefusals, 'game_unknown', 'game_state', 'game_option', 'image_invalid'],
  }),
  'console/game_cancel': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to cancel a round; a second operator approves. Every stake returns, users read the reason.',
    input: z.object({ id: rowId, text: text(300, 10), reason }),
    reply: approval,
    refusals: [...changeRefusals, 'game_unknown', 'game_state'],
  }),
  'console/game_dispute': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to accept or reject a dispute; a second operator approves. Accepted: the answer is withdrawn and another one is needed.',
    input: z.object({ id: rowId, decision: z.enum(['accepted', 'rejected']), answer: text(500, 10), reason }),
    reply: approval,
    refusals: [...changeRefusals, 'game_dispute_unknown', 'game_dispute_decided'],
  }),
  'console/game_schedule': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for a schedule of daily price questions; a second operator approves. Its terms are hashed and never change.',
    input: z.object({
      match_id: marketIdText,
      ...stakes,
      /** Time of day of the settlement in UTC, `16:00`. */
      time: text(5, 5).refine((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)),
      /** Levels are multiples of it. */
      step: priceText,
      /** Minutes before the settlement. */
      create_before: rowId,
      open_before: rowId,
      close_before: rowId,
      reason,
    }),
    reply: approval,
    refusals: [...termsRefusals, 'market_unknown'],
  }),
  'console/game_schedule_end': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Asks to end a schedule; a second operator approves. Rounds that exist go on.',
    input: z.object({ id: rowId, reason }),
    reply: approval,
    refusals: ['no_change', 'reason_required', 'game_schedule_unknown'],
  }),
};
