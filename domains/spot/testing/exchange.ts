import { currencyId, marketId, userId } from '@karat/contract';
import type { CurrencyId, MarketId, UserId } from '@karat/contract';
import { createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { ZERO, amount, format, negate, plus, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { systemClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { systemRandom } from '@karat/platform/random';
import { Engine } from '../engine/engine.ts';
import type { EngineDeps } from '../engine/decide/context.ts';
import type { BatchPlan } from '../engine/decide/plan.ts';
import type { MarketState, Markets, PlaceInput, Side, SpotMarket } from '../types.ts';

export const BTC = currencyId(1);
export const ETH = currencyId(2);
export const USDT = currencyId(3);

const common = {
  quote: USDT,
  quoteName: 'USDT',
  quoteDecimals: 6,
  minNotional: amount('5'),
  band: rate('0.1'),
};
const fees = { makerFee: rate('0.001'), takerFee: rate('0.001') };

/** The first two markets as migrated. */
export const BTC_USDT: SpotMarket = {
  id: marketId(1),
  symbol: 'BTC/USDT',
  base: BTC,
  baseName: 'BTC',
  baseDecimals: 8,
  ...common,
  ...fees,
  tick: price('0.1'),
  lot: amount('0.00001'),
};
export const ETH_USDT: SpotMarket = {
  id: marketId(2),
  symbol: 'ETH/USDT',
  base: ETH,
  baseName: 'ETH',
  baseDecimals: 10,
  ...common,
  ...fees,
  tick: price('0.01'),
  lot: amount('0.0001'),
};

/** Markets whose state and index a test sets. */
export class HandMarkets implements Markets {
  readonly #markets: Map<MarketId, SpotMarket>;
  readonly states = new Map<MarketId, MarketState>();
  readonly indexes = new Map<MarketId, { price: Price; stale: boolean }>();

  constructor(
    markets: readonly SpotMarket[] = [BTC_USDT, ETH_USDT],
    indexes: readonly string[] = ['30000', '2000'],
  ) {
    this.#markets = new Map(markets.map((market) => [market.id, market]));
    markets.forEach((market, at) =>
      this.indexes.set(market.id, { price: price(indexes[at] ?? '100'), stale: false }),
    );
  }

  all = (): SpotMarket[] => [...this.#markets.values()];
  get = (id: MarketId): SpotMarket | undefined => this.#markets.get(id);
  state = (id: MarketId): MarketState => this.states.get(id) ?? 'open';
  index = (id: MarketId): { price: Price; stale: boolean } | undefined => this.indexes.get(id);
  load = (): Promise<void> => Promise.resolve();

  change(market: SpotMarket): void {
    this.#markets.set(market.id, market);
  }
}

export const context = (db: Database): Context => ({
  db,
  clock: systemClock,
  random: systemRandom,
  log: silentLog,
  demo: false,
  bus: createBus((error) => {
    throw error;
  }),
});

/** An engine on a database, with funded users. */
export class Exchange {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly markets: HandMarkets;
  readonly plans: BatchPlan[] = [];
  engine: Engine;
  readonly #options: Partial<EngineDeps>;
  #grants = 0;

  constructor(db: Database, options: Partial<EngineDeps> & { markets?: HandMarkets } = {}) {
    this.ctx = context(db);
    this.ledger = createLedger(this.ctx);
    this.markets = options.markets ?? new HandMarkets();
    this.#options = options;
    this.engine = this.#create();
  }

  #create(): Engine {
    return new Engine({
      ctx: this.ctx,
      ledger: this.ledger,
      onCommit: (plan) => this.plans.push(plan),
      ...this.#options,
      markets: this.markets,
    });
  }

  /** Stops the engine and starts a new one on the same rows. */
  async restart(): Promise<void> {
    await this.engine.stop();
    this.engine = this.#create();
    await this.engine.start();
  }

  /** Creates a user with `[currency, text]` in the exchange account. */
  async person(id: number, ...money: readonly (readonly [CurrencyId, string])[]): Promise<UserId> {
    const user = userId(id);
    const at = Date.now();
    await this.ctx.db.transact(async (tx) => {
      for (const [currency, text] of money) {
        const key = `test:${user}:${currency}:${++this.#grants}`;
        await this.ledger.post(tx, {
          key,
          kind: 'genesis',
          reference: 'test',
          at,
          entries: [
            { account: houseAccount('external'), currency, available: negate(amount(text)) },
            { account: userAccount(user, 'change'), currency, available: amount(text) },
          ],
        });
      }
    });
    return user;
  }

  /** `available/held` of the exchange account, as text. */
  async balance(user: UserId, currency: CurrencyId): Promise<string> {
    const { available, held } = await this.ledger.balance(this.ctx.db, userAccount(user, 'change'), currency);
    return `${format(available)}/${format(held)}`;
  }

  async house(name: 'fees' | 'rounding', currency: CurrencyId): Promise<string> {
    let sum = ZERO;
    for (let shard = 0; shard < 16; shard++) {
      const { available } = await this.ledger.balance(this.ctx.db, houseAccount(name, shard), currency);
      sum = plus(sum, available);
    }
    return format(sum);
  }
}

type More = Partial<Omit<PlaceInput, 'side'>>;

/** A limit order with quantity and price as text. */
export const limit = (side: Side, quantity: string, at: string, more: More = {}): PlaceInput => ({
  marketId: BTC_USDT.id,
  side,
  orderType: 'limit',
  quantity: amount(quantity),
  price: price(at),
  ...more,
});
/** A market order by quantity. */
export const market = (side: Side, quantity: string, more: More = {}): PlaceInput => ({
  marketId: BTC_USDT.id,
  side,
  orderType: 'market',
  quantity: amount(quantity),
  ...more,
});
/** A market order for a quote amount. */
export const forQuote = (side: Side, quote: string, more: More = {}): PlaceInput => ({
  marketId: BTC_USDT.id,
  side,
  orderType: 'market',
  quoteAmount: amount(quote),
  ...more,
});
