import { currencyId, marketId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId, Ledger } from '@karat/domains/ledger';
import { createMarket } from '@karat/domains/market';
import type { MarketData, Source } from '@karat/domains/market';
import type { Notification } from '@karat/domains/messages';
import { createProofs } from '@karat/domains/proofs';
import { amount, format, negate, price, rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { DAY_MS } from '@karat/rules';
import { repeatedKeys } from '@karat/testkit';
import { buy } from '../buy.ts';
import type { Purchase } from '../buy.ts';
import type { DualDeps } from '../deps.ts';
import { addProduct } from '../operator.ts';
import { orderOfUser } from '../order-store.ts';
import { findProduct } from '../product-store.ts';
import type { NewProduct } from '../product-store.ts';
import { createSettler } from '../settler.ts';
import type { Settler } from '../settler.ts';
import type { Order, Product } from '../types.ts';

export const BTC = currencyId(1);
export const USDT = currencyId(3);
export const BTC_USDT = marketId(1);
export const ALICE = userId(100_001);
export const BEA = userId(100_002);
/** 10:00 in Hong Kong. */
export const START = Date.parse('2026-11-20T02:00:00Z');
/** 16:00 in Hong Kong, seven dates later. */
export const MATURITY = Date.parse('2026-11-27T08:00:00Z');
export const WEEK_CALL: NewProduct = {
  marketId: BTC_USDT,
  type: 'call',
  strike: price('30000'),
  apr: rate('0.73'),
  sharePrice: amount('0.1'),
  totalShares: 100,
  userMaxShares: 50,
  saleStartMs: START,
  saleEndMs: MATURITY - DAY_MS,
  maturityMs: MATURITY,
};

/** The same price for every market. */
class FixedSource implements Source {
  readonly name = 'simulated';
  readonly kind = 'simulated';
  text: string | undefined = '30000';
  covers = (): boolean => true;
  quote = (_: unknown, at: number) =>
    this.text === undefined ? undefined : { price: price(this.text), time: at };
  start = (): void => undefined;
  stop = (): void => undefined;
}

/** Dual currency on a database, with a clock and ticks that a test drives. */
export class DualFixture {
  readonly source = new FixedSource();
  readonly notifications: Notification[] = [];
  readonly deps: DualDeps;
  readonly ledger: Ledger;
  readonly settler: Settler;
  #grants = 0;

  static async open(db: Database, start = START, more: Partial<DualDeps> = {}): Promise<DualFixture> {
    const clock = virtualClock(start);
    const bus = createBus((error) => {
      throw error;
    });
    const ctx: Context = { db, clock, random: seededRandom('dual'), bus, log: silentLog, demo: true };
    const signer = signerFromSeed(new Uint8Array(32).fill(5));
    await db.run(sql`insert into platform_signing_keys (id, purpose, public_key, first_used_at)
      values (${signer.keyId}, 'receipts', ${signer.publicKey}, to_timestamp(${start} / 1000.0)) on conflict do nothing`);
    const fixture = new FixedSource();
    const market = await createMarket({ ctx, sources: [fixture], signer });
    await market.inside.ticks.load();
    return new DualFixture(ctx, clock, market, fixture, createProofs({ ctx, signer }), more);
  }

  readonly ctx: Context;
  readonly clock: VirtualClock;
  readonly market: MarketData;

  private constructor(
    ctx: Context,
    clock: VirtualClock,
    market: MarketData,
    source: FixedSource,
    proofs: DualDeps['proofs'],
    more: Partial<DualDeps>,
  ) {
    this.ctx = ctx;
    this.clock = clock;
    this.market = market;
    this.source = source;
    this.ledger = createLedger(ctx);
    const notifyAll = (_: unknown, notices: readonly Notification[]): Promise<void> => {
      this.notifications.push(...notices);
      return Promise.resolve();
    };
    const messages = {
      notifyAll,
      notify: (tx: unknown, notice: Notification) => notifyAll(tx, [notice]),
    };
    this.deps = { ctx, ledger: this.ledger, market, proofs, messages, ...more };
    this.settler = createSettler(this.deps);
  }

  /** Money from the outside world for users' exchange accounts. */
  fund(user: UserId, text: string, currency: CurrencyId): Promise<void> {
    return this.#grant(userAccount(user, 'change'), text, currency);
  }

  fundHouse(text: string, currency: CurrencyId): Promise<void> {
    return this.#grant(houseAccount('dual'), text, currency);
  }

  async #grant(account: AccountId, text: string, currency: CurrencyId): Promise<void> {
    const key = `grant:${++this.#grants}:${account}`;
    const entries = [
      { account: houseAccount('external'), currency, available: negate(amount(text)) },
      { account, currency, available: amount(text) },
    ];
    await this.ctx.db.transact((tx) =>
      this.ledger.post(tx, { key, kind: 'genesis', reference: key, at: this.clock.now(), entries }),
    );
  }

  product(more: Partial<NewProduct> = {}): Promise<number> {
    return this.ctx.db.transact((tx) => addProduct(this.deps, tx, { ...WEEK_CALL, ...more }));
  }

  /** Moves the clock to a moment and takes the tick of its second, so that the index is fresh. */
  async at(ms: number): Promise<void> {
    this.clock.set(ms);
    await this.market.inside.ticks.take(Math.floor(ms / 1000) * 1000);
  }

  /** Adds published ticks at one price for seconds from `from` up to, but not including, `to` (unix s). */
  async ticks(from: number, to: number, text: string): Promise<void> {
    await this.ctx.db.run(sql`
      insert into market_ticks (market_id, time, price, source, quotes)
      select ${BTC_USDT}, second, ${text}::numeric, 'simulated', ${`simulated=${text}`}
      from generate_series(${from}::bigint, ${to - 1}::bigint) as second on conflict do nothing`);
  }

  buy(productId: number, shares: number, userId = ALICE, more: Partial<Purchase> = {}): Promise<Order> {
    return this.ctx.db.transact((tx) => buy(this.deps, tx, { userId, productId, shares, ...more }));
  }

  async order(id: number, user = ALICE): Promise<Order> {
    const order = await orderOfUser(this.ctx.db, user, id);
    if (!order) throw new Error(`no order ${id}`);
    return order;
  }

  async productRow(id: number): Promise<Product> {
    const product = await findProduct(this.ctx.db, id);
    if (!product) throw new Error(`no product ${id}`);
    return product;
  }

  /** `available held` of an account. */
  async balance(account: AccountId, currency: CurrencyId): Promise<string> {
    const { available, held } = await this.ledger.balance(this.ctx.db, account, currency);
    return `${format(available)} ${format(held)}`;
  }
  wallet = (user: UserId, currency: CurrencyId) => this.balance(userAccount(user, 'change'), currency);
  house = (currency: CurrencyId) => this.balance(houseAccount('dual'), currency);
  rounding = (currency: CurrencyId) => this.balance(houseAccount('rounding'), currency);

  /** Everything that must always hold: books, cover of open orders, principals set aside, counters of shares. */
  async contradictions(): Promise<string[]> {
    const { db } = this.ctx;
    const found = [...(await auditLedger(db)).differences, ...repeatedKeys(this.notifications)];
    const covers = await db.rows<{ currency_id: number }>(sql`
      select b.currency_id from ledger_balances b where b.account_id = ${houseAccount('dual')} and b.held <> (
        select coalesce(sum(case when o.coin_id = b.currency_id then o.coin_cost - case o.type when 'call' then o.principal else 0 end
          else o.quote_cost - case o.type when 'put' then o.principal else 0 end end), 0)
        from dual_orders o where o.outcome is null and b.currency_id in (o.coin_id, o.quote_id))`);
    for (const { currency_id: id } of covers) found.push(`cover in currency ${id}`);
    const users = await db.rows<{ user_id: number }>(sql`
      select a.user_id from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.user_id is not null and b.held <> (select coalesce(sum(o.principal), 0) from dual_orders o
        where o.outcome is null and o.user_id = a.user_id
          and b.currency_id = case o.type when 'call' then o.coin_id else o.quote_id end)`);
    for (const { user_id: id } of users) found.push(`principal of ${id}`);
    const products = await db.rows<{ id: number }>(sql`
      select id from dual_products p where sold_shares <>
        (select coalesce(sum(shares), 0) from dual_orders o where o.product_id = p.id)`);
    for (const { id } of products) found.push(`shares of product ${id}`);
    return found;
  }
}
