import { GAME_STATUS, refuse, wireTime } from '@karat/contract';
import type { GameRoundState, NumberOf } from '@karat/contract';
import type { GameTexts } from '@karat/evidence';
import { DEFAULT_LANG } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { format, isMultipleOf, max, minus, plus, roundToStep, smallestUnit } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import type { Entry, Round, ScheduleTerms } from './types.ts';

export type GameStatus = NumberOf<typeof GAME_STATUS>;

/** Texts of a round in a language, or in the only language that it has. */
export function textsIn(
  texts: Readonly<Record<string, GameTexts>>,
  lang: Lang,
): { readonly lang: string; readonly texts: GameTexts } {
  const own = texts[lang];
  if (own) return { lang, texts: own };
  const [first] = Object.entries(texts);
  if (!first) throw new Error('a round has no texts');
  return { lang: first[0], texts: first[1] };
}

/** State of a round at a moment. */
export function roundState(round: Round, now: number): GameRoundState {
  if (round.settledMs !== undefined) return 'settled';
  if (round.payingMs !== undefined) return 'paying';
  if (round.answer !== undefined) return 'answered';
  if (now < round.opensMs) return 'coming';
  return now < round.closesMs ? 'open' : 'closed';
}

const isReturned = ({ division }: Round): boolean =>
  division?.outcome === 'cancelled' || division?.outcome === 'no_price';

/** Status of a round for a user with these options. */
export function statusOf(round: Round, ownOptions: readonly number[], now: number): GameStatus {
  switch (roundState(round, now)) {
    case 'coming':
      return GAME_STATUS.notStarted;
    case 'open':
      return GAME_STATUS.guessing;
    case 'closed':
    case 'answered':
    case 'paying':
      return GAME_STATUS.unsettled;
    case 'settled':
      if (isReturned(round)) return GAME_STATUS.cancelled;
      if (ownOptions.length === 0) return GAME_STATUS.over;
      return round.answer !== undefined && ownOptions.includes(round.answer)
        ? GAME_STATUS.right
        : GAME_STATUS.missed;
  }
}

/** Status of an entry. */
export function entryStatus(entry: Entry, round: Round, now: number): GameStatus {
  if (entry.settledMs === undefined)
    return roundState(round, now) === 'open' ? GAME_STATUS.guessing : GAME_STATUS.unsettled;
  if (isReturned(round)) return GAME_STATUS.cancelled;
  return entry.option === round.answer ? GAME_STATUS.right : GAME_STATUS.missed;
}

/** Refuses `game_not_open` and `game_closed` unless a round takes entries at a moment. */
export function checkOpen(round: Round, now: number): void {
  if (round.payingMs !== undefined || now >= round.closesMs) refuse('game_closed');
  if (now < round.opensMs) refuse('game_not_open', { time: wireTime(round.opensMs) });
}

/** Refuses `game_stake_limits`, `game_user_max` and `amount_too_precise`. `staked`: what the user has staked on the round. */
export function checkStake(round: Round, stake: Amount, staked: Amount, currency: string): void {
  if (!isMultipleOf(stake, smallestUnit(round.decimals)))
    refuse('amount_too_precise', { decimals: round.decimals });
  if (stake < round.stakeMin || stake > round.stakeMax)
    refuse('game_stake_limits', { min: format(round.stakeMin), max: format(round.stakeMax), currency });
  if (plus(staked, stake) > round.userMax)
    refuse('game_user_max', {
      max: format(round.userMax),
      left: format(minus(round.userMax, staked)),
      currency,
    });
}

/** A price rounded to the nearest multiple of a step, halves up; at least one step. */
export const roundToLevel = (value: Price, step: Price): Price => max(roundToStep(value, step), step);

/** Times of the rounds of a schedule. */
export interface ScheduledTimes {
  readonly createsMs: number;
  readonly opensMs: number;
  readonly closesMs: number;
  readonly settlesMs: number;
}

/** Rounds of a schedule that are to be created at a moment: created, and not open yet. */
export function dueRounds(schedule: ScheduleTerms, now: number): ScheduledTimes[] {
  const { minute, createBefore, openBefore, closeBefore } = schedule;
  const before = (settlesMs: number, minutes: number): number => settlesMs - minutes * MINUTE_MS;
  const first = Math.floor(before(now, minute) / DAY_MS) * DAY_MS + minute * MINUTE_MS;
  const days = Math.ceil((createBefore * MINUTE_MS) / DAY_MS) + 1;
  return Array.from({ length: days + 1 }, (_, day) => first + day * DAY_MS)
    .map((settlesMs) => ({
      createsMs: before(settlesMs, createBefore),
      opensMs: before(settlesMs, openBefore),
      closesMs: before(settlesMs, closeBefore),
      settlesMs,
    }))
    .filter(({ createsMs, opensMs }) => createsMs <= now && now < opensMs);
}

/** The language whose texts operators read. */
export const questionOf = (round: Round, lang: Lang = DEFAULT_LANG): string =>
  textsIn(round.terms.texts, lang).texts.question;
