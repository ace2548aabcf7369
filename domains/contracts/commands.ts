import { Refusal, refuse } from '@karat/contract';
import type { MarginMode, MarketId, UserId } from '@karat/contract';
import type { Market, MarketState } from '@karat/domains/market';
import { UNIT, ZERO, amount, format, isMultipleOf, max, rate } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import {
  areStopsValid,
  contractMargin,
  contractNotional,
  contractQuantity,
  discountedRate,
  isCloseOut,
  isLimitReached,
  openingPrice,
} from '@karat/rules';
import type { PositionSide } from '@karat/rules';
import {
  cancelPending,
  applyClose,
  crossPositionsOf,
  crossMarginState,
  applyOpen,
  placePending,
  shortfallOf,
  unrealised,
} from './margin-account.ts';
import type { MarginAccount, PositionEvent, HouseState, MarkPrice, MarkPrices } from './margin-account.ts';
import { Status, isLive } from './position.ts';
import type { OrderType, Position } from './position.ts';
import { exposureAllows } from './rules.ts';
import type { Exposure } from './rules.ts';
import type { ContractMarket } from './settings-store.ts';

/** A request for an order; prices and lots are checked here. */
export interface OpenRequest {
  readonly marketId: MarketId;
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly lots: Amount;
  readonly multiple: number;
  /** Limit price; undefined for a market order. */
  readonly target?: Price | undefined;
  readonly takeProfit?: Price | undefined;
  readonly stopLoss?: Price | undefined;
  readonly orderType?: OrderType;
  /** The trader's position, for a copy. */
  readonly source?: number | undefined;
  /** For copies: maximum distance of the fill from this price; beyond it the order is refused with `index_stale`. */
  readonly slippage?: { readonly from: Price; readonly most: Price } | undefined;
}

/** Terms and state of a market at the time of an order. */
export interface OrderTerms {
  readonly market: Market;
  readonly contract: ContractMarket;
  readonly state: MarketState;
  /** The last processed index; without one, or with a stale one, orders are refused. */
  readonly mark: MarkPrice | undefined;
  readonly stale: boolean;
  readonly exposure: Exposure;
}

type TradingIntent = 'open' | 'wait' | 'close';

/**
 * Returns the index. Refuses while the market can not open or close positions. While its exchange is closed a limit
 * order may still be placed.
 */
function requireTrading(terms: OrderTerms, doing: TradingIntent): MarkPrice {
  const { market, contract, state, mark, stale } = terms;
  if (contract.state === 'halted' || state === 'halted') refuse('market_halted', { symbol: market.symbol });
  if (doing !== 'close' && (contract.state === 'close_only' || state === 'cancel_only' || !market.openLever))
    refuse('contract_closed');
  if (state === 'closed' && doing !== 'wait') refuse('contract_hours', { symbol: market.symbol });
  return mark && !stale ? mark : refuse('index_stale', { symbol: market.symbol });
}

function checkStops(
  { market }: OrderTerms,
  side: PositionSide,
  at: Price,
  takeProfit: Price | undefined,
  stopLoss: Price | undefined,
): void {
  for (const value of [takeProfit, stopLoss]) {
    if (value !== undefined && !isMultipleOf(value, market.tick))
      refuse('price_tick', { tick: format(market.tick) });
  }
  if (!areStopsValid(side, at, { takeProfit, stopLoss })) refuse('stop_side_wrong', { price: format(at) });
}

export interface UserLimits {
  /** Discount on the trading fee; 0.1 is 10 % off. */
  readonly feeDiscount?: Rate | undefined;
  readonly multipleMax: number;
  readonly positionsMax: number;
}

/** Checks of an order that do not depend on the account's balance. */
function checkOrder(terms: OrderTerms, request: OpenRequest, limits: UserLimits): MarkPrice {
  const { market, contract } = terms;
  const mark = requireTrading(terms, request.target === undefined ? 'open' : 'wait');
  const { minShare, maxShare } = market.terms;
  if (request.lots < minShare || request.lots > maxShare || !isMultipleOf(request.lots, contract.lotStep))
    refuse('lots_invalid', { min: format(minShare), max: format(maxShare), step: format(contract.lotStep) });
  if (!contract.multiples.includes(request.multiple))
    refuse('multiple_invalid', { list: contract.multiples.join(', ') });
  if (request.multiple > limits.multipleMax) refuse('multiple_capped', { max: limits.multipleMax });
  if (request.target !== undefined && !isMultipleOf(request.target, market.tick))
    refuse('price_tick', { tick: format(market.tick) });
  checkStops(terms, request.side, request.target ?? mark.index, request.takeProfit, request.stopLoss);
  const { slippage } = request;
  if (slippage) {
    const away = openingPrice(request.side, mark.index, market.terms.spread) - slippage.from;
    if (max(away, -away) > slippage.most) refuse('index_stale', { symbol: market.symbol });
  }
  return mark;
}

/** Remaining exposure of the user and of the house in the market. */
function checkExposure(
  terms: OrderTerms,
  request: OpenRequest,
  account: MarginAccount,
  house: HouseState,
  mark: MarkPrice,
  limits: UserLimits,
): void {
  const live = account.positions.filter(isLive);
  if (live.length >= limits.positionsMax) refuse('too_many_positions', { max: limits.positionsMax });
  const quantity = contractQuantity(request.lots, terms.market.terms.shareNum);
  let own: bigint = quantity;
  for (const { marketId, lots, lotSize } of live)
    if (marketId === request.marketId) own += contractQuantity(lots, lotSize);
  const { caps } = terms.contract;
  if (contractNotional(amount(own), mark.index) > caps.user)
    refuse('user_limit', { max: format(caps.user), currency: terms.market.quoteName });
  const more = { side: request.side, quantity, index: mark.index };
  if (!exposureAllows(terms.exposure, caps, house.pool, more)) refuse('exposure_full');
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
  as: { readonly id: number; readonly userId: UserId; readonly at: number; readonly marks: MarkPrices },
): PositionEvent {
  const mark = checkOrder(terms, request, limits);
  checkExposure(terms, request, account, house, mark, limits);
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

/** Refuses an order after which the cross account would be liquidated at once. */
function checkEquity(account: MarginAccount, position: Position, mark: MarkPrice, marks: MarkPrices): void {
  const quantity = contractQuantity(position.lots, position.lotSize);
  const margin = contractMargin(
    quantity,
    openingPrice(position.side, mark.index, position.spread),
    position.multiple,
  );
  const standing = crossMarginState(account, marks);
  const before = standing ?? { equity: account.available * UNIT, margins: ZERO };
  if (isCloseOut({ equity: before.equity, margins: amount(before.margins + margin) }))
    throw new Refusal('insufficient_balance', { currency: 'USDT' });
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
});

const ownPosition = (account: MarginAccount, id: number): Position =>
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
