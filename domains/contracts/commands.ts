import { Refusal, refuse } from '@karat/contract';
import type { MarginMode, MarketId, UserId } from '@karat/contract';
import type { Market, MarketState } from '@karat/domains/market';
import { UNIT, ZERO, amount, format, isMultipleOf, max } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import {
  areStopsValid,
  contractMargin,
  contractNotional,
  contractQuantity,
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

/** An order as somebody wishes it; prices and lots are checked here. */
export interface OpenRequest {
  readonly marketId: MarketId;
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly lots: Amount;
  readonly multiple: number;
  /** Limit price; none for a market order. */
  readonly target?: Price | undefined;
  readonly takeProfit?: Price | undefined;
  readonly stopLoss?: Price | undefined;
  readonly orderType?: OrderType;
  /** The position that it copies. */
  readonly source?: number | undefined;
  /** Furthest that the fill may lie from this price, for copies; refuses `index_stale` beyond. */
  readonly slippage?: { readonly from: Price; readonly most: Price } | undefined;
}

/** What holds for a market at the moment of an order. */
export interface OrderTerms {
  readonly market: Market;
  readonly contract: ContractMarket;
  readonly state: MarketState;
  /** The last index that was worked on; none or old ones take no orders. */
  readonly mark: MarkPrice | undefined;
  readonly stale: boolean;
  readonly exposure: Exposure;
}

type TradingIntent = 'open' | 'wait' | 'close';

/**
 * Refuses what keeps a market from opening or closing positions right now; answers the index. While its exchange is closed
 * an order may still come to wait for its price.
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
  readonly multipleMax: number;
  readonly positionsMax: number;
}

/** Everything about an order that does not depend on the account's money. */
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

/** What the house and the user may still take on in the market. */
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
 * Opens a position, or leaves a limit order whose price is not there yet. Refuses everything that `lever/submit` refuses;
 * nothing has changed then.
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
  const position = newPosition(terms.market, request, as);
  const { spread } = position;
  const { target } = request;
  // Outside the hours of its exchange an order waits, whatever its price.
  const rests = terms.state === 'closed';
  if (target !== undefined && (rests || !isLimitReached(request.side, mark.index, spread, target)))
    return placePending(account, position);
  if (request.mode === 'cross') checkEquity(account, position, mark, as.marks);
  return applyOpen(account, position, mark, as.at);
}

/** A cross account that would be closed out at once has not enough equity for the order. */
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
  { id, userId, at }: { readonly id: number; readonly userId: UserId; readonly at: number },
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
  feeRate: market.terms.tradeFee,
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

/** Closes a position, or some lots of it, for its owner or for the trader that it copies. */
export function closePosition(
  terms: OrderTerms,
  account: MarginAccount,
  house: HouseState,
  asked: {
    readonly id: number;
    readonly lots?: Amount | undefined;
    readonly at: number;
    readonly reason?: 'user' | 'trader';
  },
): PositionEvent {
  const position = ownPosition(account, asked.id);
  if (position.status !== Status.open) refuse('position_not_open');
  const mark = requireTrading(terms, 'close');
  const lots = asked.lots ?? position.lots;
  if (lots > position.lots || (lots < position.lots && !isMultipleOf(lots, terms.contract.lotStep)))
    refuse('lots_invalid', {
      min: format(terms.contract.lotStep),
      max: format(position.lots),
      step: format(terms.contract.lotStep),
    });
  const others = crossPositionsOf(account).some((other) => other !== position);
  if (position.mode === 'cross' && others && shortfallOf(account, position, mark.index, lots) > ZERO)
    refuse('loss_not_covered');
  return applyClose(account, house, position, { lots, mark, reason: asked.reason ?? 'user', at: asked.at });
}

/** Closes many positions, winners first, so that they pay for the losers; what cannot be closed now stays. */
export function closeMany(
  termsOf: (market: MarketId) => OrderTerms,
  account: MarginAccount,
  house: HouseState,
  wanted: (position: Position) => boolean,
  at: number,
): PositionEvent[] {
  const gain = (position: Position): bigint => {
    const mark = termsOf(position.marketId).mark;
    return mark ? unrealised(position, mark.index) : 0n;
  };
  const chosen = account.positions
    .filter((position) => position.status === Status.open && wanted(position))
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

/** Takes a waiting order back; refuses `position_not_pending`. */
export function cancelOrder(account: MarginAccount, id: number, at: number): PositionEvent {
  const position = account.positions.find((each) => each.id === id);
  if (position?.status !== Status.pending) refuse('position_not_pending');
  return cancelPending(account, position, at);
}

/** Sets take-profit and stop-loss; undefined leaves a trigger as it is, null unsets it. */
export function setStops(
  terms: OrderTerms,
  account: MarginAccount,
  asked: {
    readonly id: number;
    readonly takeProfit?: Price | null | undefined;
    readonly stopLoss?: Price | null | undefined;
  },
): PositionEvent {
  const position = ownPosition(account, asked.id);
  if (position.status !== Status.open && position.status !== Status.pending) refuse('position_not_open');
  const at = position.status === Status.pending ? position.target : undefined;
  const next = (value: Price | null | undefined, old: Price | undefined): Price | undefined =>
    value === undefined ? old : (value ?? undefined);
  const takeProfit = next(asked.takeProfit, position.takeProfit);
  const stopLoss = next(asked.stopLoss, position.stopLoss);
  const mark = terms.mark && !terms.stale ? terms.mark : undefined;
  checkStops(
    terms,
    position.side,
    at ?? mark?.index ?? refuse('index_stale', { symbol: terms.market.symbol }),
    // One that stays as it was may have been passed by the price since: it is about to be triggered, not wrong.
    asked.takeProfit === undefined ? undefined : takeProfit,
    asked.stopLoss === undefined ? undefined : stopLoss,
  );
  position.takeProfit = takeProfit;
  position.stopLoss = stopLoss;
  return { kind: 'stops_set', position };
}
