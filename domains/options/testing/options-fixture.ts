import { currencyId, marketId, userId } from '@karat/contract';
import type { CurrencyId, MarketId, UserId } from '@karat/contract';
import { auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { createMarket } from '@karat/domains/market';
import type { MarketData, Source } from '@karat/domains/market';
import { createProofs } from '@karat/domains/proofs';
import { amount, negate, price } from '@karat/money';
import type { Amount } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { accept } from '../accept.ts';
import type { OptionRequest } from '../accept.ts';
import type { Home, OptionsDeps } from '../deps.ts';
import { lockPerson, writeQuiz } from '../people-store.ts';
import { QUIZ_VERSION } from '../questions.ts';
import { createSettler } from '../settler.ts';
import type { Settler } from '../settler.ts';
import { orderOfUser } from '../store.ts';
import type { Order } from '../types.ts';

export const USDT = currencyId(3);
export const USDC = currencyId(45);
export const BTC = marketId(1);
export const AAPL = marketId(101);
export const ALICE = userId(100_001);
export const BEA = userId(100_002);
/** A Friday during trading hours of New York. */
export const START = Date.parse('2026-11-20T15:00:00Z');

/** Prices set by a test, the same for every market. */
class SpokenSource implements Source {
  readonly name: string;
  readonly kind = 'simulated';
  text: string | undefined;

  constructor(name: string, text: string | undefined) {
    this.name = name;
    this.text = text;
  }
  covers = (): boolean => true;
  quote = (_: unknown, at: number) =>
    this.text === undefined ? undefined : { price: price(this.text), time: at };
  start = (): void => undefined;
  stop = (): void => undefined;
}

/** Options on a database, with a clock and prices that a test controls. */
export class OptionsFixture {
  readonly clock: VirtualClock;
  readonly ctx: Context;
  readonly source = new SpokenSource('simulated', '30000');
  readonly deps: OptionsDeps;
  readonly ledger: Ledger;
  readonly market: MarketData;
  readonly settler: Settler;
  readonly homes = new Map<UserId, Partial<Home>>();
  #grants = 0;

  static async open(db: Database, start = START, more: Partial<OptionsDeps> = {}): Promise<OptionsFixture> {
    const clock = virtualClock(start);
    const bus = createBus((error) => {
      throw error;
    });
    const ctx: Context = {
      db,
      clock,
      random: seededRandom('options'),
      bus,
      log: silentLog,
      demo: true,
    };
    const signer = signerFromSeed(new Uint8Array(32).fill(5));
    await db.run(sql`insert into platform_signing_keys (id, purpose, public_key, first_used_at)
      values (${signer.keyId}, 'receipts', ${signer.publicKey}, to_timestamp(${start} / 1000.0)) on conflict do nothing`);
    const source = new SpokenSource('simulated', '30000');
    const market = await createMarket({ ctx, sources: [source], signer });
    await market.inside.ticks.load();
    return new OptionsFixture(ctx, clock, source, market, createProofs({ ctx, signer }), more);
  }

  private constructor(
    ctx: Context,
    clock: VirtualClock,
    source: SpokenSource,
    market: MarketData,
    proofs: OptionsDeps['proofs'],
    more: Partial<OptionsDeps>,
  ) {
    this.ctx = ctx;
    this.clock = clock;
    this.source = source;
    this.market = market;
    this.ledger = createLedger(ctx);
    const homeOf = (_: unknown, user: UserId): Promise<Home> =>
      Promise.resolve({ phone: null, region: null, ...this.homes.get(user) });
    this.deps = { ctx, ledger: this.ledger, market, proofs, homeOf, ...more };
    this.settler = createSettler(this.deps);
  }

  /** Deposits money from the external account. */
  async fund(user: UserId, text: string, currency: CurrencyId = USDT): Promise<void> {
    await this.#grant(userAccount(user, 'micro'), text, currency);
  }

  /** Deposits money to one shard of the pool. */
  async fundPool(text: string, shard = 0, currency: CurrencyId = USDT): Promise<void> {
    await this.#grant(houseAccount('option_pool', shard), text, currency);
  }

  async #grant(account: Parameters<Ledger['balance']>[1], text: string, currency: CurrencyId): Promise<void> {
    const key = `grant:${++this.#grants}:${account}`;
    const entries = [
      { account: houseAccount('external'), currency, available: negate(amount(text)) },
      { account, currency, available: amount(text) },
    ];
    await this.ctx.db.transact((tx) =>
      this.ledger.post(tx, { key, kind: 'genesis', reference: key, at: this.clock.now(), entries }),
    );
  }

  /** Passes the quiz for users. */
  async admit(...users: readonly UserId[]): Promise<void> {
    await this.ctx.db.transact(async (tx) => {
      for (const user of users) {
        await lockPerson(tx, user, this.clock.now());
        await writeQuiz(tx, user, {
          product: 'options',
          country: 'JP',
          version: QUIZ_VERSION,
          now: this.clock.now(),
        });
      }
    });
  }

  /** One tick per second for a number of seconds from the next one on, at the given price; ends on the last. */
  async seconds(count: number, text?: string, runDue = false): Promise<void> {
    if (text !== undefined) this.source.text = text;
    for (let i = 0; i < count; i++) {
      const next = Math.floor(this.clock.now() / 1000) * 1000 + 1000;
      this.clock.set(next);
      await this.market.inside.ticks.take(next);
      if (runDue) await this.settler.runDue();
    }
  }

  take(request: Partial<OptionRequest> = {}): Promise<Order> {
    return this.ctx.db.transact((tx) =>
      accept(this.deps, tx, {
        userId: ALICE,
        marketId: BTC as MarketId,
        currencyId: USDT,
        direction: 'up',
        seconds: 30,
        stake: amount('100'),
        ...request,
      }),
    );
  }

  async order(id: number, user = ALICE): Promise<Order> {
    const order = await orderOfUser(this.ctx.db, user, id);
    if (!order) throw new Error(`no order ${id}`);
    return order;
  }

  async micro(user = ALICE, currency = USDT): Promise<{ available: Amount; held: Amount }> {
    const { available, held } = await this.ledger.balance(this.ctx.db, userAccount(user, 'micro'), currency);
    return { available, held };
  }

  /** Funds and obligations of all shards of the pool. */
  async pool(currency = USDT): Promise<{ available: bigint; held: bigint }> {
    const shards = Array.from({ length: 16 }, (_, shard) => houseAccount('option_pool', shard));
    const rows = (await this.ledger.balances(this.ctx.db, shards)).filter((row) => row.currency === currency);
    return {
      available: rows.reduce((sum, row) => sum + row.available, 0n),
      held: rows.reduce((sum, row) => sum + row.held, 0n),
    };
  }

  /** Checks the invariants: ledger, pool capacity, counters of open stakes. */
  async contradictions(): Promise<string[]> {
    const { db } = this.ctx;
    const found = [...(await auditLedger(db)).differences];
    const capacities = await db.rows<{ currency_id: number; wrong: boolean }>(sql`
      select c.currency_id, c.pool_max - (select sum(capacity) from options_pool_capacity r where r.currency_id = c.currency_id)
        <> coalesce((select sum(profit) from options_orders o where o.currency_id = c.currency_id and o.outcome is null), 0) as wrong
      from options_currencies c`);
    for (const row of capacities) if (row.wrong) found.push(`capacity of currency ${row.currency_id}`);
    const people = await db.rows<{ user_id: number }>(sql`
      select user_id from options_people p where open_stake <>
        coalesce((select sum(stake) from options_orders o where o.user_id = p.user_id and o.outcome is null), 0)`);
    for (const { user_id } of people) found.push(`open stake of ${user_id}`);
    const owed = await db.one<{ wrong: boolean }>(sql`
      select coalesce(sum(profit), 0) <> (select coalesce(sum(held), 0) from ledger_balances where account_id between 112 and 127) as wrong
      from options_orders where outcome is null`);
    if (owed.wrong) found.push('what the pool holds is not what it owes');
    return found;
  }
}
