import { UNIT, amount, formatFixed, mulDivDown, mulDivUp, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { closingPrice, exactProfit } from './amounts.ts';
import type { PositionSide } from './amounts.ts';

/** Risk rate at or below which a user is warned, in percent. Source: products.md, section 4. */
export const WARNING_PERCENT = 80n;
/** Risk rate at or below which a cross account or an isolated position is closed out, in percent. */
export const CLOSE_OUT_PERCENT = 50n;

/** Multiple of the index from which on a liquidation price is out of reach. */
const OUT_OF_REACH = 10n;

/** Equity and margins that are judged together: a cross account, or one isolated position. */
export interface MarginState {
  /** Available balance (cross only) + margins + unrealised profit, exact, in 1e-20 of the quote currency. */
  readonly equity: bigint;
  readonly margins: Amount;
}

const isAtOrBelow = ({ equity, margins }: MarginState, percent: bigint): boolean =>
  equity * 100n <= margins * UNIT * percent;
export const isCloseOut = (state: MarginState): boolean => isAtOrBelow(state, CLOSE_OUT_PERCENT);
export const isWarning = (state: MarginState): boolean => isAtOrBelow(state, WARNING_PERCENT);

/** Risk rate: equity / margins in percent, with two decimals, rounded down; undefined without margins. */
export function riskRate({ equity, margins }: MarginState): string | undefined {
  if (margins <= 0n) return undefined;
  return formatFixed(amount(mulDivDown(equity, 100n, margins, 2)), 2);
}

/**
 * Margin ratio: the margin below which the state is closed out / equity, in percent, with two decimals, rounded up, at most 100,
 * where it is closed out. Undefined without margins.
 */
export function marginRatio({ equity, margins }: MarginState): string | undefined {
  if (margins <= 0n) return undefined;
  if (isCloseOut({ equity, margins })) return '100.00';
  return formatFixed(amount(mulDivUp(margins * UNIT * UNIT, CLOSE_OUT_PERCENT, equity, 2)), 2);
}

/** An open position as its liquidation price needs it. */
export interface HeldPosition {
  readonly side: PositionSide;
  readonly quantity: Amount;
  readonly open: Price;
  readonly spread: Price;
}

/** Unrealised profit of positions in one market at an index, exact, in 1e-20 of the quote currency. */
export const unrealisedProfit = (positions: readonly HeldPosition[], index: Price): bigint =>
  positions.reduce(
    (sum, { side, quantity, open, spread }) =>
      sum + exactProfit(side, quantity, open, closingPrice(side, index, spread)),
    0n,
  );

/**
 * The first index tick that closes out a cross account or an isolated position while other markets stay as they are. A net
 * long is closed out at this tick and below: the tick rounds down at `decimals`, those of the index. A net short is closed out
 * at this tick and above: the tick rounds up. `held` are all its positions in this market. Undefined where no tick above zero
 * closes out, and for a tick of ten times the index or more: a small short of a large account would show a price that says
 * nothing.
 */
export function liquidationPrice(
  { equity, margins }: MarginState,
  index: Price,
  held: readonly HeldPosition[],
  decimals: number,
): Price | undefined {
  let netQuantity = 0n;
  for (const { side, quantity } of held) netQuantity += side === 'long' ? quantity : -quantity;
  if (netQuantity === 0n) return undefined;
  // 100 (equity + netQuantity (tick - index)) <= CLOSE_OUT_PERCENT margins
  const limit = 100n * (netQuantity * index - equity) + CLOSE_OUT_PERCENT * margins * UNIT;
  const step = 100n * netQuantity;
  const tick = price(
    netQuantity > 0n ? mulDivDown(limit, 1n, step, decimals) : mulDivUp(-limit, 1n, -step, decimals),
  );
  if (tick <= 0n || tick >= OUT_OF_REACH * index) return undefined;
  // Below its spread a long closes at 1e-10 instead of index - spread and loses no more: then no tick closes out.
  const change = unrealisedProfit(held, tick) - unrealisedProfit(held, index);
  return isCloseOut({ equity: equity + change, margins }) ? tick : undefined;
}
