import { UNIT, amount, price, smallestUnit } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { MAX_PRICE, MAX_QUANTITY } from '@karat/orderbook';
import type { SpotMarket } from './types.ts';

/** Converts between exact decimals and the whole ticks and lots of a book. */
export interface Scale {
  readonly tick: Price;
  readonly lot: Amount;
  /** Quote value of one lot at one tick, in 1e-10. */
  readonly notional: bigint;
  readonly baseDecimals: number;
  readonly quoteDecimals: number;
}

/**
 * Returns the scale of a market. One tick times one lot must be a whole number of the quote currency's smallest unit,
 * and a lot one of the base currency's: then every trade is exact and only fees are rounded. Throws otherwise.
 */
export function scaleOf(market: SpotMarket): Scale {
  const { tick, lot, baseDecimals, quoteDecimals } = market;
  const product = tick * lot;
  const notional = product / UNIT;
  if (
    product % UNIT !== 0n ||
    notional % smallestUnit(quoteDecimals) !== 0n ||
    lot % smallestUnit(baseDecimals) !== 0n
  ) {
    throw new RangeError(`${market.symbol}: tick and lot are finer than its currencies`);
  }
  return { tick, lot, notional, baseDecimals, quoteDecimals };
}

/** Whole ticks of a price, or undefined if it is no multiple or too high for a book. */
export const ticksOf = (scale: Scale, at: Price): number | undefined => whole(at, scale.tick, MAX_PRICE);
/** Whole lots of a quantity, or undefined if it is no multiple or too large. */
export const lotsOf = (scale: Scale, quantity: Amount): number | undefined =>
  whole(quantity, scale.lot, MAX_QUANTITY);

function whole(value: bigint, step: bigint, max: number): number | undefined {
  const count = value / step;
  return value % step === 0n && count <= BigInt(max) ? Number(count) : undefined;
}

/** Whole ticks of a multiple of the tick, at most the highest price of a book. */
export const cappedTicks = (scale: Scale, at: Price): number => Math.min(MAX_PRICE, Number(at / scale.tick));
/** Ticks x lots that a quote amount pays for, rounded down. */
export const budgetOf = (scale: Scale, quote: Amount): number | undefined => {
  const units = quote / scale.notional;
  return units <= BigInt(MAX_QUANTITY) ? Number(units) : undefined;
};

export const priceOf = (scale: Scale, ticks: number): Price => price(BigInt(ticks) * scale.tick);
export const quantityOf = (scale: Scale, lots: number): Amount => amount(BigInt(lots) * scale.lot);
/** Exact quote amount of a count of ticks x lots. */
export const quoteOf = (scale: Scale, ticksLots: number): Amount =>
  amount(BigInt(ticksLots) * scale.notional);
