import { CLOSE_OUT_PERCENT, closeOutTick } from '@karat/evidence';
import { UNIT, amount, max, min, price } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';

/** Contracts are counted and settled in USDT, which has so many decimals. */
export const QUOTE_DECIMALS = 6;
/** Smallest unit of the quote currency, in 1e-10. */
const QUOTE_UNIT = 10n ** BigInt(10 - QUOTE_DECIMALS);
/** At or below this risk rate the user is warned; percent. */
export const WARNING_PERCENT = 80n;

/** No list of leverages and no level goes beyond. */
export const MULTIPLE_MAX = 200;

export type Side = 'long' | 'short';

const floorDiv = (a: bigint, b: bigint): bigint => {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
};
const ceilDiv = (a: bigint, b: bigint): bigint => -floorDiv(-a, b);
/** An exact product (1e-20) over a divisor, up to the quote's smallest unit: what a user pays or reserves. */
const payable = (exact: bigint, divisor = 1n): Amount =>
  amount(ceilDiv(exact, UNIT * QUOTE_UNIT * divisor) * QUOTE_UNIT);

/** Price at which a side opens: the index plus the spread for a long, less it for a short. Never below 1e-10. */
export const openingPrice = (side: Side, index: Price, spread: Price): Price =>
  side === 'long' ? price(index + spread) : price(max(index - spread, 1n));

/** Price at which a side closes: the index less the spread for a long, plus it for a short. Never below 1e-10. */
export const closingPrice = (side: Side, index: Price, spread: Price): Price =>
  openingPrice(side === 'long' ? 'short' : 'long', index, spread);

/** Quantity in base: lots x lot size, exact as far as ten decimals go. */
export const quantityOf = (lots: Amount, lotSize: Amount): Amount => amount((lots * lotSize) / UNIT);

/** Worth of a quantity at a price, in quote, rounded up. */
export const notionalOf = (quantity: Amount, at: Price): Amount => payable(quantity * at);

/** Margin = notional / leverage, in quote, rounded up. */
export const marginOf = (quantity: Amount, at: Price, multiple: number): Amount =>
  payable(quantity * at, BigInt(multiple));

/** Fee = notional x rate, in quote, rounded up; taken at the opening, at the closing and, at the index, overnight. */
export const feeOf = (quantity: Amount, at: Price, feeRate: Rate): Amount =>
  payable(quantity * at * feeRate, UNIT);

/** Profit of a quantity between two prices, exact, in 1e-20 of the quote; a loss is negative. */
export const exactProfit = (side: Side, quantity: Amount, open: Price, close: Price): bigint =>
  (side === 'long' ? close - open : open - close) * quantity;

/** Profit in quote, rounded down: a gain is never too large and a loss never too small. */
export const profitOf = (side: Side, quantity: Amount, open: Price, close: Price): Amount =>
  amount(floorDiv(exactProfit(side, quantity, open, close), UNIT * QUOTE_UNIT) * QUOTE_UNIT);

/** The part of a margin that belongs to some of the lots, rounded down; all of it with the last lot. */
export const marginShare = (margin: Amount, lots: Amount, ofLots: Amount): Amount =>
  lots === ofLots ? margin : amount(((margin * lots) / (ofLots * QUOTE_UNIT)) * QUOTE_UNIT);

/** Equity and margins of what is judged together: a cross account, or one isolated position. */
export interface MarginState {
  /** Available (cross only) + margins + unrealised profit, exact, in 1e-20. */
  readonly equity: bigint;
  readonly margins: Amount;
}

/** Whether equity is at most so many percent of the margins. */
const isAtOrBelow = ({ equity, margins }: MarginState, percent: bigint): boolean =>
  equity * 100n <= margins * UNIT * percent;
export const isCloseOut = (standing: MarginState): boolean => isAtOrBelow(standing, CLOSE_OUT_PERCENT);
export const isWarning = (standing: MarginState): boolean => isAtOrBelow(standing, WARNING_PERCENT);

/** Risk rate in percent with two decimals, rounded down; undefined without margins. */
export function riskRate({ equity, margins }: MarginState): string | undefined {
  if (margins <= 0n) return undefined;
  const hundredths = floorDiv(equity * 10_000n, margins * UNIT);
  const [sign, digits] = hundredths < 0n ? ['-', -hundredths] : ['', hundredths];
  return `${sign}${digits / 100n}.${String(digits % 100n).padStart(2, '0')}`;
}

/** A position as the close-out price needs it. */
export interface HeldMargin {
  readonly side: Side;
  readonly quantity: Amount;
  readonly open: Price;
  readonly spread: Price;
}

/**
 * The first index tick at which a cross account or an isolated position falls to the close-out rate, other markets as they are:
 * the side that is net long is closed out at every tick at or below it, the other at every tick at or above it. `held` is what
 * it has in this market, `decimals` those of the index. Undefined where no tick above zero does it.
 */
export function liquidationTick(
  standing: MarginState,
  index: Price,
  held: readonly HeldMargin[],
  decimals: number,
): Price | undefined {
  let netQuantity = 0n;
  for (const { side, quantity } of held) netQuantity += side === 'long' ? quantity : -quantity;
  const tick = closeOutTick({ ...standing, netQuantity, index }, decimals);
  if (tick === undefined) return undefined;
  // Close to zero a long closes at 1e-10 instead of index - spread and can lose no more: then no tick closes out.
  const profitAt = (at: Price): bigint =>
    held.reduce(
      (sum, { side, quantity, open, spread }) =>
        sum + exactProfit(side, quantity, open, closingPrice(side, at, spread)),
      0n,
    );
  const equity = standing.equity + profitAt(tick) - profitAt(index);
  return isCloseOut({ equity, margins: standing.margins }) ? tick : undefined;
}

/** Whether take-profit and stop-loss, as far as they are set, lie on the right side of a price. */
export function stopsFit(
  side: Side,
  at: Price,
  takeProfit: Price | undefined,
  stopLoss: Price | undefined,
): boolean {
  const above = (value: Price | undefined): boolean => value === undefined || value > at;
  const below = (value: Price | undefined): boolean => value === undefined || value < at;
  return side === 'long' ? above(takeProfit) && below(stopLoss) : below(takeProfit) && above(stopLoss);
}

/** Which trigger an index has reached, if any. */
export function triggered(
  side: Side,
  index: Price,
  takeProfit: Price | undefined,
  stopLoss: Price | undefined,
): 'take_profit' | 'stop_loss' | undefined {
  const reached = (value: Price | undefined, up: boolean): boolean =>
    value !== undefined && (up ? index >= value : index <= value);
  if (reached(takeProfit, side === 'long')) return 'take_profit';
  if (reached(stopLoss, side === 'short')) return 'stop_loss';
  return undefined;
}

/** Whether a limit order's quoted side has reached its target. */
export const limitReached = (side: Side, index: Price, spread: Price, target: Price): boolean =>
  side === 'long' ? openingPrice(side, index, spread) <= target : openingPrice(side, index, spread) >= target;

/** What all users have in a market, in base. */
export interface Exposure {
  readonly long: Amount;
  readonly short: Amount;
  readonly pendingLong: Amount;
  readonly pendingShort: Amount;
}

export interface ExposureCaps {
  /** Most that one side may outweigh the other, in quote. */
  readonly net: Amount;
  /** Most of both sides together, in quote. */
  readonly gross: Amount;
  /** Most of one user, in quote. */
  readonly user: Amount;
}

/**
 * Whether a market has room for so much more, at the index. Waiting orders count as if they were filled on their own side
 * and not on the other, so that a later fill never breaks a cap; the house may never stand against more than it owns (`pool`).
 */
export function exposureAllows(
  exposure: Exposure,
  caps: Pick<ExposureCaps, 'net' | 'gross'>,
  pool: Amount,
  request: { readonly side: Side; readonly quantity: Amount; readonly index: Price },
): boolean {
  const long = exposure.long + exposure.pendingLong;
  const short = exposure.short + exposure.pendingShort;
  const worst = request.side === 'long' ? long - exposure.short : short - exposure.long;
  const net = notionalOf(amount(max(worst + request.quantity, 0n)), request.index);
  const gross = notionalOf(amount(long + short + request.quantity), request.index);
  return net <= min(caps.net, pool) && gross <= caps.gross;
}
