import { amount, compare, format, min, minus, parseAmount, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { impliedGamePayout } from '@karat/rules';
import { typedAmount } from '../../lib/amount-problem.ts';
import type { AmountProblem } from '../../lib/amount-problem.ts';
import { poolOf } from './round.ts';
import type { Round, RoundOption } from './round.ts';

/** Validation errors of a stake. */
export type StakeProblem =
  | AmountProblem
  | { readonly type: 'between'; readonly min: string; readonly max: string }
  | { readonly type: 'user_max'; readonly left: string };

/** Everything that a stake does, as decimal text. */
export interface StakeFigures {
  readonly stake: string;
  /** Payout if the option is right and no stake follows. */
  readonly payout: string;
  /** Payout less stake: negative where the fee is more than the other stakes. */
  readonly profit: string;
  /** Payout together with the earlier stakes on the option; null without any. */
  readonly payoutOfAll: string | null;
  /** Available after the stake; null where it is unknown or would be negative. */
  readonly availableAfter: string | null;
}

/** What the user may still stake on the round. */
export const leftOf = ({ user_max, own_stake }: Round): Amount => minus(amount(user_max), amount(own_stake));

/** The largest stake that limits and balance allow; zero where there is none. */
export function maxStake(round: Round, available: string | null): Amount {
  const limit = min(amount(round.stake_max), leftOf(round));
  const most = available === null ? limit : min(limit, amount(available));
  return compare(most, amount('0')) < 0 ? amount('0') : most;
}

/** Returns the consequence of a stake on an option; undefined without an amount. */
export function stakeFigures(
  text: string,
  round: Round,
  option: RoundOption,
  available: string | null,
): StakeFigures | undefined {
  const stake = parseAmount(text);
  if (stake === undefined || stake <= 0n) return undefined;
  const own = amount(option.own);
  const after = { ...round, pool: format(plus(amount(round.pool), stake)) };
  const pool = poolOf(after, format(plus(amount(option.pool), stake)));
  const payout = impliedGamePayout(stake, pool);
  const left = available === null ? undefined : minus(amount(available), stake);
  return {
    stake: format(stake),
    payout: format(payout),
    profit: format(minus(payout, stake)),
    payoutOfAll: own === 0n ? null : format(impliedGamePayout(plus(own, stake), pool)),
    availableAfter: left === undefined || left < 0n ? null : format(left),
  };
}

/** Returns the first validation error of plain decimal text; null for a valid stake. */
export function stakeProblem(text: string, round: Round, available: string | null): StakeProblem | null {
  const { value: stake, problem } = typedAmount(text, round.decimals);
  if (problem) return problem;
  if (compare(stake, amount(round.stake_min)) < 0 || compare(stake, amount(round.stake_max)) > 0)
    return { type: 'between', min: round.stake_min, max: round.stake_max };
  if (compare(stake, leftOf(round)) > 0) return { type: 'user_max', left: format(leftOf(round)) };
  return available !== null && compare(stake, amount(available)) > 0 ? { type: 'not_enough' } : null;
}

const QUICK = ['1', '5', '10', '20', '50', '100', '200', '500', '1000', '2000', '5000', '10000'] as const;
const QUICK_COUNT = 4;

/** Round stakes within the limits, at most four, spread over the range. */
export function quickStakes({ stake_min, stake_max }: Round): readonly string[] {
  const fitting = QUICK.filter(
    (text) => compare(amount(text), amount(stake_min)) >= 0 && compare(amount(text), amount(stake_max)) <= 0,
  );
  if (fitting.length <= QUICK_COUNT) return fitting;
  const step = (fitting.length - 1) / (QUICK_COUNT - 1);
  return Array.from({ length: QUICK_COUNT }, (_, at) => fitting[Math.floor(at * step)] ?? '');
}
