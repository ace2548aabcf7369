import { marketId, orderId, userId } from '@karat/contract';
import type { CurrencyId, MarketId, UserId } from '@karat/contract';
import { USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { createMarket } from '@karat/domains/market';
import type { MarketState } from '@karat/domains/market';
import type { Notification } from '@karat/domains/messages';
import { createSpot, marketsOf, readOrder } from '@karat/domains/spot';
import type { Order, Spot } from '@karat/domains/spot';
import { amount, format, negate, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { HOUR_MS } from '@karat/rules';
import { repeatedKeys } from '@karat/testkit';
import { createPlan } from '../create-plan.ts';
import type { PlanRequest } from '../create-plan.ts';
import type { RecurringDeps } from '../deps.ts';
import { planOfUser, readExecutions } from '../store.ts';
import type { Plan } from '../types.ts';
import { createRecurringWorker } from '../worker.ts';
import type { RecurringWorker } from '../worker.ts';

export const BEA = userId(100_702);
const FIRST_USER = 100_800;
export const MAKER = userId(100_790);
export const BTC_USDT = marketId(1);
export const AAPL_USDT = marketId(101);
/** A Sunday. */
export const START = Date.parse('2026-11-22T00:00:00Z');

/** Plans on a database with a matching engine, a clock and markets that a test drives. */
export class RecurringFixture {
  readonly clock: VirtualClock;
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly notices: Notification[] = [];
  readonly states = new Map<MarketId, MarketState>();
  readonly prices = new Map<MarketId, { price: Price; stale: boolean }>();
  readonly frozen = new Set<UserId>();
  isStopped = false;
  deps!: RecurringDeps;
  worker!: RecurringWorker;
  spot!: Spot;
  /** Who owns the plans of a test. */
  user = userId(FIRST_USER);
  #grants = 0;

  static async open(
    db: Database,
    start = START,
    more: Partial<RecurringDeps> = {},
  ): Promise<RecurringFixture> {
    const fixture = new RecurringFixture(db, start);
    await fixture.#build(more);
    return fixture;
  }

  private constructor(db: Database, start: number) {
    this.clock = virtualClock(start);
    const bus = createBus((error) => {
      throw error;
    });
    this.ctx = { db, clock: this.clock, random: seededRandom('recurring'), bus, log: silentLog, demo: true };
    this.ledger = createLedger(this.ctx);
    this.#trade();
  }

  #trade(): void {
    this.isStopped = false;
    this.states.clear();
    this.frozen.clear();
    for (const [id, text] of [
      [BTC_USDT, '30000'],
      [AAPL_USDT, '200'],
    ] as const)
      this.prices.set(id, { price: price(text), stale: false });
  }

  /** Goes back to the start with another user, an offer of 1 BTC, and no open plan. */
  async restart(): Promise<void> {
    this.clock.set(START);
    this.#trade();
    this.notices.length = 0;
    const { db } = this.ctx;
    await db.run(sql`
      update recurring_plans set state = 'ended', ended_at = now(), attempt_at = null, is_placing = false, waiting = null
      where state <> 'ended'`);
    await db.run(sql`update recurring_users set plans = 0`);
    await this.spot.trading.cancelAll(MAKER);
    this.user = userId(this.user + 1);
    await this.grant(this.user, USDT, '1000');
    await this.offer('1');
  }

  async #build(more: Partial<RecurringDeps>): Promise<void> {
    const market = await createMarket({
      ctx: this.ctx,
      sources: [],
      signer: signerFromSeed(new Uint8Array(32)),
      actions: { paused: () => false, rescales: () => [] },
      breaker: { spread: rate('0.02'), sourcesMin: 1 },
    });
    const markets = await marketsOf(market, this.ledger, this.ctx.db);
    this.spot = createSpot({
      ctx: this.ctx,
      ledger: this.ledger,
      markets: {
        ...markets,
        state: (id) => this.states.get(id) ?? 'open',
        index: (id) => this.prices.get(id),
      },
    });
    this.deps = {
      ctx: this.ctx,
      ledger: this.ledger,
      market,
      orders: {
        place: (user, input) => this.spot.trading.place(user, input),
        find: (queries, user, clientKey) => readOrder(queries, user, { clientKey }),
      },
      messages: {
        notifyAll: (tx, notices) => {
          tx.afterCommit(() => this.notices.push(...notices));
          return Promise.resolve();
        },
      },
      mayTrade: (_, user) => Promise.resolve(!this.frozen.has(user)),
      isStopped: () => this.isStopped,
      limits: {
        plansMax: 5,
        amountMax: amount('10000'),
        slippage: rate('0.01'),
        windowMs: HOUR_MS,
      },
      ...more,
    };
    this.worker = createRecurringWorker(this.deps);
  }

  async grant(user: UserId, currency: CurrencyId, text: string): Promise<void> {
    const key = `grant:${++this.#grants}:${user}:${this.clock.now()}`;
    const entries = [
      { account: houseAccount('external'), currency, available: negate(amount(text)) },
      { account: userAccount(user, 'change'), currency, available: amount(text) },
    ];
    await this.ctx.db.transact((tx) =>
      this.ledger.post(tx, { key, kind: 'genesis', reference: key, at: this.clock.now(), entries }),
    );
  }

  /** Offers a quantity at a price. */
  async offer(quantity: string, at = '30000', market = BTC_USDT): Promise<void> {
    const { base } = this.deps.market.instruments.need(market);
    await this.grant(MAKER, base, quantity);
    await this.spot.trading.place(MAKER, {
      marketId: market,
      side: 'sell',
      orderType: 'limit',
      quantity: amount(quantity),
      price: price(at),
    });
  }

  /** A plan of 300 USDT of bitcoin every day at 09:00 UTC, unless a test wants other terms. */
  plan(more: Partial<PlanRequest> = {}): Promise<Plan> {
    const terms = { frequency: 'daily', day: 0, hour: 9, zone: 'UTC' } as const;
    return this.ctx.db.transact((tx) =>
      createPlan(this.deps, tx, {
        userId: this.user,
        marketId: BTC_USDT,
        amount: amount('300'),
        ...terms,
        ...more,
      }),
    );
  }

  /** Sets the clock, ISO text, and executes what is due. */
  async at(text: string): Promise<number> {
    this.clock.set(Date.parse(text));
    return this.worker.runDue();
  }

  async reread({ id, userId: user }: Plan): Promise<Plan> {
    const plan = await planOfUser(this.ctx.db, user, id);
    if (!plan) throw new Error(`no plan ${id}`);
    return plan;
  }

  /** Results of a plan, oldest first: date, outcome and what was spent. */
  async results({ id }: Plan): Promise<string[]> {
    const { rows } = await readExecutions(this.ctx.db, id, { page: 1, limit: 100 });
    return rows.reverse().map(({ date, outcome, spent }) => `${date} ${outcome} ${format(spent)}`);
  }

  /** Orders of a user, oldest first. */
  async orders(user = this.user): Promise<Pick<Order, 'id' | 'clientKey'>[]> {
    const rows = await this.ctx.db.rows<{ id: number; client_key: string | null }>(
      sql`select id, client_key from spot_orders where user_id = ${user} order by id`,
    );
    return rows.map((row) => ({ id: orderId(row.id), clientKey: row.client_key }));
  }

  /** What must always hold: the ledger, one result for each order of a plan, and sums of plans. */
  async contradictions(): Promise<string[]> {
    const { db } = this.ctx;
    const found = [...(await auditLedger(db)).differences, ...repeatedKeys(this.notices)];
    const checks: readonly (readonly [string, ReturnType<typeof sql>])[] = [
      [
        'an order of a plan that is not placing has no result',
        sql`select 1 from spot_orders o where o.client_key like 'recurring %'
          and not exists (select 1 from recurring_executions e where e.order_id = o.id)
          and not exists (select 1 from recurring_plans p where p.is_placing and o.client_key = format('recurring %s %s', p.id, p.next_date))`,
      ],
      [
        'a result is not its order',
        sql`select 1 from recurring_executions e join spot_orders o on o.id = e.order_id
          where (e.spent, e.bought, e.fee) is distinct from (o.filled_quote, o.filled, o.fee)`,
      ],
      [
        'the sums of a plan are not those of its results',
        sql`select 1 from recurring_plans p where (p.purchases, p.skips, p.spent, p.bought, p.fee) is distinct from
          (select (count(*) filter (where outcome = 'bought')::int, count(*) filter (where outcome <> 'bought')::int,
            coalesce(sum(spent), 0), coalesce(sum(bought), 0), coalesce(sum(fee), 0))
           from recurring_executions e where e.plan_id = p.id)`,
      ],
      [
        'the count of open plans is wrong',
        sql`select 1 from recurring_users u where plans <>
          (select count(*) from recurring_plans p where p.user_id = u.user_id and p.state <> 'ended')`,
      ],
    ];
    for (const [what, query] of checks) if ((await db.rows(query)).length > 0) found.push(what);
    return found;
  }
}
