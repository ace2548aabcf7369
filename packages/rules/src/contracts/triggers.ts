import type { Price } from '@karat/money';
import { openingPrice } from './amounts.ts';
import type { PositionSide } from './amounts.ts';

/** Take-profit and stop-loss of a position, as far as they are set. Source: products.md, section 4. */
export interface Stops {
  readonly takeProfit: Price | undefined;
  readonly stopLoss: Price | undefined;
}

/** Whether the stops lie on the right side of a price: take-profit above and stop-loss below for a long, mirrored for a short. */
export function areStopsValid(side: PositionSide, at: Price, { takeProfit, stopLoss }: Stops): boolean {
  const above = (value: Price | undefined): boolean => value === undefined || value > at;
  const below = (value: Price | undefined): boolean => value === undefined || value < at;
  return side === 'long' ? above(takeProfit) && below(stopLoss) : below(takeProfit) && above(stopLoss);
}

/** Whether an index has reached a stop: at or beyond its level. */
export function isStopReached(
  side: PositionSide,
  reason: 'take_profit' | 'stop_loss',
  level: Price,
  index: Price,
): boolean {
  const isReachedFromBelow = (side === 'long') === (reason === 'take_profit');
  return isReachedFromBelow ? index >= level : index <= level;
}

/** The stop that an index has reached, take-profit first; undefined for none. */
export function reachedStop(
  side: PositionSide,
  index: Price,
  { takeProfit, stopLoss }: Stops,
): 'take_profit' | 'stop_loss' | undefined {
  if (takeProfit !== undefined && isStopReached(side, 'take_profit', takeProfit, index)) return 'take_profit';
  if (stopLoss !== undefined && isStopReached(side, 'stop_loss', stopLoss, index)) return 'stop_loss';
  return undefined;
}

/** Whether the price at which a side opens has reached the target of a limit order. */
export function isLimitReached(side: PositionSide, index: Price, spread: Price, target: Price): boolean {
  const quoted = openingPrice(side, index, spread);
  return side === 'long' ? quoted <= target : quoted >= target;
}
