import type { OrderId } from '@karat/contract';
import type { IndexPrice, Market } from '@karat/domains/market';
import { UNIT, amount } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { centreOf, inventory, stepFor, wantedQuotes } from './quotes.ts';
import type { WantedQuote } from './quotes.ts';

/** A maker's inventory for one market: base, and the market's share of the quote currency; held or not. */
export interface Stock {
  readonly base: Amount;
  readonly quote: Amount;
}

/** Identifies a quote within its market. */
export const keyOf = (quote: { readonly side: string; readonly price: Price }): string =>
  `${quote.side}:${quote.price}`;

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

/** One market's quotes as the maker knows them, and the required changes. */
export class MarketQuotes {
  readonly market: Market['id'];
  readonly #open = new Map<string, OrderId>();
  #step: Price | undefined;
  #centre: Price | undefined;
  busy = false;
  /** Not before this time (unix ms): the engine or the balance refused. */
  restUntil = 0;

  constructor(market: Market['id']) {
    this.market = market;
  }

  get size(): number {
    return this.#open.size;
  }

  all(): OrderId[] {
    return [...this.#open.values()];
  }

  add(quote: WantedQuote, order: OrderId): void {
    this.#open.set(keyOf(quote), order);
  }

  remove(order: OrderId): void {
    for (const [key, id] of this.#open) if (id === order) this.#open.delete(key);
  }

  clear(): void {
    this.#open.clear();
  }

  /** Orders to cancel, and missing quotes, nearest to the centre first. */
  review(
    market: Market,
    index: IndexPrice,
    stock: Stock,
    size: Amount,
  ): { leaving: OrderId[]; missing: WantedQuote[] } {
    const quotes = this.#wanted(market, index.price, stock, size);
    const keys = new Set(quotes.map(keyOf));
    const leaving = [...this.#open].filter(([key]) => !keys.has(key)).map(([, order]) => order);
    const centre = this.#centre ?? index.price;
    const missing = quotes
      .filter((quote) => !this.#open.has(keyOf(quote)))
      .toSorted((a, b) => Number(distance(a.price, centre) - distance(b.price, centre)));
    return { leaving, missing };
  }

  #wanted(market: Market, index: Price, { base, quote }: Stock, size: Amount): WantedQuote[] {
    const step = stepFor(index, market.tick, this.#step);
    const centre = centreOf(index, inventory(amount((base * index) / UNIT), quote));
    // A centre that only oscillates around a grid line moves nothing.
    const held = step === this.#step ? this.#centre : undefined;
    if (held === undefined || distance(centre, held) * 10n > step * 6n) this.#centre = centre;
    this.#step = step;
    const { lot, minNotional } = market;
    return wantedQuotes({ centre: this.#centre ?? centre, step, lot, minNotional, size, base, quote });
  }
}
