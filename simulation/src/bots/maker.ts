import { Refusal } from '@karat/contract';
import type { MarketId, OrderId, UserId } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import { OrderLocation, ordersChanged } from '@karat/domains/spot';
import { amount, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Stop } from '@karat/platform/clock';
import { Desk } from './desk.ts';
import type { Stock } from './desk.ts';
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
  readonly #desks = new Map<MarketId, Desk>();
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
          if (userId === this.userId && place === OrderLocation.Ended) this.#desks.get(marketId)?.remove(id);
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
    for (const desk of this.#desks.values()) openOrders += desk.size;
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
    for (const desk of this.#desks.values()) desk.clear();
  }

  #visitSome(): void {
    if (this.#paused || !this.#ready) return;
    this.#round += 1;
    this.#options.market.instruments.all().forEach((market, i) => {
      if (i % ROUNDS === this.#round % ROUNDS) this.#visit(market);
    });
  }

  #visit(market: Market): void {
    const desk = this.#desk(market.id);
    if (desk.busy) return;
    desk.busy = true;
    const work = this.#requote(market, desk)
      .catch((error: unknown) => {
        desk.restUntil = this.#options.ctx.clock.now() + REST_MS;
        this.#failed(error);
      })
      .finally(() => {
        desk.busy = false;
        this.#working.delete(work);
      });
    this.#working.add(work);
  }

  async #requote(market: Market, desk: Desk): Promise<void> {
    const { market: data, budget, size, ctx } = this.#options;
    const index = data.index(market.id);
    if (!index || index.stale) return this.#cancel(desk, desk.all());
    // Closed and halted markets keep their resting orders.
    if (data.state(market.id) !== 'open' || ctx.clock.now() < desk.restUntil) return;
    const { leaving, missing } = desk.review(market, index, this.#stock(market), size);
    await this.#cancel(desk, leaving);
    await Promise.all(missing.filter(() => budget.take()).map((quote) => this.#place(desk, quote)));
  }

  async #cancel(desk: Desk, orders: readonly OrderId[]): Promise<void> {
    const { trading, budget } = this.#options;
    const affordable = orders.filter(() => budget.take());
    await Promise.all(
      affordable.map(async (order) => {
        desk.remove(order);
        await trading.cancel(this.userId, order).catch((error: unknown) => this.#refused(desk, error));
      }),
    );
  }

  async #place(desk: Desk, { side, price, quantity }: WantedQuote): Promise<void> {
    const terms = { orderType: 'limit', timeInForce: 'GTC', postOnly: true } as const;
    try {
      const input = { marketId: desk.market, side, price, quantity, ...terms };
      const order = await this.#options.trading.place(this.userId, input);
      if (order.place !== OrderLocation.Ended) desk.add({ side, price, quantity }, order.id);
    } catch (error) {
      this.#refused(desk, error);
    }
  }

  #refused(desk: Desk, error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    if (PASSING.has(error.code)) return;
    const { ctx } = this.#options;
    desk.restUntil = ctx.clock.now() + REST_MS;
    if (EXPECTED.has(error.code)) return;
    ctx.log.warn({ bot: this.name, market: desk.market, refusal: error.code }, 'bot order refused');
  }

  #desk(id: MarketId): Desk {
    let desk = this.#desks.get(id);
    if (!desk) {
      desk = new Desk(id);
      this.#desks.set(id, desk);
    }
    return desk;
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
