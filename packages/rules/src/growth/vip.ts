import { UNIT, ZERO, max, minus, mulDivUp, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';

const DECIMALS = 10;

/** Highest VIP level; the lowest is 0. */
export const VIP_LEVEL_MAX = 5;

/** Days of trading volume that a level counts. */
export const VIP_VOLUME_DAYS = 30;

/** What a level requires, in USDT: either figure is enough. */
export interface VipRequirement {
  readonly level: number;
  readonly volume: Amount;
  readonly balance: Amount;
}

/** Figures of a user, in USDT. */
export interface VipFigures {
  readonly volume: Amount;
  readonly balance: Amount;
}

/** The highest level whose volume or balance is reached; 0 without one. */
export const vipLevelOf = (
  requirements: readonly VipRequirement[],
  { volume, balance }: VipFigures,
): number =>
  requirements.reduce(
    (best, one) => (volume >= one.volume || balance >= one.balance ? Math.max(best, one.level) : best),
    0,
  );

/** What is missing for a requirement: more volume or more balance, each alone is enough. Zero where it is reached. */
export const vipMissing = (requirement: VipRequirement, { volume, balance }: VipFigures): VipFigures => ({
  volume: max(minus(requirement.volume, volume), ZERO),
  balance: max(minus(requirement.balance, balance), ZERO),
});

/** A fee rate less a discount (0.1 is 10 %), rounded up at ten decimals. */
export const discountedRate = (feeRate: Rate, discount: Rate): Rate =>
  discount === 0n ? feeRate : rate(mulDivUp(feeRate, UNIT - discount, UNIT, DECIMALS));
