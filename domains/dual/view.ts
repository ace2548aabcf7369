import { DUAL_STATUS, wireTime } from '@karat/contract';
import type { Contract, NumberOf, Reply } from '@karat/contract';
import { shownDualPrice } from '@karat/evidence';
import type { Market } from '@karat/domains/market';
import { divideDown, format, percentFromRate, ratioDown, roundDown } from '@karat/money';
import { daysUntil, percentOf, priceOf, saleStateAt } from './rules.ts';
import type { Order, Product, Settlement } from './types.ts';

type Calls = Contract['dual'];
export type ProductView = Reply<Calls['dual/detail']>;
export type OrderView = Reply<Calls['dual/order']>;

/** Shares sold in percent, rounded down at two decimals. */
const progressOf = ({ soldShares, totalShares }: Product): string =>
  format(roundDown(percentFromRate(ratioDown(BigInt(soldShares), BigInt(totalShares))), 2));

/** Currency and name of what shares are paid in. */
const payingOf = (market: Market, type: Product['type']) =>
  type === 'call' ? { id: market.base, name: market.baseName } : { id: market.quote, name: market.quoteName };

export function productView(product: Product, market: Market, bought: number, now: number): ProductView {
  const paying = payingOf(market, product.type);
  const { saleStartMs, saleEndMs, maturityMs, totalShares } = product;
  return {
    id: product.id,
    match_id: market.id,
    symbol_name: market.symbol,
    currency_id: market.base,
    currency_name: market.baseName,
    legal_id: market.quote,
    legal_name: market.quoteName,
    type: product.type,
    pay_currency_id: paying.id,
    pay_currency_name: paying.name,
    price: format(product.sharePrice),
    apr: format(percentOf(product.apr)),
    linked_price: format(product.strike),
    days: Math.max(0, daysUntil(maturityMs, now)),
    status: saleStateAt(product, now),
    total_share: totalShares,
    remain_share: totalShares - product.soldShares,
    progress: progressOf(product),
    user_max: product.userMaxShares,
    bought,
    start_at: wireTime(saleStartMs),
    start_ms: saleStartMs,
    end_at: wireTime(saleEndMs),
    end_ms: saleEndMs,
    maturity_at: wireTime(maturityMs),
    maturity_ms: maturityMs,
  };
}

/** 0 failed (refunded), 1 purchased, 2 settling, 3 success. */
export function statusOf(
  { outcome, maturityMs }: Pick<Order, 'outcome' | 'maturityMs'>,
  now: number,
): NumberOf<typeof DUAL_STATUS> {
  switch (outcome) {
    case 'void':
      return DUAL_STATUS.void;
    case 'coin':
    case 'quote':
      return DUAL_STATUS.settled;
    case undefined:
      return maturityMs <= now ? DUAL_STATUS.settling : DUAL_STATUS.open;
  }
}

/** The currency that an order was paid out in: that of the principal where it was void. */
export const isPaidInCoin = ({ outcome, type }: Pick<Order, 'outcome' | 'type'>): boolean =>
  outcome === 'coin' || (outcome === 'void' && type === 'call');

/** The price, basis and document of a settled order; nothing before. */
function settledView(order: Order, settlement: Settlement | undefined) {
  if (order.outcome === undefined || !settlement)
    return { settlement_price: null, basis: null, source: null };
  const price = priceOf(settlement);
  return {
    settlement_price: price ? format(shownDualPrice(price)) : null,
    basis: settlement.basis ?? null,
    source: settlement.source?.document ?? null,
  };
}

export function orderView(
  order: Order,
  market: Market,
  settlement: Settlement | undefined,
  now: number,
): OrderView {
  const { purchasedMs, maturityMs, settledMs, payout } = order;
  const coin = isPaidInCoin(order);
  return {
    id: order.id,
    product_id: order.productId,
    match_id: order.marketId,
    symbol_name: market.symbol,
    currency_name: market.baseName,
    legal_name: market.quoteName,
    type: order.type,
    num: order.shares,
    price: format(divideDown(order.principal, order.shares)),
    amount: format(order.principal),
    pay_currency_name: payingOf(market, order.type).name,
    apr: format(percentOf(order.apr)),
    linked_price: format(order.strike),
    days: order.days,
    coin_payout: format(order.coinPayout),
    legal_payout: format(order.quotePayout),
    status: statusOf(order, now),
    ...settledView(order, settlement),
    payout: payout === undefined ? null : format(payout),
    payout_currency_name: payout === undefined ? null : coin ? market.baseName : market.quoteName,
    created_at: wireTime(purchasedMs),
    created_ms: purchasedMs,
    maturity_at: wireTime(maturityMs),
    maturity_ms: maturityMs,
    complete_at: settledMs === undefined ? null : wireTime(settledMs),
    complete_ms: settledMs ?? null,
    remain_milli_seconds: order.outcome === undefined ? Math.max(0, maturityMs - now) : 0,
    receipt: order.receipt ?? null,
  };
}
