import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import type { PlaceInput } from '@karat/domains/spot';
import { UNIT, amount, min } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Stop } from '@karat/platform/clock';
import type { Bot, BotDeps, Holding } from './ports.ts';

interface Options extends BotDeps {
  readonly name: string;
  readonly userId: UserId;
  /** Orders a second over all markets, on average. */
  readonly perSecond: number;
  /** Worth of an ordinary order, in quote. */
  readonly size: Amount;
}

const ROUND_MS = 200;
const HOLDINGS_MS = 5_000;
const REST_MS = 5_000;

/**
 * Small market orders at random moments, as an ordinary account. Only with simulated prices: with live ones nobody but people
 * takes. Sizes scatter from a tenth to some ten times the ordinary; what it has too much of it rather sells.
 */
export function createTaker(options: Options): Bot {
  const { ctx, market, trading, budget, userId, name } = options;
  const { random, clock } = ctx;
  let holdings = new Map<number, Holding>();
  let paused = false;
  let running = false;
  let restUntil = 0;
  const stops: Stop[] = [];
  const working = new Set<Promise<void>>();

  const available = (currency: number): Amount => holdings.get(currency)?.available ?? amount(0n);
  const refresh = async (): Promise<void> => {
    holdings = new Map((await options.holdings(userId)).map((row) => [row.currency, row]));
  };

  /** Ten times the ordinary size once in a while, mostly less than it. */
  const worth = (): Amount => {
    const spread = [1n, 2n, 3n, 5n, 8n, 13n, 30n, 100n][random.below(8)] ?? 1n;
    return amount((options.size * spread * BigInt(50 + random.below(100))) / 1_000n);
  };
  const order = (row: Market, index: Price): PlaceInput | undefined => {
    const base = available(row.base);
    const quote = amount(available(row.quote) / BigInt(market.instruments.all().length));
    const baseWorth = (base * index) / UNIT;
    // Of a hundred draws as many sell as base makes up of both: inventory comes back by itself.
    const sells =
      baseWorth + quote > 0n && BigInt(random.below(100)) * (baseWorth + quote) < 100n * baseWorth;
    const wanted = worth();
    if (sells) {
      const quantity = (min((wanted * UNIT) / index, base / 4n) / row.lot) * row.lot;
      if (quantity * index < row.minNotional * UNIT) return undefined;
      return { marketId: row.id, side: 'sell', orderType: 'market', quantity: amount(quantity) };
    }
    const cents = UNIT / 100n;
    const spend = (min(wanted, amount(quote / 4n)) / cents) * cents;
    if (spend < row.minNotional) return undefined;
    return { marketId: row.id, side: 'buy', orderType: 'market', quoteAmount: amount(spend) };
  };

  const take = async (): Promise<void> => {
    const open = market.instruments.all().filter((row) => market.state(row.id) === 'open');
    const row = open[random.below(Math.max(1, open.length))];
    const index = row && market.index(row.id);
    if (!row || !index || index.stale) return;
    const input = order(row, index.price);
    if (!input || !budget.take()) return;
    try {
      await trading.place(userId, input);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      restUntil = error.code === 'busy' ? clock.now() + REST_MS : restUntil;
    }
  };
  const failed = (error: unknown): void => {
    restUntil = clock.now() + REST_MS;
    ctx.log.error({ bot: name, error }, 'a bot failed');
  };

  return {
    name,
    role: 'taker',
    userId,
    start() {
      running = true;
      void refresh().catch(failed);
      stops.push(
        clock.every(HOLDINGS_MS, () => void refresh().catch(failed)),
        clock.every(ROUND_MS, () => {
          const due = random.unit() < (options.perSecond * ROUND_MS) / 1000;
          if (paused || !due || working.size > 0 || clock.now() < restUntil) return;
          const work = take()
            .catch(failed)
            .finally(() => working.delete(work));
          working.add(work);
        }),
      );
    },
    async stop() {
      running = false;
      for (const stop of stops) stop();
      await Promise.all(working);
    },
    setPaused: (next) => void (paused = next),
    status: () => ({ running, paused, openOrders: 0 }),
  };
}
