import { Refusal, currencyId, marketId, orderId, userId } from '@karat/contract';
import type { MarketId, OrderId, UserId } from '@karat/contract';
import type { IndexPrice, Instruments, Market, MarketState } from '@karat/domains/market';
import { Place, Status, ordersChanged } from '@karat/domains/spot';
import type { Order, PlaceInput } from '@karat/domains/spot';
import { amount, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import type { BotDeps, BotTrading, Holding } from '../src/bots/ports.ts';

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
  version: 1,
});

export const BTC = row(1, 'BTC/USDT', '0.1', '0.00001');
export const DOGE = row(2, 'DOGE/USDT', '0.00001', '1');
export const BOT: UserId = userId(5);

/** A market in which nobody else trades, and an engine that takes every order that a real one would. */
export function testExchange(seed = 'bots') {
  const rows = [BTC, DOGE];
  const clock = virtualClock(1_795_186_800_000);
  const errors: unknown[] = [];
  const bus = createBus((error) => errors.push(error));
  const indexes = new Map<MarketId, IndexPrice>();
  const states = new Map<MarketId, MarketState>();
  const orders = new Map<OrderId, Order>();
  const placed: PlaceInput[] = [];
  let messages = 0;
  let refuseWith: Refusal | undefined;
  let holdings: Holding[] = [];
  let last = 0;

  const order = (input: PlaceInput): Order => ({
    id: orderId(++last),
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
    ...{ filled: amount(0n), filledQuote: amount(0n), fee: amount(0n), held: amount(0n) },
    status: input.orderType === 'market' ? Status.Complete : Status.Open,
    reason: null,
    place: input.orderType === 'market' ? Place.Ended : Place.Book,
    ...{ priority: last, firstFill: null, lastFill: null, createdAt: clock.now(), updatedAt: clock.now() },
  });
  const trading: BotTrading = {
    async place(_, input) {
      messages += 1;
      placed.push(input);
      if (refuseWith) throw refuseWith;
      const made = order(input);
      if (made.place === Place.Book) orders.set(made.id, made);
      return made;
    },
    async cancel(_, id) {
      messages += 1;
      const known = orders.get(id);
      if (!known) throw new Refusal('order_not_open');
      orders.delete(id);
      return { ...known, place: Place.Ended };
    },
    async cancelAll(_, market) {
      const gone = [...orders.values()].filter((each) => market === undefined || each.marketId === market);
      for (const each of gone) orders.delete(each.id);
      return gone.map((each) => each.id);
    },
  };
  const log = {
    ...silentLog,
    error: (fields: object) => void errors.push(fields),
    warn: (fields: object) => void errors.push(fields),
  };
  const deps: BotDeps = {
    ctx: { clock, bus, log, random: seededRandom(seed) },
    market: {
      instruments: { all: () => rows } as unknown as Instruments,
      index: (id) => indexes.get(id),
      state: (id) => states.get(id) ?? 'open',
    },
    trading,
    holdings: async () => holdings,
    budget: { take: () => true },
  };
  const rest = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) await new Promise((done) => setImmediate(done));
  };
  return {
    deps,
    clock,
    errors,
    orders,
    placed,
    states,
    rest,
    messages: () => messages,
    open: (market: Market) => [...orders.values()].filter((each) => each.marketId === market.id),
    refuse: (refusal: Refusal | undefined) => void (refuseWith = refusal),
    own: (rowsOwned: readonly (readonly [Market['base'], string])[]) =>
      void (holdings = rowsOwned.map(([currency, sum]) => ({
        currency,
        available: amount(sum),
        held: amount(0n),
      }))),
    say: (market: Market, text: string, stale = false) =>
      void indexes.set(market.id, { price: price(text), time: clock.now(), stale, source: 'simulated' }),
    sayPrice: (market: Market, at: Price) =>
      void indexes.set(market.id, { price: at, time: clock.now(), stale: false, source: 'simulated' }),
    /** An order is filled as a whole by somebody. */
    fill(id: OrderId) {
      const known = orders.get(id);
      if (!known) throw new Error(`no order ${id}`);
      orders.delete(id);
      bus.publish(ordersChanged, [{ ...known, place: Place.Ended, status: Status.Complete }]);
    },
    /** Lets time pass in small steps, waiting each time until all that was started has ended. */
    async pass(ms: number) {
      for (let gone = 0; gone < ms; gone += 50) {
        clock.advance(50);
        await rest();
      }
    },
  };
}
