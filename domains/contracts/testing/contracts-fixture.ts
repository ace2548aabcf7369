import { currencyId, marketId, userId } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import { USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { indexTicked } from '@karat/domains/market';
import type { Market, MarketState } from '@karat/domains/market';
import { amount, format, negate, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { messagesInto } from '@karat/testkit';
import { createContracts } from '../create.ts';
import type { Contracts } from '../create.ts';
import type { ContractsDeps, UserNotification } from '../engine/ports.ts';

export const BTC = marketId(1);
export const ETH = marketId(2);

/** A market of a test: lots of one hundredth, no fee and no spread by default. */
export const marketWith = (id: MarketId, more: Partial<Market['terms']> = {}): Market => ({
  id,
  symbol: id === BTC ? 'BTC/USDT' : `M${id}/USDT`,
  base: currencyId(id),
  quote: USDT,
  baseName: 'B',
  quoteName: 'USDT',
  title: 'B',
  kind: 'coin',
  tick: price('0.1'),
  lot: amount('0.00001'),
  minNotional: amount('5'),
  band: rate('0.3'),
  makerFee: rate('0'),
  takerFee: rate('0'),
  indexDecimals: 2,
  state: 'open',
  openLever: true,
  openMicrotrade: true,
  openCoinTrade: true,
  pricing: 'sources',
  reference: undefined,
  listedMs: undefined,
  version: 1,
  terms: {
    spread: price('0'),
    overnight: rate('0'),
    shareNum: amount('0.01'),
    tradeFee: rate('0'),
    minShare: amount('1'),
    maxShare: amount('100000'),
    ...more,
  },
});

/** Contracts on a real database with an index, a clock and users that a test controls. */
export class ContractsFixture {
  readonly clock: VirtualClock;
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly notifications: UserNotification[] = [];
  readonly markets: Map<MarketId, Market>;
  readonly states = new Map<MarketId, MarketState>();
  readonly #index = new Map<MarketId, { price: Price; time: number }>();
  contracts: Contracts;
  /** Runs before a tick of the past is read. */
  beforeTickAt: () => Promise<void> = () => Promise.resolve();

  constructor(db: Database, markets: readonly Market[] = [marketWith(BTC), marketWith(ETH)], start?: number) {
    this.clock = virtualClock(start ?? Date.parse('2026-03-01T12:00:00Z'));
    const bus = createBus((error) => {
      throw error;
    });
    this.ctx = { db, clock: this.clock, bus, log: silentLog, random: seededRandom('floor'), demo: true };
    this.ledger = createLedger(this.ctx);
    this.markets = new Map(markets.map((market) => [market.id, market]));
    this.contracts = this.newProcess();
  }

  /** A second process on the same rows. */
  newProcess(more: Partial<ContractsDeps> = {}): Contracts {
    return createContracts({
      ctx: this.ctx,
      ledger: this.ledger,
      levelOf: async () => 2,
      market: {
        all: () => [...this.markets.values()],
        find: (id) => this.markets.get(id),
        byPair: (base, quote) => [...this.markets.values()].find((m) => m.base === base && m.quote === quote),
        state: (id) => this.states.get(id) ?? 'open',
        index: (id) => {
          const at = this.#index.get(id);
          if (!at) return undefined;
          const rests = this.states.get(id) === 'closed';
          const stale = !rests && this.clock.now() - at.time * 1_000 > 2_000;
          return {
            price: at.price,
            time: at.time * 1_000,
            stale,
            broken: false,
            source: 'simulated' as const,
          };
        },
        tickAt: async (queries, id, second) => {
          await this.beforeTickAt();
          const row = await queries.maybe<{ price: string; time: number }>(sql`
            select price, time from market_ticks where market_id = ${id} and time <= ${second} order by time desc limit 1`);
          return row && { price: price(row.price), time: row.time };
        },
      },
      notify: messagesInto(this.notifications).notifyAll,
      ...more,
    });
  }

  /** Creates a user with money in the contract account. */
  async addUser(id: number, money: string): Promise<UserId> {
    const user = userId(id);
    await this.deposit(userAccount(user, 'lever'), money, `test:${id}`);
    return user;
  }

  async funds(pool = '10000000', insurance = '1000000'): Promise<void> {
    await this.deposit(houseAccount('contracts_pool'), pool, 'test:pool');
    await this.deposit(houseAccount('insurance'), insurance, 'test:insurance');
  }

  async deposit(account: ReturnType<typeof userAccount>, money: string, key: string): Promise<void> {
    await this.ctx.db.transact((tx) =>
      this.ledger.post(tx, {
        key,
        kind: 'genesis',
        reference: 'test',
        at: this.clock.now(),
        entries: [
          { account: houseAccount('external'), currency: USDT, available: negate(amount(money)) },
          { account, currency: USDT, available: amount(money) },
        ],
      }),
    );
  }

  /** Advances a second and ticks the markets; resolves when all effects are settled. */
  async tick(prices: Readonly<Record<number, string>>, seconds = 1): Promise<void> {
    this.clock.advance(seconds * 1_000);
    await this.publish(prices);
    await this.contracts.idle();
  }

  /** The tick alone, stored and published. */
  async publish(prices: Readonly<Record<number, string>>): Promise<void> {
    const time = Math.floor(this.clock.now() / 1_000);
    const ticks = Object.entries(prices).map(([id, text]) => ({
      marketId: marketId(Number(id)),
      time,
      price: price(text),
      source: 'simulated' as const,
      quotes: '',
    }));
    for (const tick of ticks) {
      this.#index.set(tick.marketId, { price: tick.price, time });
      await this.ctx.db.run(sql`
        insert into market_ticks (market_id, time, price, source, quotes)
        values (${tick.marketId}, ${time}, ${format(tick.price)}, 'simulated', '') on conflict do nothing`);
    }
    this.ctx.bus.publish(indexTicked, { time: time * 1_000, ticks });
  }

  /** Replaces the last tick of the market without a new one, as after a split or dividend. */
  restate(id: MarketId, text: string): void {
    const last = this.#index.get(id);
    if (last) this.#index.set(id, { price: price(text), time: last.time });
  }

  /** `available/held` of the contract account. */
  async balance(user: UserId): Promise<string> {
    const { available, held } = await this.ledger.balance(this.ctx.db, userAccount(user, 'lever'), USDT);
    return `${format(available)}/${format(held)}`;
  }

  async houseBalance(name: 'contracts_pool' | 'insurance'): Promise<string> {
    return format((await this.ledger.balance(this.ctx.db, houseAccount(name), USDT)).available);
  }

  /** Returns the violations of the ledger's invariants; empty if there are none. */
  async violations(): Promise<unknown[]> {
    const { db } = this.ctx;
    const report = await auditLedger(db);
    // The holds of positions equal the held balance of the ledger.
    const rows = await db.rows(sql`
      select p.user_id from (
        select user_id, sum(margin + hold) as held from contracts_positions where status < 3 group by user_id) p
      join ledger_balances b on b.account_id = p.user_id * 8 + 3 and b.currency_id = ${USDT}
      where b.held <> p.held`);
    return [
      ...Object.entries(report).filter(([, value]) => Array.isArray(value) && value.length > 0),
      ...rows,
    ];
  }
}
