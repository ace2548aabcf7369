import { setImmediate } from 'node:timers/promises';
import { Refusal, currencyId, marketId, orderId, userId } from '@karat/contract';
import type { MarketId, OrderId, UserId } from '@karat/contract';
import { createInstruments } from '@karat/domains/market';
import type { IndexPrice, Market, MarketState } from '@karat/domains/market';
import { OrderLocation, Status, ordersChanged } from '@karat/domains/spot';
import type { Order, PlaceInput } from '@karat/domains/spot';
import { amount, price, rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import type { BotDeps, Holding } from '../src/bots/ports.ts';

const row = (id: number, symbol: string, tick: string, lot: string): Market => ({
  id: marketId(id),
  symbol,
  base: currencyId(id + 100),
  quote: currencyId(3),
  baseName: symbol.slice(0, symbol.indexOf('/')),
  quoteName: 'USDT',
  title: symbol,
  kind: 'coin',
  tick: price(tick),
  lot: amount(lot),
  minNotional: amount('5'),
  band: rate('0.1'),
  makerFee: rate('0.001'),
  takerFee: rate('0.001'),
  indexDecimals: 4,
  state: 'open',
  terms: {
    spread: price('1'),
    overnight: rate('0'),
    shareNum: amount('1'),
    tradeFee: rate('0'),
    minShare: amount('1'),
    maxShare: amount('1'),
  },
  openLever: false,
  openMicrotrade: false,
  openCoinTrade: true,
  pricing: 'sources',
  reference: undefined,
  listedMs: undefined,
  version: 1,
});

export const BTC = row(1, 'BTC/USDT', '0.1', '0.00001');
export const DOGE = row(2, 'DOGE/USDT', '0.00001', '1');
export const BOT: UserId = userId(5);

/** A market without other traders, and an engine that accepts every order that a real one would. */
export class TestExchange {
  readonly clock = virtualClock(1_795_186_800_000);
  readonly errors: unknown[] = [];
  readonly orders = new Map<OrderId, Order>();
  readonly placed: PlaceInput[] = [];
  readonly states = new Map<MarketId, MarketState>();
  readonly deps: BotDeps;
  messages = 0;
  /** The refusal of every order. */
  refusal: Refusal | undefined;
  readonly #bus = createBus((error) => this.errors.push(error));
  readonly #indexes = new Map<MarketId, IndexPrice>();
  #holdings: Holding[] = [];
  #last = 0;

  constructor(seed = 'bots') {
    const record = (fields: object): void => void this.errors.push(fields);
    const log = { ...silentLog, error: record, warn: record };
    this.deps = {
      ctx: { clock: this.clock, bus: this.#bus, log, random: seededRandom(seed) },
      market: {
        instruments: createInstruments([BTC, DOGE]),
        index: (id) => this.#indexes.get(id),
        state: (id) => this.states.get(id) ?? 'open',
      },
      trading: this,
      holdings: async () => this.#holdings,
      budget: { take: () => true },
    };
  }

  async place(_: UserId, input: PlaceInput): Promise<Order> {
    this.messages += 1;
    this.placed.push(input);
    if (this.refusal) throw this.refusal;
    const made = this.#order(input);
    if (made.place === OrderLocation.Book) this.orders.set(made.id, made);
    return made;
  }

  async cancel(_: UserId, id: OrderId): Promise<Order> {
    this.messages += 1;
    const known = this.orders.get(id);
    if (!known) throw new Refusal('order_not_open');
    this.orders.delete(id);
    return { ...known, place: OrderLocation.Ended };
  }

  async cancelAll(): Promise<readonly OrderId[]> {
    const gone = [...this.orders.keys()];
    this.orders.clear();
    return gone;
  }

  open(market: Market): Order[] {
    return [...this.orders.values()].filter((each) => each.marketId === market.id);
  }

  own(...rows: readonly (readonly [Market['base'], string])[]): void {
    this.#holdings = rows.map(([currency, sum]) => ({ currency, available: amount(sum), held: amount(0n) }));
  }

  say(market: Market, text: string, stale = false): void {
    this.#indexes.set(market.id, {
      price: price(text),
      time: this.clock.now(),
      stale,
      broken: false,
      source: 'simulated',
    });
  }

  /** Another account fills an order completely. */
  fill(order: Order): void {
    this.orders.delete(order.id);
    this.#bus.publish(ordersChanged, [{ ...order, place: OrderLocation.Ended, status: Status.Complete }]);
  }

  /** Waits until all started requests have ended. */
  async rest(): Promise<void> {
    for (let i = 0; i < 20; i++) await setImmediate();
  }

  /** Advances time in small steps. */
  async pass(ms: number): Promise<void> {
    for (let gone = 0; gone < ms; gone += 50) {
      this.clock.advance(50);
      await this.rest();
    }
  }

  #order(input: PlaceInput): Order {
    this.#last += 1;
    const taken = input.orderType === 'market';
    return {
      id: orderId(this.#last),
      userId: BOT,
      marketId: input.marketId,
      clientKey: null,
      side: input.side,
      orderType: input.orderType,
      timeInForce: input.timeInForce ?? 'GTC',
      postOnly: input.postOnly ?? false,
      price: input.price ?? null,
      stopPrice: null,
      pairId: null,
      quantity: input.quantity ?? null,
      quoteBudget: input.quoteAmount ?? null,
      filled: amount(0n),
      filledQuote: amount(0n),
      fee: amount(0n),
      held: amount(0n),
      reason: null,
      status: taken ? Status.Complete : Status.Open,
      place: taken ? OrderLocation.Ended : OrderLocation.Book,
      priority: this.#last,
      firstFill: null,
      lastFill: null,
      createdAt: this.clock.now(),
      updatedAt: this.clock.now(),
    };
  }
}
