import { Refusal } from '@karat/contract';
import type { MarketId, OrderId, UserId } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import { OrderLocation, ordersChanged } from '@karat/domains/spot';
import { amount, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Stop } from '@karat/platform/clock';
import { MarketQuotes } from './market-quotes.ts';
import type { Stock } from './market-quotes.ts';
import { quotedMarkets } from './ports.ts';
import type { Bot, BotDeps, Holding } from './ports.ts';
import type { WantedQuote } from './quotes.ts';

interface Options extends BotDeps {
  readonly name: string;
  readonly userId: UserId;
  /** Value of the best level, in quote. */
  readonly size: Amount;
}

const ROUND_MS = 250;
/** Each market is updated once a second. */
const ROUNDS = 4;
const HOLDINGS_MS = 5_000;
const REST_MS = 5_000;

/** Refusals caused by a change in between. */
const PASSING = new Set(['order_unknown', 'order_not_open', 'would_take']);
/** Temporary refusals that are not logged. */
const EXPECTED = new Set([
  'insufficient_balance',
  'busy',
  'outcome_unknown',
  'market_closed',
  'market_halted',
  'market_cancel_only',
  'index_stale',
  'price_outside_band',
]);

/**
 * Quotes around the index in every market that trades, as an ordinary account: post-only orders within its own
 * balances. It cancels its quotes while the index is stale. It never reads orders of other accounts.
 */
export class Maker implements Bot {
  readonly role = 'maker';
  readonly name: string;
  readonly userId: UserId;
  readonly #options: Options;
  readonly #quotesByMarket = new Map<MarketId, MarketQuotes>();
  readonly #working = new Set<Promise<void>>();
  readonly #stops: Stop[] = [];
  #holdings = new Map<number, Holding>();
  #paused = false;
  #running = false;
  #ready = false;
  #round = 0;

  constructor(options: Options) {
    this.#options = options;
    this.name = options.name;
    this.userId = options.userId;
  }

  start(): void {
    const { ctx } = this.#options;
    this.#running = true;
    this.#stops.push(
      ctx.bus.subscribe(ordersChanged, (orders) => {
        for (const { userId, place, marketId, id } of orders) {
          if (userId === this.userId && place === OrderLocation.Ended)
            this.#quotesByMarket.get(marketId)?.remove(id);
        }
      }),
      ctx.clock.every(HOLDINGS_MS, () => this.#attempt(this.#ready ? this.#refresh() : this.#begin())),
      ctx.clock.every(ROUND_MS, () => this.#visitSome()),
    );
    this.#attempt(this.#begin());
  }

  async stop(): Promise<void> {
    this.#running = false;
    for (const stop of this.#stops) stop();
    await this.#withdraw().catch((error: unknown) => this.#failed(error));
  }

  setPaused(paused: boolean): void {
    this.#paused = paused;
    if (paused) this.#attempt(this.#withdraw());
  }

  status(): { readonly running: boolean; readonly paused: boolean; readonly openOrders: number } {
    let openOrders = 0;
    for (const quotes of this.#quotesByMarket.values()) openOrders += quotes.size;
    return { running: this.#running && this.#ready, paused: this.#paused, openOrders };
  }

  /** Orders of a former run are unknown here: it begins with no quotes. */
  async #begin(): Promise<void> {
    await this.#options.trading.cancelAll(this.userId);
    await this.#refresh();
    this.#ready = true;
  }

  async #refresh(): Promise<void> {
    const rows = await this.#options.holdings(this.userId);
    this.#holdings = new Map(rows.map((row) => [row.currency, row]));
  }

  async #withdraw(): Promise<void> {
    await Promise.all(this.#working);
    await this.#options.trading.cancelAll(this.userId);
    for (const quotes of this.#quotesByMarket.values()) quotes.clear();
  }

  #visitSome(): void {
    if (this.#paused || !this.#ready) return;
    this.#round += 1;
    quotedMarkets(this.#options.market).forEach((market, i) => {
      if (i % ROUNDS === this.#round % ROUNDS) this.#visit(market);
    });
  }

  #visit(market: Market): void {
    const quotes = this.#quotesOf(market.id);
    if (quotes.busy) return;
    quotes.busy = true;
    const work = this.#requote(market, quotes)
      .catch((error: unknown) => {
        quotes.restUntil = this.#options.ctx.clock.now() + REST_MS;
        this.#failed(error);
      })
      .finally(() => {
        quotes.busy = false;
        this.#working.delete(work);
      });
    this.#working.add(work);
  }

  async #requote(market: Market, quotes: MarketQuotes): Promise<void> {
    const { market: data, budget, size, ctx } = this.#options;
    const index = data.index(market.id);
    if (!index || index.stale) return this.#cancel(quotes, quotes.all());
    // Closed and halted markets keep their resting orders.
    if (data.state(market.id) !== 'open' || ctx.clock.now() < quotes.restUntil) return;
    const { leaving, missing } = quotes.review(market, index, this.#stock(market), size);
    await this.#cancel(quotes, leaving);
    await Promise.all(missing.filter(() => budget.take()).map((quote) => this.#place(quotes, quote)));
  }

  async #cancel(quotes: MarketQuotes, orders: readonly OrderId[]): Promise<void> {
    const { trading, budget } = this.#options;
    const affordable = orders.filter(() => budget.take());
    await Promise.all(
      affordable.map(async (order) => {
        quotes.remove(order);
        await trading.cancel(this.userId, order).catch((error: unknown) => this.#refused(quotes, error));
      }),
    );
  }

  async #place(quotes: MarketQuotes, { side, price, quantity }: WantedQuote): Promise<void> {
    const terms = { orderType: 'limit', timeInForce: 'GTC', postOnly: true } as const;
    try {
      const input = { marketId: quotes.market, side, price, quantity, ...terms };
      const order = await this.#options.trading.place(this.userId, input);
      if (order.place !== OrderLocation.Ended) quotes.add({ side, price, quantity }, order.id);
    } catch (error) {
      this.#refused(quotes, error);
    }
  }

  #refused(quotes: MarketQuotes, error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    if (PASSING.has(error.code)) return;
    const { ctx } = this.#options;
    quotes.restUntil = ctx.clock.now() + REST_MS;
    if (EXPECTED.has(error.code)) return;
    ctx.log.warn({ bot: this.name, market: quotes.market, refusal: error.code }, 'bot order refused');
  }

  #quotesOf(id: MarketId): MarketQuotes {
    let quotes = this.#quotesByMarket.get(id);
    if (!quotes) {
      quotes = new MarketQuotes(id);
      this.#quotesByMarket.set(id, quotes);
    }
    return quotes;
  }

  #stock(market: Market): Stock {
    const total = (currency: number): Amount => {
      const row = this.#holdings.get(currency);
      return row ? plus(row.available, row.held) : amount(0n);
    };
    const sharing = this.#options.market.instruments
      .all()
      .filter(({ quote }) => quote === market.quote).length;
    return { base: total(market.base), quote: amount(total(market.quote) / BigInt(sharing)) };
  }

  #attempt(work: Promise<void>): void {
    void work.catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    this.#options.ctx.log.error({ bot: this.name, err: error }, 'bot failed');
  }
}
