import { POSITION_SIDE } from '@karat/contract';
import { ceilToStep, floorToStep, format, price, smallestUnit } from '@karat/money';
import type { Price } from '@karat/money';
import type { Position } from './use-positions.ts';

/**
 * A liquidation price at the decimals of its market, rounded towards the price of now: up below it (of a long), down above
 * it (of a short), so that the distance is never shown larger than it is.
 */
export const liquidationAt = (liquidation: Price, now: Price, decimals: number): Price =>
  (liquidation < now ? ceilToStep : floorToStep)(liquidation, smallestUnit(decimals));

/** Whether a stop-loss lies at or beyond the liquidation price, so that the position is liquidated before it triggers. */
export function isBeyondLiquidation(
  { liquidation_price: at, type }: Pick<Position, 'liquidation_price' | 'type'>,
  stop: Price,
): boolean {
  if (at === null) return false;
  return type === POSITION_SIDE.long ? stop <= price(at) : stop >= price(at);
}

/** The liquidation price of an open position, in text; exact while the decimals of its market are unknown. */
export function shownLiquidation(
  { liquidation_price: at, update_price: now }: Pick<Position, 'liquidation_price' | 'update_price'>,
  decimals: number | undefined,
): string | null {
  if (at === null || decimals === undefined) return at;
  return format(liquidationAt(price(at), price(now), decimals));
}
