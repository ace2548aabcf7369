import { Refusal } from '@karat/contract';
import type { CloseReason, MarketId } from '@karat/contract';
import { UNIT, ZERO, amount, max, min, minus, plus } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import {
  closingFill,
  closingPrice,
  contractFee,
  contractMargin,
  contractProfit,
  contractQuantity,
  marginShare,
  openingFill,
  openingPrice,
  overnightCharge,
  unrealisedProfit,
} from '@karat/rules';
import type { HeldPosition, MarginState } from '@karat/rules';
import { Status, isOpen } from './position.ts';
import type { Position } from './position.ts';

/** The index of a market as a decision uses it. */
export interface MarkPrice {
  readonly index: Price;
  /** Unix seconds of the tick. */
  readonly tick: number;
}

/** A user's contract account while a batch works on it. */
export interface MarginAccount {
  available: Amount;
  /** All live positions, by id. */
  readonly positions: Position[];
}

/** Funds that the house can pay during a batch. */
export interface HouseState {
  pool: Amount;
  insurance: Amount;
}

/** One event of a position, with the money that it moved. */
export type PositionEvent =
  | { readonly kind: 'pended' | 'cancelled'; readonly position: Position; readonly hold: Amount }
  | { readonly kind: 'triggered' | 'stops_set'; readonly position: Position }
  | {
      readonly kind: 'opened';
      readonly position: Position;
      readonly mark: MarkPrice;
      readonly price: Price;
      readonly quantity: Amount;
      readonly margin: Amount;
      readonly fee: Amount;
      /** Sources of the payment: held by the order, and available. */
      readonly funds: Amount;
      /** What the waiting order held; zero for a market order. */
      readonly hold: Amount;
    }
  | {
      readonly kind: 'closed';
      readonly position: Position;
      readonly mark: MarkPrice;
      readonly price: Price;
      readonly reason: CloseReason;
      readonly lots: Amount;
      readonly quantity: Amount;
      /** The closed margin and, of a cross position, the available balance. */
      readonly funds: Amount;
      /** Released margin. */
      readonly released: Amount;
      /** Profit at the price, signed. */
      readonly profit: Amount;
      readonly fee: Amount;
      /** Payment of the insurance fund to the user, which covers the rest of the loss. */
      readonly insurance: Amount;
      /** The uncovered part, because the fund is empty: the pool receives less by it. */
      readonly absorbed: Amount;
      /** Loan of the fund to the pool for a gain that the pool cannot pay. */
      readonly poolCover: Amount;
      /** Risk rate at a liquidation, percent. */
      readonly rate: string | undefined;
      /** The level of the stop, and the tick that reached it. */
      readonly trigger: { readonly level: Price; readonly tick: number } | undefined;
    }
  | {
      readonly kind: 'overnight';
      readonly position: Position;
      readonly mark: MarkPrice;
      readonly quantity: Amount;
      readonly fromAvailable: Amount;
      readonly fromMargin: Amount;
      readonly cutoff: number;
    };

/** Index of each needed market. */
export type MarkPrices = (market: MarketId) => MarkPrice | undefined;

const openPriceOf = (position: Position): Price => {
  if (position.price === undefined) throw new Error(`position ${position.id} has no price`);
  return position.price;
};

/** An open position as the formulas of risk read it. */
export const heldPositionOf = (position: Position): HeldPosition => ({
  side: position.side,
  quantity: contractQuantity(position.lots, position.lotSize),
  open: openPriceOf(position),
  spread: position.spread,
});

/** Unrealised profit at an index, exact, in 1e-20. */
export const unrealised = (position: Position, index: Price): bigint =>
  unrealisedProfit([heldPositionOf(position)], index);

/** Unrealised profit in quote, rounded down. */
export const unrealisedAmount = (position: Position, index: Price): Amount =>
  contractProfit(
    position.side,
    contractQuantity(position.lots, position.lotSize),
    openPriceOf(position),
    closingPrice(position.side, index, position.spread),
  );

/** Margin state of an isolated position. */
export const isolatedMarginState = (position: Position, index: Price): MarginState => ({
  equity: position.margin * UNIT + unrealised(position, index),
  margins: position.margin,
});

export const crossPositionsOf = (account: MarginAccount): Position[] =>
  account.positions.filter((position) => position.mode === 'cross' && isOpen(position));

/** Margin state of all cross positions together; undefined without any, or if an index is missing. */
export function crossMarginState(account: MarginAccount, marks: MarkPrices): MarginState | undefined {
  const cross = crossPositionsOf(account);
  if (cross.length === 0) return undefined;
  let equity = account.available * UNIT;
  let margins = 0n;
  for (const position of cross) {
    const mark = marks(position.marketId);
    if (!mark) return undefined;
    equity += position.margin * UNIT + unrealised(position, mark.index);
    margins += position.margin;
  }
  return { equity, margins: amount(margins) };
}

/** Places a limit order: holds margin and fee at its target. Refuses `insufficient_balance`. */
export function placePending(account: MarginAccount, position: Position): PositionEvent {
  const target = position.target ?? openPriceOf(position);
  const quantity = contractQuantity(position.lots, position.lotSize);
  const hold = plus(
    contractMargin(quantity, target, position.multiple),
    contractFee(quantity, target, position.feeRate),
  );
  if (hold > account.available) throw new Refusal('insufficient_balance', { currency: 'USDT' });
  position.hold = hold;
  account.available = amount(account.available - hold);
  account.positions.push(position);
  return { kind: 'pended', position, hold };
}

/** Cancels a pending order. */
export function cancelPending(account: MarginAccount, position: Position, at: number): PositionEvent {
  const { hold } = position;
  account.available = amount(account.available + hold);
  position.hold = ZERO;
  position.status = Status.cancelled;
  position.closedAt = at;
  return { kind: 'cancelled', position, hold };
}

/**
 * Fills an order at the quoted side of the index. A market order refuses `insufficient_balance`. A pending order uses
 * what it holds and what is available: a short that fills above its target may need more margin than it held; without
 * enough balance its margin is what is there.
 */
export function applyOpen(
  account: MarginAccount,
  position: Position,
  mark: MarkPrice,
  at: number,
): PositionEvent {
  const fresh = position.target === undefined || position.hold === ZERO;
  const price = openingPrice(position.side, mark.index, position.spread);
  const quantity = contractQuantity(position.lots, position.lotSize);
  const { hold } = position;
  const funds = plus(hold, account.available);
  const { multiple, feeRate } = position;
  const { fee, margin, isCovered } = openingFill({ quantity, price, multiple, feeRate, funds });
  if (fresh && !isCovered) throw new Refusal('insufficient_balance', { currency: 'USDT' });
  account.available = amount(funds - fee - margin);
  if (fresh) account.positions.push(position);
  Object.assign(position, {
    status: Status.open,
    price,
    margin,
    originMargin: margin,
    hold: ZERO,
    openTick: mark.tick,
    openedAt: at,
    fee: amount(position.fee + fee),
  });
  return { kind: 'opened', position, mark, price, quantity, margin, fee, funds, hold };
}

export interface CloseRequest {
  readonly lots: Amount;
  readonly mark: MarkPrice;
  readonly reason: CloseReason;
  readonly at: number;
  /** Risk rate that caused it, percent. */
  readonly rate?: string | undefined;
}

/** The trigger of a position. */
function triggerOf({ trigger, takeProfit, stopLoss }: Position): { level: Price; tick: number } | undefined {
  const level = trigger?.reason === 'take_profit' ? takeProfit : stopLoss;
  return trigger && level !== undefined ? { level, tick: trigger.tick } : undefined;
}

/** Funds for a loss: the margin of the closed lots and, of a cross position, the available balance. */
const closingFundsOf = (account: MarginAccount, position: Position, lots: Amount): Amount =>
  plus(
    position.mode === 'cross' ? account.available : ZERO,
    marginShare(position.margin, lots, position.lots),
  );

/** Shortfall of a close: the loss beyond the margin and, of a cross position, the available balance. */
export function shortfallOf(account: MarginAccount, position: Position, index: Price, lots: Amount): Amount {
  return closingFill({
    ...heldPositionOf(position),
    quantity: contractQuantity(lots, position.lotSize),
    price: closingPrice(position.side, index, position.spread),
    feeRate: position.feeRate,
    funds: closingFundsOf(account, position, lots),
  }).shortfall;
}

/**
 * Closes lots of an open position at the quoted side of the index. A loss takes at most the margin and, of a cross
 * position, the available balance: the insurance fund pays the rest. The closing fee is taken from the remainder.
 * Refuses `pool_exhausted` if neither pool nor fund can pay a gain; nothing has changed then.
 */
export function applyClose(
  account: MarginAccount,
  house: HouseState,
  position: Position,
  { lots, mark, reason, at, rate }: CloseRequest,
): PositionEvent {
  const price = closingPrice(position.side, mark.index, position.spread);
  const quantity = contractQuantity(lots, position.lotSize);
  const released = marginShare(position.margin, lots, position.lots);
  const funds = closingFundsOf(account, position, lots);
  const { side, feeRate } = position;
  const { profit, shortfall, fee } = closingFill({
    side,
    quantity,
    open: openPriceOf(position),
    price,
    feeRate,
    funds,
  });
  const poolCover = max(minus(profit, house.pool), ZERO);
  if (poolCover > house.insurance) throw new Refusal('pool_exhausted');
  const insurance = min(shortfall, house.insurance);
  const absorbed = minus(shortfall, insurance);
  house.pool = amount(house.pool + poolCover - profit - absorbed);
  house.insurance = amount(house.insurance - poolCover - insurance);
  account.available = amount(account.available + released + profit + shortfall - fee);
  const rest = amount(position.lots - lots);
  const trigger = triggerOf(position);
  Object.assign(position, {
    margin: amount(position.margin - released),
    profit: amount(position.profit + profit),
    fee: amount(position.fee + fee),
    insurance: amount(position.insurance + insurance),
    closePrice: price,
    closeReason: reason,
    closeTick: mark.tick,
    ...(rest === ZERO ? { status: Status.closed, closedAt: at, trigger: undefined } : { lots: rest }),
  });
  return {
    kind: 'closed',
    position,
    mark,
    price,
    reason,
    lots,
    quantity,
    released,
    profit,
    fee,
    funds,
    insurance,
    absorbed,
    poolCover,
    rate,
    trigger,
  };
}

/** Overnight fee of an open position: paid from the available balance, then from the margin; any rest is waived. */
export function chargeOvernight(
  account: MarginAccount,
  position: Position,
  mark: MarkPrice,
  cutoff: number,
): PositionEvent {
  const quantity = contractQuantity(position.lots, position.lotSize);
  const { fromAvailable, fromMargin } = overnightCharge(
    { quantity, index: mark.index, rate: position.overnightRate },
    account.available,
    position.margin,
  );
  account.available = amount(account.available - fromAvailable);
  position.margin = amount(position.margin - fromMargin);
  position.overnight = amount(position.overnight + fromAvailable + fromMargin);
  position.chargedAt = cutoff;
  return { kind: 'overnight', position, mark, quantity, fromAvailable, fromMargin, cutoff };
}
