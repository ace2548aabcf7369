import { Refusal, refuse } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import { ZERO, format, isMultipleOf, rate } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { contractQuantity, discountedRate, isLimitReached } from '@karat/rules';
import {
  applyClose,
  applyOpen,
  cancelPending,
  crossPositionsOf,
  placePending,
  shortfallOf,
  unrealised,
} from './margin-account.ts';
import type { HouseState, MarginAccount } from './margin-account.ts';
import {
  checkEquity,
  checkExposure,
  checkOrder,
  checkPositionCount,
  checkStops,
  requireTrading,
} from './order-checks.ts';
import type { OpenRequest, OrderTerms, UserLimits } from './order-checks.ts';
import { Status } from './position.ts';
import type { Position } from './position.ts';
import type { MarkPrices, PositionEvent } from './position-events.ts';

/** Number, owner and time of a new position, and the index of the account's markets. */
export interface OpenedAs {
  readonly id: number;
  readonly userId: UserId;
  readonly at: number;
  readonly marks: MarkPrices;
}

/**
 * Opens a position, or places a limit order that waits for its price. Throws all refusals of `lever/submit`; the
 * account is unchanged then.
 */
export function openPosition(
  terms: OrderTerms,
  account: MarginAccount,
  house: HouseState,
  request: OpenRequest,
  limits: UserLimits,
  as: OpenedAs,
): PositionEvent {
  const mark = checkOrder(terms, request, limits);
  checkPositionCount(account, limits);
  const quantity = contractQuantity(request.lots, terms.market.terms.shareNum);
  checkExposure(terms, account, house, mark, { side: request.side, quantity });
  const position = newPosition(terms.market, request, { ...as, feeDiscount: limits.feeDiscount ?? rate(0n) });
  const { spread } = position;
  const { target } = request;
  // Outside of the exchange's trading hours every order waits, whatever its price.
  const rests = terms.state === 'closed';
  if (target !== undefined && (rests || !isLimitReached(request.side, mark.index, spread, target)))
    return placePending(account, position);
  if (request.mode === 'cross') checkEquity(account, position, mark, as.marks);
  return applyOpen(account, position, mark, as.at);
}

const newPosition = (
  market: Market,
  request: OpenRequest,
  {
    id,
    userId,
    at,
    feeDiscount,
  }: { readonly id: number; readonly userId: UserId; readonly at: number; readonly feeDiscount: Rate },
): Position => ({
  id,
  userId,
  marketId: market.id,
  side: request.side,
  mode: request.mode,
  multiple: request.multiple,
  orderType: request.orderType ?? 1,
  source: request.source,
  target: request.target,
  createdAt: at,
  version: 0,
  lotSize: market.terms.shareNum,
  spread: market.terms.spread,
  feeRate: discountedRate(market.terms.tradeFee, feeDiscount),
  overnightRate: market.terms.overnight,
  originLots: request.lots,
  lots: request.lots,
  status: Status.pending,
  price: undefined,
  margin: ZERO,
  originMargin: ZERO,
  hold: ZERO,
  trigger: undefined,
  takeProfit: request.takeProfit,
  stopLoss: request.stopLoss,
  profit: ZERO,
  fee: ZERO,
  overnight: ZERO,
  insurance: ZERO,
  closePrice: undefined,
  closeReason: undefined,
  openTick: undefined,
  closeTick: undefined,
  openedAt: undefined,
  closedAt: undefined,
  chargedAt: undefined,
  trial: undefined,
});

/** Returns a position of the account; refuses `position_not_open`. */
export const ownPosition = (account: MarginAccount, id: number): Position =>
  account.positions.find((position) => position.id === id) ?? refuse('position_not_open');

/** Closes a position or some of its lots, for its owner or after the copied trader. */
export function closePosition(
  terms: OrderTerms,
  account: MarginAccount,
  house: HouseState,
  unwarned: {
    readonly id: number;
    readonly lots?: Amount | undefined;
    readonly at: number;
    readonly reason?: 'user' | 'trader';
  },
): PositionEvent {
  const position = ownPosition(account, unwarned.id);
  if (position.status !== Status.open) refuse('position_not_open');
  const mark = requireTrading(terms, 'close');
  const lots = unwarned.lots ?? position.lots;
  if (lots > position.lots || (lots < position.lots && !isMultipleOf(lots, terms.contract.lotStep)))
    refuse('lots_invalid', {
      min: format(terms.contract.lotStep),
      max: format(position.lots),
      step: format(terms.contract.lotStep),
    });
  const others = crossPositionsOf(account).some((other) => other !== position);
  if (position.mode === 'cross' && others && shortfallOf(account, position, mark.index, lots) > ZERO)
    refuse('loss_not_covered');
  return applyClose(account, house, position, {
    lots,
    mark,
    reason: unwarned.reason ?? 'user',
    at: unwarned.at,
  });
}

/**
 * Closes several positions, profitable ones first, so that their gains cover the losses. Positions that cannot be
 * closed now stay open.
 */
export function closeMany(
  termsOf: (market: MarketId) => OrderTerms,
  account: MarginAccount,
  house: HouseState,
  matches: (position: Position) => boolean,
  at: number,
): PositionEvent[] {
  const gain = (position: Position): bigint => {
    const mark = termsOf(position.marketId).mark;
    return mark ? unrealised(position, mark.index) : 0n;
  };
  const chosen = account.positions
    .filter((position) => position.status === Status.open && matches(position))
    .toSorted((a, b) => (gain(a) === gain(b) ? a.id - b.id : gain(a) > gain(b) ? -1 : 1));
  const events: PositionEvent[] = [];
  let refused: Refusal | undefined;
  for (const { id, marketId } of chosen) {
    try {
      events.push(closePosition(termsOf(marketId), account, house, { id, at }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused ??= error;
    }
  }
  if (events.length === 0 && refused) throw refused;
  return events;
}

/** Cancels a pending order; refuses `position_not_pending`. */
export function cancelOrder(account: MarginAccount, id: number, at: number): PositionEvent {
  const position = account.positions.find((each) => each.id === id);
  if (position?.status !== Status.pending) refuse('position_not_pending');
  return cancelPending(account, position, at);
}

/** Sets take-profit and stop-loss; undefined leaves a trigger unchanged, null removes it. */
export function setStops(
  terms: OrderTerms,
  account: MarginAccount,
  unwarned: {
    readonly id: number;
    readonly takeProfit?: Price | null | undefined;
    readonly stopLoss?: Price | null | undefined;
  },
): PositionEvent {
  const position = ownPosition(account, unwarned.id);
  if (position.status !== Status.open && position.status !== Status.pending) refuse('position_not_open');
  const at = position.status === Status.pending ? position.target : undefined;
  const next = (value: Price | null | undefined, old: Price | undefined): Price | undefined =>
    value === undefined ? old : (value ?? undefined);
  const takeProfit = next(unwarned.takeProfit, position.takeProfit);
  const stopLoss = next(unwarned.stopLoss, position.stopLoss);
  const mark = terms.mark && !terms.stale ? terms.mark : undefined;
  checkStops(
    terms,
    position.side,
    at ?? mark?.index ?? refuse('index_stale', { symbol: terms.market.symbol }),
    // An unchanged trigger may already have been passed by the price: it is about to fire and is not checked again.
    unwarned.takeProfit === undefined ? undefined : takeProfit,
    unwarned.stopLoss === undefined ? undefined : stopLoss,
  );
  position.takeProfit = takeProfit;
  position.stopLoss = stopLoss;
  return { kind: 'stops_set', position };
}
