import type { DualSaleState } from '@karat/contract';
import { DAY_MS, HOUR_MS, dualPayouts } from '@karat/rules';
import type { DualPrice, DualTerms } from '@karat/rules';
import { UNIT, ZERO, divDown, divUp, minus, negate, plus, price, rate, times } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import type { Order, Product, Settlement } from './types.ts';

/** Hong Kong is eight hours ahead of UTC all year. */
const HONG_KONG_MS = 28_800_000;
/** Maturity is at 16:00 in Hong Kong. */
const MATURITY_HOUR_UTC = 8;
/**
 * When the index is silent, a settlement waits this long after maturity for ticks from before it: longer than any statement may
 * run (30 s), so that none can still be added.
 */
export const FEED_WAIT_MS = 35_000;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Days since 1970 in Hong Kong. */
const hongKongDay = (ms: number): number => Math.floor((ms + HONG_KONG_MS) / DAY_MS);
/** The date of a moment in Hong Kong, `2026-12-24`. */
export const hongKongDate = (ms: number): string => new Date(ms + HONG_KONG_MS).toISOString().slice(0, 10);

/** The moment (unix ms) at which products of a date mature; undefined where it is no date. */
export function maturityOf(date: string): number | undefined {
  if (!DATE.test(date)) return undefined;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return undefined;
  return midnight + MATURITY_HOUR_UTC * HOUR_MS;
}

/** Days that an order bought now earns: dates in Hong Kong from the purchase to maturity. */
export const daysUntil = (maturityMs: number, now: number): number =>
  hongKongDay(maturityMs) - hongKongDay(now);

/** Whether a product is for sale at a moment. */
export function saleStateAt(product: Product, now: number): DualSaleState {
  if (!product.enabled || now >= product.saleEndMs) return 'ended';
  if (now < product.saleStartMs) return 'coming';
  return product.soldShares >= product.totalShares ? 'sold_out' : 'open';
}

/** Whether no tick of the half hour before maturity can be added any more; `newestSecond` is the newest kept tick. */
export const isWindowComplete = (
  maturityMs: number,
  newestSecond: number | undefined,
  now: number,
): boolean =>
  now >= maturityMs && ((newestSecond ?? 0) >= maturityMs / 1000 - 1 || now >= maturityMs + FEED_WAIT_MS);

/** Principal of whole shares. */
export const principalOf = (sharePrice: Amount, shares: number): Amount => times(sharePrice, shares);

/** What the house sets aside for an order, by currency: its cost in either outcome, less the principal where that pays it. */
export interface Reserves {
  readonly coin: Amount;
  readonly quote: Amount;
}

export const reservesOf = ({
  type,
  principal,
  coinCost,
  quoteCost,
}: Pick<Order, 'type' | 'principal' | 'coinCost' | 'quoteCost'>): Reserves =>
  type === 'call'
    ? { coin: minus(coinCost, principal), quote: quoteCost }
    : { coin: coinCost, quote: minus(quoteCost, principal) };

/** Payouts of an order's terms as it stores them. */
export function payoutsOf(
  terms: DualTerms,
): Pick<Order, 'coinPayout' | 'coinCost' | 'quotePayout' | 'quoteCost'> {
  const { coin, quote } = dualPayouts(terms);
  return {
    coinPayout: coin.received,
    coinCost: coin.charged,
    quotePayout: quote.received,
    quoteCost: quote.charged,
  };
}

/**
 * The settlement price at which the payout is worth as much as the unchanged principal. A call earns less than holding the coin
 * above it (rounded down); a put is worth less than its principal below it (rounded up).
 */
export const breakEvenOf = (order: Pick<Order, 'type' | 'principal' | 'coinPayout' | 'quotePayout'>): Price =>
  price(
    order.type === 'call'
      ? divDown(order.quotePayout, order.principal)
      : divUp(order.principal, order.coinPayout),
  );

/** The settlement price as an exact fraction; undefined while there is none, and for a void settlement. */
export function priceOf({ basis, window, source }: Settlement): DualPrice | undefined {
  switch (basis) {
    case 'ticks':
      return window && { total: window.total, count: window.count };
    case 'source':
      return source && { total: source.price, count: 1 };
    case 'void':
    case undefined:
      return undefined;
  }
}

/** Percent of a rate: 0.73 is 73. */
export const percentOf = (value: Rate): Rate => rate(value * 100n);
/** The rate of percent: 73 is 0.73. */
export const rateOfPercent = (percent: Amount): Rate => rate(divDown(percent, rate(100n * UNIT)));

/** Open orders of one strike. */
export interface StrikeSums {
  readonly strike: Price;
  readonly callPrincipal: Amount;
  readonly putPrincipal: Amount;
  readonly callCoinCost: Amount;
  readonly callQuoteCost: Amount;
  readonly putCoinCost: Amount;
  readonly putQuoteCost: Amount;
}

/** What the house receives less what it pays when the settlement price lies from `from` up to, but not at, `to`. */
export interface ExposureBand {
  readonly from: Price | undefined;
  readonly to: Price | undefined;
  readonly coin: Amount;
  readonly quote: Amount;
}

/** What has to be bought (negative) or can be sold (positive) at each settlement price; strikes in rising order. */
export function exposureBands(strikes: readonly StrikeSums[]): ExposureBand[] {
  const bounds = [undefined, ...strikes.map(({ strike }) => strike)];
  return bounds.map((from, band) => {
    let coin = ZERO;
    let quote = ZERO;
    for (const [at, sums] of strikes.entries()) {
      if (at < band) {
        coin = plus(coin, sums.callPrincipal);
        quote = plus(quote, minus(sums.putPrincipal, plus(sums.callQuoteCost, sums.putQuoteCost)));
      } else {
        coin = plus(coin, minus(sums.callPrincipal, plus(sums.callCoinCost, sums.putCoinCost)));
        quote = plus(quote, sums.putPrincipal);
      }
    }
    return { from, to: bounds[band + 1], coin, quote };
  });
}

/** A movement of one settlement in one currency. */
export interface Movement {
  readonly account: 'user' | 'house' | 'rounding';
  readonly currency: 'coin' | 'quote';
  readonly available: Amount;
  readonly held: Amount;
}

/**
 * The movements of a settlement: the principal is no longer set aside, the payout goes to the user, the house gets the principal
 * and its reserves less the cost, the residue goes to `rounding`. They sum to zero in each currency.
 */
export function settlementMovements(
  order: Pick<Order, 'type' | 'principal' | 'coinPayout' | 'coinCost' | 'quotePayout' | 'quoteCost'>,
  outcome: 'coin' | 'quote' | 'void',
): Movement[] {
  const reserves = reservesOf(order);
  const paying = order.type === 'call' ? 'coin' : 'quote';
  const moves = (['coin', 'quote'] as const).flatMap((currency): Movement[] => {
    const principal = currency === paying ? order.principal : ZERO;
    const isPaid = currency === outcome;
    const returned = outcome === 'void' ? principal : ZERO;
    const payout = isPaid ? (currency === 'coin' ? order.coinPayout : order.quotePayout) : returned;
    const cost = isPaid ? (currency === 'coin' ? order.coinCost : order.quoteCost) : returned;
    const reserve = reserves[currency];
    return [
      { account: 'user', currency, available: payout, held: negate(principal) },
      {
        account: 'house',
        currency,
        available: minus(plus(principal, reserve), cost),
        held: negate(reserve),
      },
      { account: 'rounding', currency, available: minus(cost, payout), held: ZERO },
    ];
  });
  return moves.filter(({ available, held }) => available !== 0n || held !== 0n);
}
