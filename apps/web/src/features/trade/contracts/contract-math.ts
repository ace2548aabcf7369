import { closeOutTick } from '@karat/evidence';
import { UNIT, ZERO, amount, divDown, format, max, min, mulDown, mulUp, price } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';

export type Side = 'long' | 'short';
export type Mode = 'cross' | 'isolated';

/** Quote amounts have so many decimals. */
const DECIMALS = 6;
const PERCENT = 100n;

/** Price at which a side opens (`opens`) or closes: the index plus or minus the spread. */
export const quotedPrice = (side: Side, index: Price, spread: Price, opens: boolean): Price =>
  (side === 'long') === opens ? price(index + spread) : price(max(index - spread, 1n));

/** Profit of a quantity between two prices; a gain rounds down, a loss up. */
export const profitOf = (side: Side, quantity: Amount, open: Price, close: Price): Amount =>
  mulDown(quantity, price(side === 'long' ? close - open : open - close), DECIMALS);

export interface OrderDraft {
  readonly side: Side;
  readonly mode: Mode;
  readonly lots: Amount;
  readonly multiple: number;
  /** Limit price; none at the market. */
  readonly target: Price | undefined;
  readonly index: Price;
}

export interface Terms {
  readonly spread: Price;
  readonly lotSize: Amount;
  readonly feeRate: Rate;
  /** Decimals of index ticks. */
  readonly indexDecimals: number;
}

/** Own money, and what the other cross positions add to it. */
export interface MarginContext {
  readonly available: Amount;
  readonly otherEquity: Amount;
  readonly otherMargins: Amount;
  /** Long less short quantity of the other cross positions in the same market. */
  readonly otherQuantity: bigint;
}

/** What an order would come to. All in quote but the quantity. */
export interface OrderEstimate {
  readonly price: Price;
  readonly quantity: Amount;
  readonly notional: Amount;
  readonly margin: Amount;
  readonly fee: Amount;
  /** What opening and closing at the same index costs beside the fees. */
  readonly spreadCost: Amount;
  readonly cost: Amount;
  /** The first index tick that would close it out; null where there is none above zero. */
  readonly liquidation: Price | null;
  /** The most that can be lost. */
  readonly atRisk: Amount;
  readonly after: Amount;
}

/**
 * What the ticket says before an order is sent, by the rules of the server: margin = notional / leverage, fee on the notional,
 * close-out where the equity is half of the margins.
 */
export function estimateOrder(request: OrderDraft, terms: Terms, means: MarginContext): OrderEstimate {
  const { side, mode, multiple } = request;
  const open = request.target ?? quotedPrice(side, request.index, terms.spread, true);
  const quantity = amount((request.lots * terms.lotSize) / UNIT);
  const notional = mulUp(quantity, open, DECIMALS);
  const unit = 10n ** BigInt(10 - DECIMALS);
  const divisor = BigInt(multiple) * UNIT * unit;
  const margin = amount(((quantity * open + divisor - 1n) / divisor) * unit);
  const fee = mulUp(notional, terms.feeRate, DECIMALS);
  const cost = amount(margin + fee);
  const after = amount(means.available - cost);
  const shared = mode === 'cross';
  const margins = shared ? amount(margin + means.otherMargins) : margin;
  const close = quotedPrice(side, request.index, terms.spread, false);
  const profit = quantity * (side === 'long' ? close - open : open - close);
  const equity = (shared ? after + margin + means.otherEquity : margin) * UNIT + profit;
  const netQuantity = (side === 'long' ? quantity : -quantity) + (shared ? means.otherQuantity : 0n);
  return {
    price: open,
    quantity,
    notional,
    margin,
    fee,
    cost,
    after,
    spreadCost: mulUp(quantity, price(terms.spread * 2n), DECIMALS),
    liquidation:
      closeOutTick({ equity, margins, netQuantity, index: request.index }, terms.indexDecimals) ?? null,
    atRisk: shared ? max(amount(means.available + means.otherEquity), ZERO) : cost,
  };
}

/** A part of a position in whole lots: at least one, at most all of it. */
export function lotsForPercent(lots: Amount, percent: number): Amount {
  if (percent >= 100) return lots;
  const part = (lots * BigInt(percent)) / 100n;
  return min(lots, max(amount(part - (part % UNIT)), amount(UNIT)));
}

/** Profit on the margin in percent with two decimals. */
export const roiOf = (profit: Amount, margin: Amount): string =>
  margin > 0n ? format(mulDown(amount(divDown(amount(profit * PERCENT), margin)), price(UNIT), 2)) : '0';

/** Risk rate in percent, or null without margins. */
export const riskRateOf = (equity: Amount, margins: Amount): string | null =>
  margins > 0n ? format(divDown(amount(equity * PERCENT), margins, 2)) : null;
