import { Refusal } from '@karat/contract';
import type { CloseReason } from '@karat/contract';
import { UNIT, ZERO, amount, max, min, minus, plus } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import {
  closingFill,
  closingPrice,
  contractHold,
  contractProfit,
  contractQuantity,
  isolatedState,
  marginShare,
  openingFill,
  openingPrice,
  overnightCharge,
  trialSettlement,
  unrealisedProfit,
} from '@karat/rules';
import type { HeldPosition, MarginState } from '@karat/rules';
import { Status, isOpen } from './position.ts';
import type { Position } from './position.ts';
import type { MarkPrice, MarkPrices, PositionEvent } from './position-events.ts';

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
  /** What the promotion account can pay for coupons; zero where the batch has none. */
  promotion: Amount;
}

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
export const isolatedMarginState = (position: Position, index: Price): MarginState =>
  isolatedState(heldPositionOf(position), position.margin, index);

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

/** What a pending order holds: margin and fee at its target. */
export const pendingHold = ({ lots, lotSize, multiple, feeRate }: Position, target: Price): Amount =>
  contractHold(contractQuantity(lots, lotSize), target, multiple, feeRate);

/** Places a limit order: holds margin and fee at its target. Refuses `insufficient_balance`. */
export function placePending(account: MarginAccount, position: Position): PositionEvent {
  const hold = pendingHold(position, position.target ?? openPriceOf(position));
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
  return {
    kind: 'opened',
    position,
    mark,
    price,
    quantity,
    margin,
    fee,
    funds,
    hold,
    trialPaid: ZERO,
  };
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

/** What the promotion account is to get back from a position. */
const owedOf = ({ trial }: Position): Amount => (trial ? minus(trial.paid, trial.returned) : ZERO);

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
  const trialOwed = owedOf(position);
  const { kept, returned } = trialSettlement(amount(released + profit + shortfall - fee), trialOwed);
  account.available = plus(account.available, kept);
  house.promotion = plus(house.promotion, returned);
  const rest = amount(position.lots - lots);
  const trigger = triggerOf(position);
  Object.assign(position, {
    margin: amount(position.margin - released),
    profit: amount(position.profit + profit),
    fee: amount(position.fee + fee),
    insurance: amount(position.insurance + insurance + absorbed),
    trial: position.trial && { ...position.trial, returned: plus(position.trial.returned, returned) },
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
    trialReturned: returned,
    trialOwed,
    rate,
    trigger,
  };
}

/**
 * Overnight fee of an open position: paid from the available balance, then from the margin; any rest is waived. The margin alone pays
 * if it comes from a coupon.
 */
export function chargeOvernight(
  account: MarginAccount,
  position: Position,
  mark: MarkPrice,
  cutoff: number,
): PositionEvent {
  const quantity = contractQuantity(position.lots, position.lotSize);
  const { fromAvailable, fromMargin } = overnightCharge(
    { quantity, index: mark.index, rate: position.overnightRate },
    position.trial ? ZERO : account.available,
    position.margin,
  );
  account.available = amount(account.available - fromAvailable);
  position.margin = amount(position.margin - fromMargin);
  position.overnight = amount(position.overnight + fromAvailable + fromMargin);
  position.chargedAt = cutoff;
  return { kind: 'overnight', position, mark, quantity, fromAvailable, fromMargin, cutoff };
}
