import { Refusal, refuse } from '@karat/contract';
import type { MarginMode, MarketId } from '@karat/contract';
import type { Market, MarketState } from '@karat/domains/market';
import { UNIT, ZERO, amount, format, isMultipleOf, max } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import {
  areStopsValid,
  contractMargin,
  contractNotional,
  contractQuantity,
  isCloseOut,
  openingPrice,
} from '@karat/rules';
import type { PositionSide } from '@karat/rules';
import { crossMarginState } from './margin-account.ts';
import type { HouseState, MarginAccount } from './margin-account.ts';
import { isLive } from './position.ts';
import type { OrderType, Position } from './position.ts';
import type { MarkPrice, MarkPrices } from './position-events.ts';
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
export function requireTrading(terms: OrderTerms, doing: TradingIntent): MarkPrice {
  const { market, contract, state, mark, stale } = terms;
  if (contract.state === 'halted' || state === 'halted') refuse('market_halted', { symbol: market.symbol });
  if (doing !== 'close' && (contract.state === 'close_only' || state === 'cancel_only' || !market.openLever))
    refuse('contract_closed');
  if (state === 'closed' && doing !== 'wait') refuse('contract_hours', { symbol: market.symbol });
  return mark && !stale ? mark : refuse('index_stale', { symbol: market.symbol });
}

export function checkTick({ tick }: Market, value: Price): void {
  if (!isMultipleOf(value, tick)) refuse('price_tick', { tick: format(tick) });
}

/** Refuses lots outside of the market's limits, or between its steps. */
export function checkLots({ market, contract: { lotStep } }: OrderTerms, lots: Amount): void {
  const { minShare, maxShare } = market.terms;
  if (lots < minShare || lots > maxShare || !isMultipleOf(lots, lotStep))
    refuse('lots_invalid', { min: format(minShare), max: format(maxShare), step: format(lotStep) });
}

export function checkStops(
  { market }: OrderTerms,
  side: PositionSide,
  at: Price,
  takeProfit: Price | undefined,
  stopLoss: Price | undefined,
): void {
  for (const value of [takeProfit, stopLoss]) {
    if (value !== undefined) checkTick(market, value);
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
export function checkOrder(terms: OrderTerms, request: OpenRequest, limits: UserLimits): MarkPrice {
  const { market, contract } = terms;
  const mark = requireTrading(terms, request.target === undefined ? 'open' : 'wait');
  checkLots(terms, request.lots);
  if (!contract.multiples.includes(request.multiple))
    refuse('multiple_invalid', { list: contract.multiples.join(', ') });
  if (request.multiple > limits.multipleMax) refuse('multiple_capped', { max: limits.multipleMax });
  if (request.target !== undefined) checkTick(market, request.target);
  checkStops(terms, request.side, request.target ?? mark.index, request.takeProfit, request.stopLoss);
  const { slippage } = request;
  if (slippage) {
    const away = openingPrice(request.side, mark.index, market.terms.spread) - slippage.from;
    if (max(away, -away) > slippage.most) refuse('index_stale', { symbol: market.symbol });
  }
  return mark;
}

/** Refuses another position beyond the maximum of the user. */
export function checkPositionCount({ positions }: MarginAccount, { positionsMax }: UserLimits): void {
  if (positions.filter(isLive).length >= positionsMax) refuse('too_many_positions', { max: positionsMax });
}

/** Refuses a quantity beyond the remaining exposure of the user or of the house in the market. */
export function checkExposure(
  { market, contract: { caps }, exposure }: OrderTerms,
  account: MarginAccount,
  house: HouseState,
  mark: MarkPrice,
  { side, quantity }: { readonly side: PositionSide; readonly quantity: Amount },
): void {
  let own: bigint = quantity;
  for (const { marketId, lots, lotSize } of account.positions.filter(isLive))
    if (marketId === market.id) own += contractQuantity(lots, lotSize);
  if (contractNotional(amount(own), mark.index) > caps.user)
    refuse('user_limit', { max: format(caps.user), currency: market.quoteName });
  const more = { side, quantity, index: mark.index };
  if (!exposureAllows(exposure, caps, house.pool, more)) refuse('exposure_full');
}

/** Refuses an order after which the cross account would be liquidated at once. */
export function checkEquity(
  account: MarginAccount,
  position: Position,
  mark: MarkPrice,
  marks: MarkPrices,
): void {
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
