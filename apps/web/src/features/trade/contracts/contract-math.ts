import { closeOutTick } from '@karat/evidence';
import { UNIT, ZERO, amount, divDown, format, max, min, mulDown, mulUp, price } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';

export type Side = 'long' | 'short';
export type Mode = 'cross' | 'isolated';

/** Decimals of quote amounts. */
const DECIMALS = 6;
const PERCENT = 100n;

/** Price at which a side opens (`opens`) or closes: index plus or minus spread. */
export const quotedPrice = (side: Side, index: Price, spread: Price, opens: boolean): Price =>
  (side === 'long') === opens ? price(index + spread) : price(max(index - spread, 1n));

/** Profit of a quantity between two prices; gains round down, losses up. */
export const profitOf = (side: Side, quantity: Amount, open: Price, close: Price): Amount =>
  mulDown(quantity, price(side === 'long' ? close - open : open - close), DECIMALS);

export interface OrderDraft {
  readonly side: Side;
  readonly mode: Mode;
  readonly lots: Amount;
  readonly multiple: number;
  /** Limit price; undefined for market orders. */
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

/** Available balance plus the equity of other cross positions. */
export interface MarginContext {
  readonly available: Amount;
  readonly otherEquity: Amount;
  readonly otherMargins: Amount;
  /** Long less short quantity of the other cross positions in the same market. */
  readonly otherQuantity: bigint;
}

/** Estimate of an order. All in quote except the quantity. */
export interface OrderEstimate {
  readonly price: Price;
  readonly quantity: Amount;
  readonly notional: Amount;
  readonly margin: Amount;
  readonly fee: Amount;
  /** Cost of opening and closing at the same index, without fees. */
  readonly spreadCost: Amount;
  readonly cost: Amount;
  /** The first index tick that liquidates; null if none is above zero. */
  readonly liquidation: Price | null;
  /** Maximum loss. */
  readonly atRisk: Amount;
  readonly after: Amount;
}

/**
 * Estimates an order by the server's rules: margin = notional / leverage, fee on the notional, liquidation where
 * equity is half of the margins.
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

/** A part of a position in whole lots: at least one, at most all. */
export function lotsForPercent(lots: Amount, percent: number): Amount {
  if (percent >= 100) return lots;
  const part = (lots * BigInt(percent)) / 100n;
  return min(lots, max(amount(part - (part % UNIT)), amount(UNIT)));
}

/** Profit on the margin in percent with two decimals. */
export const roiOf = (profit: Amount, margin: Amount): string =>
  margin > 0n ? format(mulDown(amount(divDown(amount(profit * PERCENT), margin)), price(UNIT), 2)) : '0';

/** Risk rate in percent; null without margins. */
export const riskRateOf = (equity: Amount, margins: Amount): string | null =>
  margins > 0n ? format(divDown(amount(equity * PERCENT), margins, 2)) : null;
