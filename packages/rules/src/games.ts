import { ZERO, amount, minus, mulDivDown, mulDown, smallestUnit } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { roundedShare, shareOf } from './largest-remainder.ts';
import type { DivisionTerms, WeightedMember } from './largest-remainder.ts';
import { OPTION_TICKS_MIN, settlementWindow } from './options.ts';
import type { OptionTick } from './options.ts';

/** Decimals of a shown multiple. */
const MULTIPLE_DECIMALS = 4;

/** The stakes of a round. */
export interface GamePool {
  readonly total: Amount;
  /** Stakes on the right option. */
  readonly right: Amount;
  /** Share of the pool. */
  readonly feeRate: Rate;
  /** Decimals of the currency of stakes. */
  readonly decimals: number;
}

export interface GameDivision {
  readonly outcome: 'paid' | 'nobody_right';
  readonly fee: Amount;
  /** Shared by the right stakes; zero where nobody is right and every stake returns. */
  readonly shared: Amount;
}

/** Fee, rounded down, and what the right stakes share: the pool less the fee. Without a right stake there is no fee. */
export function divideGamePool({ total, right, feeRate, decimals }: GamePool): GameDivision {
  if (right === ZERO) return { outcome: 'nobody_right', fee: ZERO, shared: ZERO };
  const fee = mulDown(total, feeRate, decimals);
  return { outcome: 'paid', fee, shared: minus(total, fee) };
}

/** Payout of a right entry: its share of the division by the largest remainder. */
export const gamePayout = (entry: WeightedMember, terms: DivisionTerms): Amount => shareOf(entry, terms);

/** What a stake among the right ones would be paid now, rounded down at the decimals of the currency. */
export function impliedGamePayout(stake: Amount, pool: GamePool): Amount {
  const { shared } = divideGamePool(pool);
  if (shared === ZERO || stake === ZERO) return ZERO;
  const { units } = roundedShare(stake, { total: shared, weights: pool.right, decimals: pool.decimals });
  return amount(units * smallestUnit(pool.decimals));
}

/** Payout of one unit of right stake, rounded down at four decimals; undefined without a right stake. */
export function gameMultiple(pool: GamePool): Amount | undefined {
  if (pool.right === ZERO) return undefined;
  return mulDivDown(divideGamePool(pool).shared, amount('1'), pool.right, MULTIPLE_DECIMALS);
}

/** The ticks that answer a price question: the last five seconds before its settlement time. Undefined with fewer than three. */
export function gameTicks<Tick extends OptionTick>(
  settlesMs: number,
  ticks: readonly Tick[],
): readonly Tick[] | undefined {
  const window = settlementWindow(settlesMs, ticks);
  return window.length < OPTION_TICKS_MIN ? undefined : window;
}

/** The option that the mean of ticks answers, from 1: a level and everything up to the next one belong together. Exact. */
export function gameAnswer(ticks: readonly OptionTick[], levels: readonly Price[]): number {
  const total = ticks.reduce((sum, tick) => sum + tick.price, 0n);
  const count = BigInt(ticks.length);
  return 1 + levels.filter((level) => total >= level * count).length;
}
