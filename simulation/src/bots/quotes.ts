import { UNIT, amount, min, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';

/** One order that a market maker should have in the book. */
export interface WantedQuote {
  readonly side: 'buy' | 'sell';
  readonly price: Price;
  /** In base. */
  readonly quantity: Amount;
}

/** Inputs of a market maker's quotes. */
export interface QuoteInput {
  /** The centre price, after the shift by inventory. */
  readonly centre: Price;
  /** Distance between the inner levels. */
  readonly step: Price;
  readonly lot: Amount;
  readonly minNotional: Amount;
  /** Value of the best level, in quote; outer levels are larger. */
  readonly size: Amount;
  /** Maximum total to sell and to spend, in base and in quote. */
  readonly base: Amount;
  readonly quote: Amount;
}

const INNER = 7;
/** Beyond the inner levels, quotes are on every tenth step, so that they rarely move. */
const OUTER = 3;
const OUTER_STEPS = 10n;
/** A maker never offers more than four fifths of its inventory. */
const OFFER = { of: 5n, share: 4n };

const NICE = [5n, 2n, 1n];

/** The largest of 1, 2, 5, 10, 20 ... ticks that is not above a price difference; at least one tick. */
export function niceStep(wanted: bigint, tick: Price): Price {
  let power = 1n;
  while (tick * power * 10n <= wanted) power *= 10n;
  const multiple = NICE.find((factor) => tick * power * factor <= wanted) ?? 1n;
  return price(tick * power * multiple);
}

/** The step that fits a price of 0.02 %, unless the present one is still within a factor of two and a half. */
export function stepFor(index: Price, tick: Price, present: Price | undefined): Price {
  const wanted = (index * 2n) / 10_000n;
  if (present !== undefined && present * 2n <= wanted * 5n && wanted * 2n <= present * 5n) return present;
  return niceStep(wanted, tick);
}

/** Inventory balance: -1 (only quote) to 1 (only base), as 1e-10, from both in quote currency. Without inventory 0. */
export function inventory(baseWorth: Amount, quote: Amount): bigint {
  const whole = baseWorth + quote;
  return whole === 0n ? 0n : ((baseWorth - quote) * UNIT) / whole;
}

/** The index shifted against inventory: too much base lowers both sides by up to 0.08 %, too little raises them. */
export const centreOf = (index: Price, inventoryShare: bigint): Price =>
  price(index - (((index * 8n) / 10_000n) * inventoryShare) / UNIT);

/** Grid numbers of one side's levels, the best first. */
function levels(best: bigint, away: bigint): bigint[] {
  const inner = Array.from({ length: INNER }, (_, k) => best + away * BigInt(k));
  const edge = inner.at(-1) ?? best;
  const firstOuter =
    away > 0n ? (edge / OUTER_STEPS + 1n) * OUTER_STEPS : ((edge - 1n) / OUTER_STEPS) * OUTER_STEPS;
  return [...inner, ...Array.from({ length: OUTER }, (_, k) => firstOuter + away * OUTER_STEPS * BigInt(k))];
}

/**
 * Ten levels on each side of the centre, on a fixed grid: when the centre moves by a step, one order per side moves.
 * Quantities are whole lots above the minimum, and in total within the offered amount, the best levels first.
 */
export function wantedQuotes(input: QuoteInput): WantedQuote[] {
  const { centre, step, lot, minNotional, size } = input;
  const half = step / 2n;
  const bestBid = (centre - half) / step;
  const bestAsk = (centre + half + step - 1n) / step;
  const out: WantedQuote[] = [];
  const left = { buy: (input.quote * OFFER.share) / OFFER.of, sell: (input.base * OFFER.share) / OFFER.of };
  const side = (name: 'buy' | 'sell', numbers: readonly bigint[]): void => {
    numbers.forEach((number, level) => {
      const at = number * step;
      if (at <= 0n) return;
      // Sizes differ by level and grid position, so that the book looks natural.
      const worth = (size * BigInt(10 + 4 * level + Number((number * 7n) % 5n))) / 10n;
      const affordable = name === 'buy' ? (left.buy * UNIT) / at : left.sell;
      const quantity = (min((worth * UNIT) / at, affordable) / lot) * lot;
      if (quantity <= 0n || quantity * at < minNotional * UNIT) return;
      left[name] -= name === 'buy' ? (quantity * at) / UNIT + 1n : quantity;
      out.push({ side: name, price: price(at), quantity: amount(quantity) });
    });
  };
  side('buy', levels(bestBid, -1n));
  side('sell', levels(bestAsk, 1n));
  return out;
}
