import { refuse } from '@karat/contract';
import type { OrderType, TimeInForce } from '@karat/contract';
import { UNIT, format, isMultipleOf } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { MAX_QUANTITY } from '@karat/orderbook';
import { holdPrice, priceBand, quoteAmount } from '@karat/rules';
import { budgetOf, cappedTicks, lotsOf, priceOf, quantityOf, quoteOf, ticksOf } from './scale.ts';
import type { Scale } from './scale.ts';
import type { MarketState, PlaceInput, Side, SpotMarket } from './types.ts';

/** An order that its market takes, in whole ticks and lots; 0 where it has none. */
export interface AdmittedOrder {
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** Limit in ticks. */
  readonly price: number;
  /** Trigger in ticks. */
  readonly stop: number;
  readonly lots: number;
  /** Quote amount to spend or to receive, in ticks x lots. */
  readonly budget: number;
}

/** What holds for a market at the moment of an order. */
export interface MarketSnapshot {
  readonly market: SpotMarket;
  readonly scale: Scale;
  readonly state: MarketState;
  readonly index: { readonly price: Price; readonly stale: boolean } | undefined;
  /** Last trade in ticks; 0 before the first. */
  readonly last: number;
}

/** Lowest and highest limit in ticks around a price. */
interface TickBand {
  readonly low: number;
  readonly high: number;
}

/** The latest band of each market: the index changes less often than orders come, and divisions of bigints are slow. */
const latestBands = new WeakMap<
  Scale,
  { readonly price: Price; readonly band: Rate; readonly ticks: TickBand }
>();

/** Lowest and highest limit in ticks that lie within the band around a price. */
export function bandAround(scale: Scale, price: Price, band: Rate): TickBand {
  const latest = latestBands.get(scale);
  if (latest?.price === price && latest.band === band) return latest.ticks;
  const { low, high } = priceBand(price, band, scale.tick);
  const ticks = { low: cappedTicks(scale, low), high: cappedTicks(scale, high) };
  latestBands.set(scale, { price, band, ticks });
  return ticks;
}

/** The worst price in ticks at which a triggered stop-market order trades: the band around its trigger. */
export function stopCap(scale: Scale, band: Rate, ticket: Pick<AdmittedOrder, 'side' | 'stop'>): number {
  const { low, high } = bandAround(scale, priceOf(scale, ticket.stop), band);
  return ticket.side === 'buy' ? high : low;
}

/**
 * What an order holds while it waits, fee apart: a sell its quantity in base; a buy in quote what it costs at its limit, at
 * the worst price of a stop-market order, or its budget. The legs of an OCO pair share the larger of both.
 */
export function holdOf(scale: Scale, band: Rate, ticket: AdmittedOrder): Amount {
  if (ticket.side === 'sell') return quantityOf(scale, ticket.lots);
  if (ticket.budget > 0) return quoteOf(scale, ticket.budget);
  const stopped = ticket.orderType === 'stop_market' || ticket.orderType === 'oco';
  const prices = {
    limit: ticket.price > 0 ? priceOf(scale, ticket.price) : undefined,
    marketTrigger: stopped ? priceOf(scale, ticket.stop) : undefined,
  };
  return quoteAmount(quantityOf(scale, ticket.lots), holdPrice(prices, band, scale.tick));
}

/** What rests in the book holds exactly what it is for: lots for a sell, price x lots for a buy. */
export const restingHold = (scale: Scale, side: Side, price: number, lots: number): Amount =>
  side === 'sell' ? quantityOf(scale, lots) : quoteOf(scale, price * lots);

/**
 * Reads what was asked against the market: state, fields that belong to the order type, tick, lot, least worth, size, and the
 * band around the index. Refuses with the first thing that is wrong.
 */
export function admit(input: PlaceInput, around: MarketSnapshot): AdmittedOrder {
  checkState(around);
  const ticket = readTicket(input, around);
  if (around.state === 'closed' && isImmediate(ticket)) refuse('market_closed');
  checkBand(ticket, around);
  checkTrigger(ticket, around);
  checkWorth(ticket, around);
  return ticket;
}

/** Whether an order can neither rest nor wait. */
export const isImmediate = (ticket: Pick<AdmittedOrder, 'orderType' | 'timeInForce'>): boolean =>
  ticket.orderType === 'market' || (ticket.orderType === 'limit' && ticket.timeInForce !== 'GTC');

function checkState({ state, index }: MarketSnapshot): void {
  if (state === 'halted') refuse('market_halted');
  if (state === 'cancel_only') refuse('market_cancel_only');
  if (index === undefined || (index.stale && state === 'open')) refuse('index_stale');
}

const FIELDS: Record<OrderType, { price: boolean; stop: boolean }> = {
  limit: { price: true, stop: false },
  market: { price: false, stop: false },
  stop_limit: { price: true, stop: true },
  stop_market: { price: false, stop: true },
  oco: { price: true, stop: true },
};

function readTicket(input: PlaceInput, { scale, market }: MarketSnapshot): AdmittedOrder {
  const { side, orderType } = input;
  const wanted = FIELDS[orderType];
  if ((input.price !== undefined) !== wanted.price) refuse('price_invalid');
  if ((input.stopPrice !== undefined) !== wanted.stop) refuse('stop_price_invalid');
  const price = input.price === undefined ? 0 : readTicks(scale, input.price);
  const stop = input.stopPrice === undefined ? 0 : readTicks(scale, input.stopPrice);
  const byQuote = input.quoteAmount !== undefined;
  if (byQuote === (input.quantity !== undefined)) refuse('quantity_invalid');
  const mayByQuote = orderType === 'market' || (orderType === 'stop_market' && side === 'buy');
  if (byQuote && !mayByQuote) refuse('quantity_invalid');
  const timeInForce = readTimeInForce(input);
  if (byQuote && timeInForce === 'FOK') refuse('parameter_error');
  const postOnly = input.postOnly ?? false;
  if (postOnly && (orderType !== 'limit' || timeInForce !== 'GTC')) refuse('parameter_error');
  const lots = input.quantity === undefined ? 0 : readLots(scale, input.quantity);
  const budget = input.quoteAmount === undefined ? 0 : readBudget(scale, input.quoteAmount);
  const ticket = { side, orderType, timeInForce, postOnly, price, stop, lots, budget };
  const worst = Math.max(price, stop === 0 ? 0 : stopCap(scale, market.band, ticket));
  if (worst * lots > MAX_QUANTITY) refuse('order_too_large');
  return ticket;
}

function readTimeInForce({ orderType, timeInForce }: PlaceInput): TimeInForce {
  switch (orderType) {
    case 'market':
    case 'stop_market':
      return timeInForce === 'FOK' ? 'FOK' : 'IOC';
    case 'limit':
    case 'stop_limit':
      return timeInForce ?? 'GTC';
    case 'oco':
      return timeInForce === undefined || timeInForce === 'GTC' ? 'GTC' : refuse('parameter_error');
  }
}

function readTicks(scale: Scale, price: Price): number {
  if (!isMultipleOf(price, scale.tick)) refuse('price_tick', { tick: format(scale.tick) });
  return ticksOf(scale, price) ?? refuse('price_invalid');
}

function readLots(scale: Scale, quantity: Amount): number {
  if (!isMultipleOf(quantity, scale.lot)) refuse('quantity_lot', { lot: format(scale.lot) });
  return lotsOf(scale, quantity) ?? refuse('order_too_large');
}

function readBudget(scale: Scale, quote: Amount): number {
  const budget = budgetOf(scale, quote) ?? refuse('order_too_large');
  return budget > 0 ? budget : refuse('quantity_invalid');
}

function checkBand(ticket: AdmittedOrder, { scale, market, index }: MarketSnapshot): void {
  if (ticket.price === 0 || index === undefined) return;
  // A stop-limit order will trade near its trigger, not near today's price.
  const around = ticket.orderType === 'stop_limit' ? priceOf(scale, ticket.stop) : index.price;
  const { low, high } = bandAround(scale, around, market.band);
  if (ticket.price >= low && ticket.price <= high) return;
  refuse('price_outside_band', { low: format(priceOf(scale, low)), high: format(priceOf(scale, high)) });
}

/** A stop lies on the far side of the last trade (of the index before the first), an OCO limit on the other. */
function checkTrigger(ticket: AdmittedOrder, { scale, last, index }: MarketSnapshot): void {
  if (ticket.stop === 0) return;
  const reference = last > 0 ? priceOf(scale, last) : (index?.price ?? refuse('index_stale'));
  const beyond = (ticks: number): boolean =>
    ticket.side === 'buy' ? priceOf(scale, ticks) > reference : priceOf(scale, ticks) < reference;
  if (!beyond(ticket.stop)) refuse('stop_price_invalid', { price: format(reference) });
  if (ticket.orderType === 'oco' && (beyond(ticket.price) || priceOf(scale, ticket.price) === reference)) {
    refuse('price_invalid');
  }
}

/** The least worth, at the limit, the trigger or the index; a quote amount is its own worth. */
function checkWorth(ticket: AdmittedOrder, { scale, market, index }: MarketSnapshot): void {
  const worth =
    ticket.budget > 0
      ? quoteOf(scale, ticket.budget)
      : ticket.price > 0 || ticket.stop > 0
        ? quoteOf(scale, (ticket.price || ticket.stop) * ticket.lots)
        : (quantityOf(scale, ticket.lots) * (index?.price ?? 0n)) / UNIT;
  checkNotional(worth, market);
}

/** Refuses `notional_too_small` for what is worth less than an order of the market has to be. */
export function checkNotional(worth: bigint, market: SpotMarket): void {
  if (worth >= market.minNotional) return;
  refuse('notional_too_small', { min: format(market.minNotional), currency: market.quoteName });
}
