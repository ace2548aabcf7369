import { UNIT, amount, ceilToStep, divideHalfUp, floorToStep, max, min, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { closingPrice } from './amounts.ts';
import type { PositionSide } from './amounts.ts';

/** A stop that is given as a percentage of the entry price or of the margin. */
export interface StopTarget {
  readonly side: PositionSide;
  readonly stop: 'takeProfit' | 'stopLoss';
  /** Price at which the position opens or opened. */
  readonly entry: Price;
  /** Smallest step of a level. */
  readonly tick: Price;
}

/** What turns a change of the price into a return on the margin. */
interface ReturnTerms {
  readonly multiple: number;
  readonly spread: Price;
}

/** Whether the level lies above the entry. */
const isAbove = ({ side, stop }: StopTarget): boolean => (side === 'long') === (stop === 'takeProfit');

const HUNDRED_PERCENT = 100n * UNIT;

/**
 * The tick at a distance from the entry. A level between two ticks is rounded towards the entry: a loss is never larger than
 * asked for, and a profit is taken no later. It never reaches the entry: the first tick beyond the entry is the nearest.
 * Undefined where no tick above zero is left.
 */
function levelAt(target: StopTarget, move: bigint, divisor: bigint): Price | undefined {
  const { entry, tick } = target;
  const above = isAbove(target);
  const exact = above ? entry * divisor + move : entry * divisor - move;
  const step = tick * divisor;
  const rounded = (above ? floorToStep(exact, step) : ceilToStep(exact, step)) / divisor;
  const nearest = above ? floorToStep(entry, tick) + tick : ceilToStep(entry, tick) - tick;
  const level = above ? max(rounded, nearest) : min(rounded, nearest);
  return level > 0n ? price(level) : undefined;
}

/**
 * The level of a stop at a change of the price from the entry: entry x (1 + percent / 100) or entry x (1 - percent / 100).
 * `percent` is the size of the change, above zero.
 */
export const stopAtChange = (target: StopTarget, percent: Amount): Price | undefined =>
  levelAt(target, target.entry * percent, HUNDRED_PERCENT);

/** A ratio in percent, rounded to the nearest hundredth. */
function percentOfEntry(move: bigint, entry: Price): Amount {
  const size = divideHalfUp((move < 0n ? -move : move) * 100n * UNIT, entry, 2);
  return amount(move < 0n ? -size : size);
}

/**
 * The change of the price from the entry to a level in percent, rounded to the nearest hundredth; negative for a take-profit below
 * the entry of a long and alike.
 */
export const changeAtStop = (target: StopTarget, level: Price): Amount =>
  percentOfEntry(isAbove(target) ? level - target.entry : target.entry - level, target.entry);

/**
 * The return on the initial margin, before fees, of a close at a level in percent, rounded to the nearest hundredth: the gain of a
 * take-profit, the loss of a stop-loss.
 */
export function returnAtStop(target: StopTarget, level: Price, { multiple, spread }: ReturnTerms): Amount {
  const close = closingPrice(target.side, level, spread);
  const move = isAbove(target) ? close - target.entry : target.entry - close;
  return percentOfEntry(move * BigInt(multiple), target.entry);
}

/**
 * The level of a stop that closes the position with a return on its initial margin, before fees: its closing price is entry x
 * percent / 100 / leverage away from the entry, and the level is the index of that closing price. `percent` is the size of the
 * return, above zero. A loss that the spread alone exceeds gives the first tick beyond the entry.
 */
export function stopAtReturn(
  target: StopTarget,
  percent: Amount,
  { multiple, spread }: ReturnTerms,
): Price | undefined {
  const divisor = HUNDRED_PERCENT * BigInt(multiple);
  const move = target.entry * percent;
  const cost = spread * divisor;
  return levelAt(target, target.stop === 'takeProfit' ? move + cost : move - cost, divisor);
}
