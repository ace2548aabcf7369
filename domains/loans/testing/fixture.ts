import { currencyId, userId } from '@karat/contract';
import type { CurrencyAmount, CurrencyId, UserId } from '@karat/contract';
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
import { repeatedKeys } from '@karat/testkit';
import { submit } from '../apply.ts';
import type { Application } from '../apply.ts';
import { approve } from '../decide.ts';
import type { Borrower, LoansDeps } from '../deps.ts';
import { DEFAULT_POLICY } from '../policy.ts';
import { repay } from '../repay.ts';
import type { Repayment } from '../repay.ts';
import { findLoan } from '../store.ts';
import type { Loan } from '../types.ts';
import { createLoansWorker } from '../worker.ts';
import type { LoansWorker } from '../worker.ts';

export const BTC = currencyId(1);
export const ETH = currencyId(2);
export const USDT = currencyId(3);
export const ALICE = userId(100_001);
export const BEA = userId(100_002);
export const START = Date.parse('2026-11-20T02:00:00Z');
export const DAY_MS = 86_400_000;

/** The same price for every market. */
class FixedSource implements Source {
  readonly name = 'simulated';
  readonly kind = 'simulated';
  text: string | undefined = '60000';
  covers = (): boolean => true;
  quote = (_: unknown, at: number) =>
    this.text === undefined ? undefined : { price: price(this.text), time: at };
  start = (): void => undefined;
  stop = (): void => undefined;
}

/** Loans on a database, with a clock and prices that a test drives. */
export class LoansFixture {
  readonly notifications: Notification[] = [];
  readonly deps: LoansDeps;
  readonly ledger: Ledger;
  readonly worker: LoansWorker;
  readonly borrowers = new Map<UserId, Borrower>();
  #grants = 0;

  static async open(db: Database, start = START, more: Partial<LoansDeps> = {}): Promise<LoansFixture> {
    const clock = virtualClock(start);
    const bus = createBus((error) => {
      throw error;
    });
    const ctx: Context = { db, clock, random: seededRandom('loans'), bus, log: silentLog, demo: true };
    const signer = signerFromSeed(new Uint8Array(32).fill(5));
    await db.run(sql`insert into platform_signing_keys (id, purpose, public_key, first_used_at)
      values (${signer.keyId}, 'receipts', ${signer.publicKey}, to_timestamp(${start} / 1000.0)) on conflict do nothing`);
    const source = new FixedSource();
    const market = await createMarket({ ctx, sources: [source], signer });
    await market.inside.ticks.load();
    return new LoansFixture(ctx, clock, market, source, createProofs({ ctx, signer }), more);
  }

  readonly ctx: Context;
  readonly clock: VirtualClock;
  readonly market: MarketData;
  readonly source: FixedSource;

  private constructor(
    ctx: Context,
    clock: VirtualClock,
    market: MarketData,
    source: FixedSource,
    proofs: LoansDeps['proofs'],
    more: Partial<LoansDeps>,
  ) {
    this.ctx = ctx;
    this.clock = clock;
    this.market = market;
    this.source = source;
    this.ledger = createLedger(ctx);
    this.deps = {
      ctx,
      ledger: this.ledger,
      market,
      proofs,
      messages: {
        notify: (_, notice) => {
          this.notifications.push(notice);
          return Promise.resolve();
        },
      },
      outflow: { confirmBorrowing: () => Promise.resolve() },
      borrowerOf: (_, user) =>
        Promise.resolve(this.borrowers.get(user) ?? { vipLevel: 2, level: 2, isFrozen: false }),
      policy: DEFAULT_POLICY,
      ...more,
    };
    this.worker = createLoansWorker(this.deps);
  }

  fund(user: UserId, text: string, currency: CurrencyId): Promise<void> {
    return this.grant(userAccount(user, 'change'), text, currency);
  }

  /** Money from the outside world. */
  async grant(account: AccountId, text: string, currency: CurrencyId): Promise<void> {
    const key = `grant:${++this.#grants}:${account}:${currency}`;
    const entries = [
      { account: houseAccount('external'), currency, available: negate(amount(text)) },
      { account, currency, available: amount(text) },
    ];
    await this.ctx.db.transact((tx) =>
      this.ledger.post(tx, { key, kind: 'genesis', reference: key, at: this.clock.now(), entries }),
    );
  }

  /** Moves the clock and takes the tick of its second at a price. */
  async at(ms: number, text = this.source.text): Promise<void> {
    this.source.text = text;
    this.clock.set(ms);
    await this.market.inside.ticks.take(Math.floor(ms / 1000) * 1000);
  }

  /** A tick at a price, a second later. */
  tick(text: string): Promise<void> {
    return this.at(this.clock.now() + 1_000, text);
  }

  apply(more: Partial<Application> = {}): Promise<Loan> {
    const application: Application = {
      userId: ALICE,
      currencyId: USDT,
      amount: amount('600000'),
      days: 30,
      purpose: 'a test',
      collateral: coins('5', BTC),
      ...more,
    };
    return this.ctx.db.transact((tx) => submit(this.deps, tx, application));
  }

  approve(id: number, daily = '0'): Promise<Loan> {
    return this.ctx.db.transact((tx) =>
      approve(this.deps, tx, { id, daily: rate(daily), operator: 'finance' }),
    );
  }

  /** A running loan; by default 600,000 USDT on 5 BTC. */
  async lend(more: Partial<Application> = {}, daily = '0'): Promise<Loan> {
    const { id } = await this.apply(more);
    return this.approve(id, daily);
  }

  repay(id: number, more: Partial<Repayment> = {}): Promise<Loan> {
    const repayment: Repayment = { userId: ALICE, id, amount: undefined, source: 'assets', ...more };
    return this.ctx.db.transact((tx) => repay(this.deps, tx, repayment));
  }

  async loan(id: number): Promise<Loan> {
    const loan = await findLoan(this.ctx.db, id);
    if (!loan) throw new Error(`no loan ${id}`);
    return loan;
  }

  /** `available held` of an account. */
  async balance(account: AccountId, currency: CurrencyId): Promise<string> {
    const { available, held } = await this.ledger.balance(this.ctx.db, account, currency);
    return `${format(available)} ${format(held)}`;
  }
  wallet = (user: UserId, currency: CurrencyId) => this.balance(userAccount(user, 'change'), currency);
  pool = (currency: CurrencyId) => this.balance(houseAccount('loan_pool'), currency);

  /** Everything that must always hold: books, assets of loans set aside, no debt without a loan, days without a gap. */
  async contradictions(): Promise<string[]> {
    const { db } = this.ctx;
    const found = [...(await auditLedger(db)).differences, ...repeatedKeys(this.notifications)];
    const held = await db.rows<{ user_id: number }>(sql`
      select a.user_id from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.user_id is not null and b.held <> (select coalesce(sum(s.amount), 0) from loans_assets s
        join loans_loans l on l.id = s.loan_id where l.user_id = a.user_id and s.currency_id = b.currency_id)`);
    for (const { user_id: id } of held) found.push(`assets of ${id}`);
    const closed = await db.rows<{ id: number }>(sql`
      select l.id from loans_loans l where l.state not in ('pending', 'active')
        and exists (select 1 from loans_assets s where s.loan_id = l.id and s.amount > 0)`);
    for (const { id } of closed) found.push(`assets of closed loan ${id}`);
    const days = await db.rows<{ id: number }>(sql`
      select l.id from loans_loans l where l.charged_days <> (select count(*) from loans_events e where e.loan_id = l.id and e.day is not null)
        or l.charged_days <> (select coalesce(max(day), 0) from loans_events e where e.loan_id = l.id)`);
    for (const { id } of days) found.push(`days of loan ${id}`);
    return found;
  }
}

/** One amount of collateral. */
export const coins = (text: string, currency: CurrencyId): CurrencyAmount[] => [
  { currency, amount: amount(text) },
];

/** The refusal's code of a promise, or `ok`. */
export const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
