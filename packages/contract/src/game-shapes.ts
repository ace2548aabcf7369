import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { decimalText, timeMs, timeText } from './scalars.ts';

/** `price`: the index answers; `decided`: two operators answer with evidence. */
export const GAME_KINDS = ['price', 'decided'] as const;
export type GameKind = (typeof GAME_KINDS)[number];

/**
 * How a round ended. `paid`: the right stakes share the pool less the fee. All others return every stake: nobody was right, too few index
 * ticks, or cancelled by two operators.
 */
export const GAME_OUTCOMES = ['paid', 'nobody_right', 'no_price', 'cancelled'] as const;
export type GameOutcome = (typeof GAME_OUTCOMES)[number];

/** `accepted`: the answer is withdrawn and another one follows; `rejected`: it stands. */
export const GAME_DISPUTE_STATES = ['open', 'accepted', 'rejected'] as const;
export type GameDisputeState = (typeof GAME_DISPUTE_STATES)[number];

const gameOption = z.object({
  /** Position, from 1. */
  no: z.number(),
  name: z.string(),
  /** Stakes on the option. */
  pool: decimalText,
  entries: z.number(),
  /** Payout of one unit of stake if the option is right and no stake follows; null without a stake. */
  multiple: decimalText.nullable(),
  /** Stakes of the caller. */
  own: decimalText,
});

export const gameRound = z.object({
  id: z.number(),
  kind: z.enum(GAME_KINDS),
  /** Whether a committed schedule created it. */
  scheduled: z.boolean(),
  /** See `GAME_STATUS`. */
  status: z.number(),
  /** In the caller's language, or in the only language that the question has. */
  question: z.string(),
  /** Language of question and options. */
  lang: z.enum(LANGS),
  options: z.array(gameOption),
  currency_id: z.number(),
  currency_name: z.string(),
  decimals: z.number(),
  /** Limits of one entry. */
  stake_min: decimalText,
  stake_max: decimalText,
  /** Limit of all entries of one user together. */
  user_max: decimalText,
  /** Percent of the pool. */
  fee_percent: decimalText,
  /** All stakes. */
  pool: decimalText,
  entries: z.number(),
  opens_at: timeText,
  opens_ms: timeMs,
  closes_at: timeText,
  closes_ms: timeMs,
  settles_at: timeText,
  settles_ms: timeMs,
  /** Market of a price question; null for others. */
  match_id: z.number().nullable(),
  symbol_name: z.string().nullable(),
  /** Ascending prices between the options of a price question: option n + 1 begins at the n-th level. */
  levels: z.array(decimalText),
  /** The right option, once it is known; provisional while `dispute_ends_ms` is in the future. */
  right: z.number().nullable(),
  outcome: z.enum(GAME_OUTCOMES).nullable(),
  /** End of the dispute window of a decided answer; null without one. */
  dispute_ends_ms: timeMs.nullable(),
  /** Stakes and payouts of the caller. */
  own_stake: decimalText,
  own_payout: decimalText.nullable(),
  /** SHA-256 of `terms`, published before the opening. */
  hash: z.string(),
  settled_ms: timeMs.nullable(),
});

export const gameDispute = z.object({
  id: z.number(),
  round_id: z.number(),
  question: z.string(),
  reason: z.string(),
  state: z.enum(GAME_DISPUTE_STATES),
  /** The reply of the operators. */
  answer: z.string().nullable(),
  created_at: timeText,
  created_ms: timeMs,
  decided_ms: timeMs.nullable(),
});

export const gameEvidence = z.object({
  /** The option that the evidence supports. */
  option: z.number(),
  link: z.string(),
  /** Address of the picture. */
  file: z.string(),
  /** SHA-256 of the picture as it is served. */
  sha256: z.string(),
  note: z.string(),
  decided_ms: timeMs,
  /** Whether a dispute was accepted, so that another answer takes its place. */
  withdrawn: z.boolean(),
});

export const gameRoundDetail = gameRound.extend({
  /** Where the answer comes from. */
  source: z.string(),
  /** Canonical JSON of everything that is fixed; its SHA-256 is `hash`. */
  terms: z.string(),
  committed_at: timeText,
  committed_ms: timeMs,
  /** The committed schedule of the round. */
  schedule_id: z.number().nullable(),
  /** Mean of the last five index ticks before the settlement time. */
  settlement_price: decimalText.nullable(),
  ticks: z.array(z.object({ time: z.number(), price: decimalText })),
  /** Answers with their evidence, newest first. */
  evidence: z.array(gameEvidence),
  /** Reason of the operators, where they cancelled it. */
  cancel_reason: z.string().nullable(),
  dispute: z.object({
    /** Whether the caller may dispute the answer now. */
    allowed: z.boolean(),
    open: z.number(),
    own: gameDispute.nullable(),
  }),
});

export const gameEntry = z.object({
  id: z.number(),
  round_id: z.number(),
  kind: z.enum(GAME_KINDS),
  question: z.string(),
  lang: z.enum(LANGS),
  option: z.number(),
  option_name: z.string(),
  /** The stake. */
  amount: decimalText,
  currency_id: z.number(),
  currency_name: z.string(),
  decimals: z.number(),
  /** See `GAME_STATUS`: guessing, unsettled, right, missed or cancelled. */
  status: z.number(),
  /** Payout if the option is right and no stake follows; null once it is settled. */
  implied_payout: decimalText.nullable(),
  /** Null until it is settled. */
  payout: decimalText.nullable(),
  /** Payout less stake; null until it is settled. */
  profit: decimalText.nullable(),
  outcome: z.enum(GAME_OUTCOMES).nullable(),
  right: z.number().nullable(),
  right_name: z.string().nullable(),
  created_at: timeText,
  created_ms: timeMs,
  closes_ms: timeMs,
  settles_ms: timeMs,
  settled_at: timeText.nullable(),
  settled_ms: timeMs.nullable(),
  /** Number of the signed receipt; null until it is settled. */
  receipt: z.string().nullable(),
});

export const gameSchedule = z.object({
  id: z.number(),
  match_id: z.number(),
  symbol_name: z.string(),
  /** Time of day of the settlement in UTC, `16:00`. */
  time: z.string(),
  currency_name: z.string(),
  stake_min: decimalText,
  stake_max: decimalText,
  user_max: decimalText,
  fee_percent: decimalText,
  /** The level of a round is the index price at its creation, rounded to a multiple of the step. */
  step: decimalText,
  /** Minutes before the settlement at which a round is created, opens and closes. */
  create_before: z.number(),
  open_before: z.number(),
  close_before: z.number(),
  enabled: z.boolean(),
  /** SHA-256 of `terms`, published before the first round. */
  hash: z.string(),
  terms: z.string(),
  committed_ms: timeMs,
});
