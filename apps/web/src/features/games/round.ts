import { GAME_STATUS } from '@karat/contract';
import type { GamePool } from '@karat/contract';
import { amount, divideHalfUp, format, price, rateFromPercent } from '@karat/money';
import { gameAnswer, gameMultiple } from '@karat/rules';
import type { ReplyOf, RowOf } from '../../lib/calls.ts';

export type Round = RowOf<'game/index'>;
export type RoundDetail = ReplyOf<'game/round'>;
export type RoundOption = Round['options'][number];
export type Entry = RowOf<'game/entries'>;
export type Config = ReplyOf<'game/config'>;
export type Dispute = RowOf<'game/disputes'>;
export type Evidence = RoundDetail['evidence'][number];

export type RoundState = 'not_started' | 'guessing' | 'over' | 'unsettled' | 'right' | 'missed' | 'cancelled';

const STATES: Readonly<Record<number, RoundState>> = {
  [GAME_STATUS.notStarted]: 'not_started',
  [GAME_STATUS.guessing]: 'guessing',
  [GAME_STATUS.over]: 'over',
  [GAME_STATUS.unsettled]: 'unsettled',
  [GAME_STATUS.right]: 'right',
  [GAME_STATUS.missed]: 'missed',
  [GAME_STATUS.cancelled]: 'cancelled',
};

/** The state that a status of the wire names. */
export const stateOf = ({ status }: { readonly status: number }): RoundState => STATES[status] ?? 'over';

/** Pools of a round with the terms of their division. */
export const poolOf = (
  { pool, fee_percent, decimals }: Pick<Round, 'pool' | 'fee_percent' | 'decimals'>,
  right: string,
) => ({ total: amount(pool), right: amount(right), feeRate: rateFromPercent(amount(fee_percent)), decimals });

/** The round with pushed pools, unless it was read after them: stakes are never withdrawn, so more entries are newer. */
export function withPool<Shown extends Round>(round: Shown, live: GamePool | undefined): Shown {
  if (!live || live.entries <= round.entries || live.options.length !== round.options.length) return round;
  const pools = { ...round, pool: live.pool, entries: live.entries };
  return {
    ...pools,
    options: round.options.map((option, at) => {
      const { pool, entries } = live.options[at] ?? option;
      const multiple = gameMultiple(poolOf(pools, pool));
      return { ...option, pool, entries, multiple: multiple === undefined ? null : format(multiple) };
    }),
  };
}

const HUNDRED = amount('100');

/** Share of an option in the pool, percent with one decimal, rounded half up; `0` while the pool is empty. */
export const percentOfPool = ({ pool }: RoundOption, round: Pick<Round, 'pool'>): string =>
  amount(round.pool) === 0n ? '0' : format(divideHalfUp(amount(pool) * HUNDRED, amount(round.pool), 1));

/** The option that the index would answer now, from 1; undefined for a question without levels. */
export function optionAt(indexPrice: string, levels: readonly string[]): number | undefined {
  if (levels.length === 0) return undefined;
  return gameAnswer(
    [{ time: 0, price: price(indexPrice) }],
    levels.map((level) => price(level)),
  );
}

/** Options as they are shown: prices from high to low, as on a ladder, others in their order. */
export const shownOrder = ({ kind, options }: Pick<Round, 'kind' | 'options'>): readonly RoundOption[] =>
  kind === 'price' ? options.toReversed() : options;

/** A question with dates that do not break at their hyphens. */
export const unbroken = (question: string): string => question.replaceAll(/(?<=\d)-(?=\d)/g, '\u2011');

/** When the state of a round changes next by the clock, unix ms; undefined where only people decide. */
export function nextChangeMs(round: Round): number | undefined {
  switch (stateOf(round)) {
    case 'not_started':
      return round.opens_ms;
    case 'guessing':
      return round.closes_ms;
    case 'unsettled':
      return round.right !== null ? (round.dispute_ends_ms ?? undefined) : round.settles_ms;
    case 'over':
    case 'right':
    case 'missed':
    case 'cancelled':
      return undefined;
  }
}
