import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import type { PlaceInput } from '@karat/domains/spot';
import { UNIT, amount, min } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Stop } from '@karat/platform/clock';
import { quotedMarkets } from './ports.ts';
import type { Bot, BotDeps, Holding } from './ports.ts';

interface Options extends BotDeps {
  readonly name: string;
  readonly userId: UserId;
  /** Orders a second over all markets, on average. */
  readonly perSecond: number;
  /** Value of an ordinary order, in quote. */
  readonly size: Amount;
}

const ROUND_MS = 200;
const HOLDINGS_MS = 5_000;
const REST_MS = 5_000;
/** Size factors in tenths, equally likely: mostly below one, rarely ten. */
const SPREAD = [1n, 2n, 3n, 5n, 8n, 13n, 30n, 100n];
/** Quote amounts are whole cents. */
const CENT = UNIT / 100n;

/**
 * Small market orders at random times, as an ordinary account. Only with simulated prices: with live ones only users
 * take. It prefers to sell its surplus, so that its inventory returns to balance.
 */
export class Taker implements Bot {
  readonly role = 'taker';
  readonly name: string;
  readonly userId: UserId;
  readonly #options: Options;
  readonly #stops: Stop[] = [];
  #holdings = new Map<number, Holding>();
  #working: Promise<void> | undefined;
  #paused = false;
  #running = false;
  #restUntil = 0;

  constructor(options: Options) {
    this.#options = options;
    this.name = options.name;
    this.userId = options.userId;
  }

  start(): void {
    const { clock } = this.#options.ctx;
    this.#running = true;
    const refresh = (): void => void this.#refresh().catch((error: unknown) => this.#failed(error));
    refresh();
    this.#stops.push(
      clock.every(HOLDINGS_MS, refresh),
      clock.every(ROUND_MS, () => this.#round()),
    );
  }

  async stop(): Promise<void> {
    this.#running = false;
    for (const stop of this.#stops) stop();
    await this.#working;
  }

  setPaused(paused: boolean): void {
    this.#paused = paused;
  }

  status(): { readonly running: boolean; readonly paused: boolean; readonly openOrders: number } {
    return { running: this.#running, paused: this.#paused, openOrders: 0 };
  }

  async #refresh(): Promise<void> {
    const rows = await this.#options.holdings(this.userId);
    this.#holdings = new Map(rows.map((row) => [row.currency, row]));
  }

  #round(): void {
    const { ctx, perSecond } = this.#options;
    const due = ctx.random.unit() < (perSecond * ROUND_MS) / 1000;
    if (this.#paused || !due || this.#working || ctx.clock.now() < this.#restUntil) return;
    this.#working = this.#take()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => (this.#working = undefined));
  }

  async #take(): Promise<void> {
    const { market, ctx, budget, trading } = this.#options;
    const open = quotedMarkets(market).filter(({ id }) => market.state(id) === 'open');
    const row = open[ctx.random.below(Math.max(1, open.length))];
    const index = row && market.index(row.id);
    if (!row || !index || index.stale) return;
    const input = this.#order(row, index.price);
    if (!input || !budget.take()) return;
    await trading.place(this.userId, input).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'busy') this.#restUntil = ctx.clock.now() + REST_MS;
    });
  }

  /** A small order in a market within the balances; undefined if they are below the minimum. */
  #order(row: Market, index: Price): PlaceInput | undefined {
    const { market, ctx } = this.#options;
    const base = this.#available(row.base);
    const quote = amount(this.#available(row.quote) / BigInt(quotedMarkets(market).length));
    const baseWorth = (base * index) / UNIT;
    const wanted = this.#worth();
    // Sells with a probability equal to base's share of the inventory.
    if (BigInt(ctx.random.below(100)) * (baseWorth + quote) < 100n * baseWorth) {
      const quantity = (min((wanted * UNIT) / index, base / 4n) / row.lot) * row.lot;
      if (quantity * index < row.minNotional * UNIT) return undefined;
      return { marketId: row.id, side: 'sell', orderType: 'market', quantity: amount(quantity) };
    }
    const spend = (min(wanted, amount(quote / 4n)) / CENT) * CENT;
    if (spend < row.minNotional) return undefined;
    return { marketId: row.id, side: 'buy', orderType: 'market', quoteAmount: amount(spend) };
  }

  #worth(): Amount {
    const { random } = this.#options.ctx;
    const tenths = SPREAD[random.below(SPREAD.length)] ?? 1n;
    return amount((this.#options.size * tenths * BigInt(50 + random.below(100))) / 1_000n);
  }

  #available(currency: number): Amount {
    return this.#holdings.get(currency)?.available ?? amount(0n);
  }

  #failed(error: unknown): void {
    const { ctx } = this.#options;
    this.#restUntil = ctx.clock.now() + REST_MS;
    ctx.log.error({ bot: this.name, err: error }, 'bot failed');
  }
}
