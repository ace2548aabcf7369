import { UNIT, ZERO, amount, max, minus, mulDivDown, negate, plus } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { CONTRACT_DECIMALS, closingPrice, contractMargin, contractProfit } from './amounts.ts';
import { WARNING_PERCENT, liquidationPrice, unrealisedProfit } from './risk.ts';
import type { HeldPosition, MarginState } from './risk.ts';

/** The smallest amount of quote with `CONTRACT_DECIMALS` decimals. */
const STEP = amount(10n ** BigInt(10 - CONTRACT_DECIMALS));

/** Margin state of an isolated position at an index. */
export const isolatedState = (held: HeldPosition, margin: Amount, index: Price): MarginState => ({
  equity: margin * UNIT + unrealisedProfit([held], index),
  margins: margin,
});

/** Index tick at which an isolated position with this margin is liquidated; undefined where none above zero does it. */
export const isolatedLiquidation = (
  held: HeldPosition,
  margin: Amount,
  index: Price,
  decimals: number,
): Price | undefined => liquidationPrice(isolatedState(held, margin, index), index, [held], decimals);

/**
 * Margin that can be taken back from an isolated position, in quote, rounded down, never negative. What remains covers the initial
 * margin of the open quantity and the present loss, and its risk rate is above the warning.
 */
export function removableMargin(
  held: HeldPosition & { readonly multiple: number },
  margin: Amount,
  index: Price,
): Amount {
  const { side, quantity, open, spread, multiple } = held;
  const profit = contractProfit(side, quantity, open, closingPrice(side, index, spread));
  const loss = max(negate(profit), ZERO);
  const initial = plus(contractMargin(quantity, open, multiple), loss);
  const unwarned = plus(mulDivDown(loss, 100n, 100n - WARNING_PERCENT, CONTRACT_DECIMALS), STEP);
  return max(minus(margin, max(initial, unwarned)), ZERO);
}
