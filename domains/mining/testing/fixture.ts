import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { createProofs } from '@karat/domains/proofs';
import type { Proofs } from '@karat/domains/proofs';
import { amount, format, negate, rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { repeatedKeys } from '@karat/testkit';
import type { MiningDeps } from '../deps.ts';
import { insertProduct } from '../product-store.ts';
import { redeem } from '../redeem.ts';
import { FLEXIBLE_RESERVE_DAYS } from '../rules.ts';
import { orderOfUser } from '../store.ts';
import { subscribe } from '../subscribe.ts';
import type { Order, Product, ProductTerms } from '../types.ts';
import { createMiningWorker } from '../worker.ts';
import type { MiningWorker } from '../worker.ts';

export const USDT = currencyId(3);
export const ALICE = userId(100_001);
export const BEA = userId(100_002);
export const START = Date.parse('2026-11-20T15:00:00Z');

/** Earn on a database, with a clock that a test drives. */
export class EarnFixture {
  readonly clock: VirtualClock;
  readonly ctx: Context;
  readonly deps: MiningDeps;
  readonly ledger: Ledger;
  readonly proofs: Proofs;
  readonly worker: MiningWorker;
  readonly notices: { user: UserId; kind: string; values: unknown; key: string }[] = [];
  readonly vips = new Set<UserId>();
  #grants = 0;

  static async open(db: Database, start = START, more: Partial<MiningDeps> = {}): Promise<EarnFixture> {
    const signer = signerFromSeed(new Uint8Array(32).fill(5));
    await db.run(sql`insert into platform_signing_keys (id, purpose, public_key, first_used_at)
      values (${signer.keyId}, 'receipts', ${signer.publicKey}, to_timestamp(${START} / 1000.0)) on conflict do nothing`);
    return new EarnFixture(db, start, more);
  }

  private constructor(db: Database, start: number, more: Partial<MiningDeps>) {
    this.clock = virtualClock(start);
    const bus = createBus((error) => {
      throw error;
    });
    this.ctx = { db, clock: this.clock, random: seededRandom('mining'), bus, log: silentLog, demo: true };
    this.ledger = createLedger(this.ctx);
    this.proofs = createProofs({ ctx: this.ctx, signer: signerFromSeed(new Uint8Array(32).fill(5)) });
    this.deps = {
      ctx: this.ctx,
      ledger: this.ledger,
      proofs: this.proofs,
      messages: {
        notifyAll: (tx, notices) => {
          tx.afterCommit(() =>
            this.notices.push(...notices.map(({ values = {}, ...one }) => ({ ...one, values }))),
          );
          return Promise.resolve();
        },
      },
      vipLevelOf: (_, user) => Promise.resolve(this.vips.has(user) ? 1 : 0),
      isStopped: () => false,
      ...more,
    };
    this.worker = createMiningWorker(this.deps);
  }

  /** Money from the world outside. */
  async fund(user: UserId, text: string, currency: CurrencyId = USDT): Promise<void> {
    await this.#grant(userAccount(user, 'change'), text, currency);
  }

  async fundInterest(text: string, currency: CurrencyId = USDT): Promise<void> {
    await this.#grant(houseAccount('interest'), text, currency);
  }

  async #grant(account: Parameters<Ledger['balance']>[1], text: string, currency: CurrencyId): Promise<void> {
    const key = `grant:${++this.#grants}:${account}:${this.clock.now()}`;
    const entries = [
      { account: houseAccount('external'), currency, available: negate(amount(text)) },
      { account, currency, available: amount(text) },
    ];
    await this.ctx.db.transact((tx) =>
      this.ledger.post(tx, { key, kind: 'genesis', reference: key, at: this.clock.now(), entries }),
    );
  }

  /** A product of 5 days at 0.35 % with a penalty of 0.4 %, unless a test wants other terms. */
  product(more: Partial<ProductTerms> = {}): Promise<Product> {
    const days = more.days ?? 5;
    return this.ctx.db.transact((tx) =>
      insertProduct(tx, {
        currencyId: USDT,
        category: days === 0 ? 'flexible' : 'lockup',
        days,
        rate: rate('0.0035'),
        penaltyRatio: rate(days === 0 ? '0' : '0.004'),
        reserveDays: days === 0 ? FLEXIBLE_RESERVE_DAYS : days,
        orderMin: amount('1'),
        userMax: amount('1000000'),
        totalMax: amount('1000000'),
        vipOnly: false,
        opensMs: START,
        closesMs: undefined,
        ...more,
      }),
    );
  }

  buy(product: Product, text = '1000', user = ALICE): Promise<Order> {
    return this.ctx.db.transact((tx) =>
      subscribe(this.deps, tx, { userId: user, productId: product.id, amount: amount(text) }),
    );
  }

  redeem({ id, userId: user }: Order, part?: string): Promise<Order> {
    const wanted = part === undefined ? undefined : amount(part);
    return this.ctx.db.transact((tx) => redeem(this.deps, tx, { userId: user, id, amount: wanted }));
  }

  async order({ id, userId: user }: Pick<Order, 'id' | 'userId'>): Promise<Order> {
    const order = await orderOfUser(this.ctx.db, user, id);
    if (!order) throw new Error(`no order ${id}`);
    return order;
  }

  /** Available and held of a user's exchange account, as texts. */
  async balance(user = ALICE, currency = USDT): Promise<readonly [available: string, held: string]> {
    const { available, held } = await this.ledger.balance(this.ctx.db, userAccount(user, 'change'), currency);
    return [format(available), format(held)];
  }

  async interest(currency = USDT): Promise<readonly [available: string, held: string]> {
    const { available, held } = await this.ledger.balance(this.ctx.db, houseAccount('interest'), currency);
    return [format(available), format(held)];
  }

  /** The yields of an order: day, date when due, date when paid, amount. */
  async yields(
    order: Pick<Order, 'id'>,
  ): Promise<(readonly [day: number, due: string, paid: string, text: string])[]> {
    const rows = await this.ctx.db.rows<{ day: number; due: number; paid: number; amount: string }>(sql`
      select day, due_at as due, paid_at as paid, amount from mining_accruals where order_id = ${order.id} order by day`);
    const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    return rows.map((row) => [row.day, date(row.due), date(row.paid), format(amount(row.amount))]);
  }

  /** What must always hold: books, reserves, capacity, principals, yields. */
  async contradictions(): Promise<string[]> {
    const { db } = this.ctx;
    const found = [...(await auditLedger(db)).differences, ...repeatedKeys(this.notices)];
    const checks: readonly (readonly [string, ReturnType<typeof sql>])[] = [
      [
        'what the interest account holds is not what open orders will earn',
        sql`select 1 from (
            select currency_id, sum(owed) as owed from (
              select currency_id, daily * reserved_days as owed from mining_orders where outcome is null
              union all select currency_id, reserve - paid from mining_boosts where finished_at is null
            ) parts group by 1) o
          full join (select currency_id, held from ledger_balances where account_id = ${houseAccount('interest')}) b using (currency_id)
          where coalesce(o.owed, 0) <> coalesce(b.held, 0)`,
      ],
      [
        'sold is not the principal of open orders',
        sql`select 1 from mining_products p where sold <>
          coalesce((select sum(principal) from mining_orders o where o.product_id = p.id and o.outcome is null), 0)`,
      ],
      [
        'what users hold is not their principal',
        sql`select 1 from (select user_id, currency_id, sum(principal) as principal from mining_orders group by 1, 2) o
          join ledger_balances b on b.account_id = o.user_id * 8 + 2 and b.currency_id = o.currency_id
          where b.held <> o.principal`,
      ],
      [
        'the yields of an order are not what it says',
        sql`select 1 from mining_orders o where (days_paid, interest) is distinct from
          (select (count(*)::int, coalesce(sum(amount), 0)) from mining_accruals a where a.order_id = o.id)`,
      ],
    ];
    for (const [what, query] of checks) if ((await db.rows(query)).length > 0) found.push(what);
    return found;
  }
}
