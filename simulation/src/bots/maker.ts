import { Refusal } from '@karat/contract';
import type { MarketId, OrderId, UserId } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import { Place, ordersChanged } from '@karat/domains/spot';
import type { Order } from '@karat/domains/spot';
import { UNIT, amount, plus } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Stop } from '@karat/platform/clock';
import type { Bot, BotDeps, Holding } from './ports.ts';
import { centreOf, inventory, stepFor, wantedQuotes } from './quotes.ts';
import type { WantedQuote } from './quotes.ts';

interface Options extends BotDeps {
  readonly name: string;
  readonly userId: UserId;
  /** Worth of the best level, in quote. */
  readonly size: Amount;
}

/** A market's quotes as far as the maker knows. */
interface Desk {
  /** By side and price. */
  readonly open: Map<string, OrderId>;
  step: Price | undefined;
  centre: Price | undefined;
  busy: boolean;
  /** Not before this moment: the engine or the balance said no. */
  restUntil: number;
}

const ROUND_MS = 250;
/** Each market has its turn once a second. */
const ROUNDS = 4;
const HOLDINGS_MS = 5_000;
const REST_MS = 5_000;

const keyOf = (quote: { readonly side: string; readonly price: Price | null }): string =>
  `${quote.side}:${quote.price}`;

/**
 * Quotes around the index in every market that trades, as an ordinary account: post-only orders within its own balances.
 * Where the index is stale it withdraws. It never looks at other people's orders.
 */
export function createMaker(options: Options): Bot {
  const { ctx, market, trading, budget, userId, name } = options;
  const desks = new Map<MarketId, Desk>();
  const marketOfOrder = new Map<OrderId, { market: MarketId; key: string }>();
  let holdings = new Map<number, Holding>();
  let paused = false;
  let running = false;
  const stops: Stop[] = [];
  const working = new Set<Promise<void>>();

  const deskOf = (id: MarketId): Desk => {
    let desk = desks.get(id);
    if (!desk)
      desks.set(
        id,
        (desk = { open: new Map(), step: undefined, centre: undefined, busy: false, restUntil: 0 }),
      );
    return desk;
  };
  const forget = (id: OrderId): void => {
    const known = marketOfOrder.get(id);
    marketOfOrder.delete(id);
    if (known && desks.get(known.market)?.open.get(known.key) === id)
      desks.get(known.market)?.open.delete(known.key);
  };
  const total = (currency: number): Amount => {
    const held = holdings.get(currency);
    return held ? plus(held.available, held.held) : amount(0n);
  };
  const refresh = async (): Promise<void> => {
    holdings = new Map((await options.holdings(userId)).map((row) => [row.currency, row]));
  };

  const wanted = (row: Market, index: Price, desk: Desk): WantedQuote[] => {
    const sharing = market.instruments.all().filter((other) => other.quote === row.quote).length;
    const quote = amount(total(row.quote) / BigInt(sharing));
    const base = total(row.base);
    const lean = inventory(amount((base * index) / UNIT), quote);
    const step = stepFor(index, row.tick, desk.step);
    const centre = centreOf(index, lean);
    const moved =
      desk.centre === undefined ? step : centre > desk.centre ? centre - desk.centre : desk.centre - centre;
    // A centre that only trembles around a grid line moves nothing.
    if (step !== desk.step || desk.centre === undefined || moved * 10n > step * 6n) desk.centre = centre;
    desk.step = step;
    const { lot, minNotional } = row;
    return wantedQuotes({ centre: desk.centre, step, lot, minNotional, size: options.size, base, quote });
  };

  const refused = (desk: Desk, id: MarketId, error: unknown): void => {
    if (!(error instanceof Refusal)) throw error;
    switch (error.code) {
      case 'order_unknown':
      case 'order_not_open':
      case 'would_take':
        return;
      case 'insufficient_balance':
      case 'busy':
      case 'market_closed':
      case 'market_halted':
      case 'market_cancel_only':
      case 'index_stale':
      case 'price_outside_band':
        desk.restUntil = ctx.clock.now() + REST_MS;
        return;
      default:
        desk.restUntil = ctx.clock.now() + REST_MS;
        ctx.log.warn({ bot: name, market: id, code: error.code }, 'an order of a bot was refused');
    }
  };
  const cancel = async (desk: Desk, id: MarketId, order: OrderId): Promise<void> => {
    forget(order);
    await trading.cancel(userId, order).catch((error: unknown) => refused(desk, id, error));
  };
  const place = async (desk: Desk, id: MarketId, quote: WantedQuote): Promise<void> => {
    try {
      const order = await trading.place(userId, {
        marketId: id,
        side: quote.side,
        orderType: 'limit',
        timeInForce: 'GTC',
        postOnly: true,
        price: quote.price,
        quantity: quote.quantity,
      });
      if (order.place === Place.Ended) return;
      desk.open.set(keyOf(quote), order.id);
      marketOfOrder.set(order.id, { market: id, key: keyOf(quote) });
    } catch (error) {
      refused(desk, id, error);
    }
  };

  const requote = async (row: Market): Promise<void> => {
    const desk = deskOf(row.id);
    const index = market.index(row.id);
    const trades = market.state(row.id) === 'open';
    if (!index || index.stale || !trades) {
      // Closed markets keep what rests there; a market without a trustworthy price gets no quotes.
      if (index && !index.stale) return;
      for (const order of desk.open.values()) if (budget.take()) await cancel(desk, row.id, order);
      return;
    }
    if (ctx.clock.now() < desk.restUntil) return;
    const quotes = wanted(row, index.price, desk);
    const keys = new Set(quotes.map(keyOf));
    const leaving = [...desk.open].filter(([key]) => !keys.has(key)).map(([, order]) => order);
    await Promise.all(leaving.filter(() => budget.take()).map((order) => cancel(desk, row.id, order)));
    // Best levels first, both sides in turn, so that a short budget still makes a market.
    const missing = quotes.filter((quote) => !desk.open.has(keyOf(quote)));
    const nearest = missing.toSorted((a, b) => Number(distance(a, desk) - distance(b, desk)));
    await Promise.all(nearest.filter(() => budget.take()).map((quote) => place(desk, row.id, quote)));
  };
  const distance = (quote: WantedQuote, desk: Desk): bigint => {
    const gap = quote.price - (desk.centre ?? quote.price);
    return gap < 0n ? -gap : gap;
  };

  const visit = (row: Market): void => {
    const desk = deskOf(row.id);
    if (desk.busy) return;
    desk.busy = true;
    const work = requote(row)
      .catch((error: unknown) => {
        desk.restUntil = ctx.clock.now() + REST_MS;
        ctx.log.error({ bot: name, market: row.id, error }, 'a bot failed');
      })
      .finally(() => {
        desk.busy = false;
        working.delete(work);
      });
    working.add(work);
  };
  const withdraw = async (): Promise<void> => {
    await Promise.all(working);
    await trading.cancelAll(userId);
    for (const desk of desks.values()) desk.open.clear();
    marketOfOrder.clear();
  };
  const failed = (error: unknown): void => ctx.log.error({ bot: name, error }, 'a bot failed');

  let round = 0;
  let ready = false;
  const begin = async (): Promise<void> => {
    // What a former run left in the book is not known here: it begins with an empty book of its own.
    await trading.cancelAll(userId);
    await refresh();
    ready = true;
  };

  return {
    name,
    role: 'maker',
    userId,
    start() {
      running = true;
      stops.push(
        ctx.bus.subscribe(ordersChanged, (orders: readonly Order[]) => {
          for (const order of orders)
            if (order.userId === userId && order.place === Place.Ended) forget(order.id);
        }),
        ctx.clock.every(HOLDINGS_MS, () => void (ready ? refresh() : begin()).catch(failed)),
        ctx.clock.every(ROUND_MS, () => {
          if (paused || !ready) return;
          round += 1;
          market.instruments.all().forEach((row, i) => {
            if (i % ROUNDS === round % ROUNDS) visit(row);
          });
        }),
      );
      void begin().catch(failed);
    },
    async stop() {
      running = false;
      for (const stop of stops) stop();
      await withdraw().catch(failed);
    },
    setPaused(next) {
      paused = next;
      if (next) void withdraw().catch(failed);
    },
    status: () => ({ running: running && ready, paused, openOrders: marketOfOrder.size }),
  };
}
