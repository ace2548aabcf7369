import { UNIT, ZERO, max, mulDivDown, mulDivUp, mulDown, mulUp, plus, price } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';

/**
 * Amounts of linear contracts. Source: products.md, section 4. Quote amounts are USDT with six decimals; what a user pays
 * rounds up, what a user gets rounds down, and each amount is rounded once.
 */
export const CONTRACT_DECIMALS = 6;

/** Highest leverage that a market or a user level may have. */
export const MULTIPLE_MAX = 200;

export type PositionSide = 'long' | 'short';

/** Price at which a side opens: index + spread for a long, index - spread for a short, at least 1e-10. */
export const openingPrice = (side: PositionSide, index: Price, spread: Price): Price =>
  side === 'long' ? price(index + spread) : price(max(index - spread, 1n));

/** Price at which a side closes: index - spread for a long, index + spread for a short, at least 1e-10. */
export const closingPrice = (side: PositionSide, index: Price, spread: Price): Price =>
  openingPrice(side === 'long' ? 'short' : 'long', index, spread);

/** Quantity in base: lots x lot size, rounded down at 1e-10. */
export const contractQuantity = (lots: Amount, lotSize: Amount): Amount => mulDivDown(lots, lotSize, UNIT);

/** Notional in quote: quantity x price, rounded up. */
export const contractNotional = (quantity: Amount, at: Price): Amount =>
  mulUp(quantity, at, CONTRACT_DECIMALS);

/** Margin in quote: quantity x price / leverage, rounded up. Leverage 0 throws. */
export const contractMargin = (quantity: Amount, at: Price, multiple: number): Amount =>
  mulDivUp(quantity, at, UNIT * BigInt(multiple), CONTRACT_DECIMALS);

/** Fee in quote: quantity x price x rate, rounded up. It is taken at the opening and at the closing. */
export const contractFee = (quantity: Amount, at: Price, feeRate: Rate): Amount =>
  mulDivUp(quantity, at * feeRate, UNIT * UNIT, CONTRACT_DECIMALS);

/** What an order holds at a price, in quote: its margin and the fee of its fill, each rounded up. */
export const contractHold = (quantity: Amount, at: Price, multiple: number, feeRate: Rate): Amount =>
  plus(contractMargin(quantity, at, multiple), contractFee(quantity, at, feeRate));

/** Profit of a quantity between two prices, exact, in 1e-20 of the quote currency; a loss is negative. */
export const exactProfit = (side: PositionSide, quantity: Amount, open: Price, close: Price): bigint =>
  (side === 'long' ? close - open : open - close) * quantity;

/** Profit in quote, rounded down: a gain is never too large, a loss never too small. */
export const contractProfit = (side: PositionSide, quantity: Amount, open: Price, close: Price): Amount =>
  mulDown(quantity, price(side === 'long' ? close - open : open - close), CONTRACT_DECIMALS);

/** The part of a position's margin that belongs to some of its lots, rounded down; all of it for all lots. */
export const marginShare = (margin: Amount, lots: Amount, ofLots: Amount): Amount =>
  lots === ofLots ? margin : mulDivDown(margin, lots, ofLots, CONTRACT_DECIMALS);

/** Profit on the margin in percent, rounded down at two decimals; 0 without a margin. */
export const returnOnMargin = (profit: Amount, margin: Amount): Amount =>
  margin > 0n ? mulDivDown(profit, 100n * UNIT, margin, 2) : ZERO;
