import {
  UNIT,
  ZERO,
  ceilToStep,
  floorToStep,
  max,
  min,
  minus,
  mulDivDown,
  mulDivUp,
  mulDown,
  mulUp,
  plus,
  price,
  priceDown,
} from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';

/** Fee of one fill, taken from the amount received: rounded up at its decimals, at most the amount. Source: products.md, section 3. */
export const tradeFee = (received: Amount, rate: Rate, decimals: number): Amount =>
  min(mulUp(received, rate, decimals), received);

/** Quote amount of a quantity at a price. It is exact for whole ticks and lots; anything else rounds down at 1e-10. */
export const quoteAmount = (quantity: Amount, at: Price): Amount => mulDown(quantity, at);

/** Lowest and highest limit, whole ticks, that lie within the band around a price. */
export const priceBand = (
  around: Price,
  band: Rate,
  tick: Price,
): { readonly low: Price; readonly high: Price } => ({
  low: max(tick, ceilToStep(mulDivUp(around, UNIT - band, UNIT), tick)),
  high: floorToStep(mulDivDown(around, UNIT + band, UNIT), tick),
});

const ZERO_PRICE = price(0n);

/** Prices of an order that waits: its limit, and the trigger of a stop-market order or of the stop leg of a pair. */
export interface WaitingPrices {
  /** Undefined without a limit. */
  readonly limit: Price | undefined;
  /** Undefined unless the order trades at the market once it is triggered. */
  readonly marketTrigger: Price | undefined;
}

/**
 * Price at which a waiting buy holds its cost: its limit, or the highest price of the band around its trigger, at which
 * it still trades once triggered. The legs of a pair share the larger of both.
 */
export function holdPrice({ limit, marketTrigger }: WaitingPrices, band: Rate, tick: Price): Price {
  const worst = marketTrigger === undefined ? undefined : priceBand(marketTrigger, band, tick).high;
  return max(limit ?? ZERO_PRICE, worst ?? ZERO_PRICE);
}

/** Total quantity of a book at one price. */
export interface BookLevel {
  readonly price: Price;
  readonly quantity: Amount;
}

/** Fill of an order that takes from the book. */
export interface FillEstimate {
  /** In base. */
  readonly quantity: Amount;
  /** In quote. */
  readonly quote: Amount;
  /** The last price that is taken; null without a fill. */
  readonly worst: Price | null;
  /** Mean price, rounded down; null without a fill. */
  readonly mean: Price | null;
  /** Whether the book fills the whole order. */
  readonly complete: boolean;
  /** Fills by level, best first. The server rounds the fee of each fill by itself. */
  readonly fills: readonly { readonly quantity: Amount; readonly quote: Amount }[];
}

/** Size and limits of an order that takes from the book. */
export interface FillRequest {
  /** In base; or instead a quote amount to spend or to receive. */
  readonly quantity?: Amount;
  readonly budget?: Amount;
  /** Whether a price is within the limit of the order. */
  readonly within?: (price: Price) => boolean;
  readonly lot: Amount;
}

/** Estimates the levels that an order takes, best first, as the matching does: whole lots, never more than the budget. */
export function estimateFill(
  levels: readonly BookLevel[],
  { quantity, budget, within, lot }: FillRequest,
): FillEstimate {
  let left = quantity ?? ZERO;
  let money = budget ?? ZERO;
  let [taken, quote] = [ZERO, ZERO];
  let worst: Price | null = null;
  let complete = false;
  const fills: { quantity: Amount; quote: Amount }[] = [];
  for (const level of levels) {
    if (within && !within(level.price)) break;
    const wanted = budget === undefined ? left : floorToStep(mulDivDown(money, UNIT, level.price), lot);
    const part = min(wanted, level.quantity);
    if (part > 0n) {
      const paid = quoteAmount(part, level.price);
      fills.push({ quantity: part, quote: paid });
      taken = plus(taken, part);
      quote = plus(quote, paid);
      left = minus(left, part);
      money = minus(money, paid);
      worst = level.price;
    }
    // All of it, or the rest of the budget does not buy another lot at this price.
    if (wanted <= level.quantity) {
      complete = true;
      break;
    }
  }
  const mean = taken === 0n ? null : priceDown(quote, taken);
  return { quantity: taken, quote, worst, mean, complete, fills };
}

/** Taker fee of an estimated fill: the fee of each level, rounded up by itself. More than one maker at a level can add one unit each. */
export const takerFee = (
  { fills }: Pick<FillEstimate, 'fills'>,
  receives: 'quantity' | 'quote',
  rate: Rate,
  decimals: number,
): Amount => fills.reduce((total, fill) => plus(total, tradeFee(fill[receives], rate, decimals)), ZERO);
