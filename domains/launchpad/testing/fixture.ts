import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId, Ledger } from '@karat/domains/ledger';
import { insertListing } from '@karat/domains/market';
import type { Notification } from '@karat/domains/messages';
import type { Payload } from '@karat/domains/operators';
import { createProofs } from '@karat/domains/proofs';
import type { NewReceipt } from '@karat/domains/proofs';
import { amount, format, negate, price } from '@karat/money';
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
import { repeatedKeys } from '@karat/testkit';
import { applicationOfUser } from '../application-store.ts';
import { apply } from '../apply.ts';
import type { ApplicationRequest } from '../apply.ts';
import { addProject, planMarket } from '../approvals.ts';
import { cancel } from '../cancel.ts';
import type { LaunchpadDeps } from '../deps.ts';
import { findProject } from '../project-store.ts';
import type { Application, Project, ProjectTerms } from '../types.ts';
import { createLaunchpadWorker } from '../worker.ts';
import type { LaunchpadWorker } from '../worker.ts';

export const BTC = currencyId(1);
export { USDT };
export const ALICE = userId(100_001);
export const BEA = userId(100_002);
export const CARL = userId(100_003);
export const HOUR_MS = 3_600_000;
export const START = Date.parse('2026-11-20T08:00:00Z');
export const END = START + 24 * HOUR_MS;
export const LISTING = END + 24 * HOUR_MS;

export const LAUNCH: ProjectTerms = {
  kind: 'token',
  code: 'TOK',
  decimals: 2,
  texts: { en: { title: 'Token', summary: 'A token.' } },
  logo: undefined,
  gallery: [],
  whitePaper: undefined,
  paper: undefined,
  website: undefined,
  demo: false,
  supply: amount('1000000'),
  price: price('0.1'),
  prices: [
    { currencyId: USDT, decimals: 6, price: price('0.1') },
    { currencyId: BTC, decimals: 8, price: price('0.0000016667') },
  ],
  orderMin: amount('10'),
  userMax: amount('1000000'),
  startMs: START,
  endMs: END,
  listingMs: LISTING,
};

const priceInUsdt = (id: CurrencyId): Price => price(id === USDT ? '1' : '60000');

/** Subscriptions on a database, with a clock that a test drives. */
export class LaunchpadFixture {
  readonly notifications: Notification[] = [];
  readonly receipts: NewReceipt[] = [];
  readonly ctx: Context;
  readonly clock: VirtualClock;
  readonly ledger: Ledger;
  readonly deps: LaunchpadDeps;
  readonly worker: LaunchpadWorker;
  #grants = 0;
  #codes = 0;

  constructor(db: Database, start = START, more: Partial<LaunchpadDeps> = {}) {
    this.clock = virtualClock(start);
    const bus = createBus((error) => {
      throw error;
    });
    this.ctx = { db, clock: this.clock, random: seededRandom('launchpad'), bus, log: silentLog, demo: true };
    this.ledger = createLedger(this.ctx);
    const notifyAll = (_: unknown, notices: readonly Notification[]): Promise<void> => {
      this.notifications.push(...notices);
      return Promise.resolve();
    };
    const proofs = createProofs({ ctx: this.ctx, signer: signerFromSeed(new Uint8Array(32).fill(1)) });
    this.deps = {
      ctx: this.ctx,
      ledger: this.ledger,
      market: {
        prices: { inUsdt: priceInUsdt, lastInUsdt: priceInUsdt },
        listMarket: (tx, listing) => insertListing(tx, listing, this.clock.now()),
      },
      proofs: {
        check: (receipts) => proofs.check(receipts),
        owe: (_, receipts) => {
          const owed = typeof receipts === 'string' ? (JSON.parse(receipts) as NewReceipt[]) : receipts;
          this.receipts.push(...owed);
          return Promise.resolve();
        },
        newest: () => Promise.resolve(new Map()),
      },
      messages: { notifyAll, notify: (tx, notice) => notifyAll(tx, [notice]) },
      files: {
        keep: () => Promise.resolve('/files/x'),
        owned: () => Promise.resolve(undefined),
        open: () => Promise.resolve(undefined),
      },
      ...more,
    };
    this.worker = createLaunchpadWorker(this.deps);
  }

  /** Money from the outside world. */
  async grant(account: AccountId, text: string, currency: CurrencyId): Promise<void> {
    const key = `grant:${++this.#grants}:${account}`;
    const entries = [
      { account: houseAccount('external'), currency, available: negate(amount(text)) },
      { account, currency, available: amount(text) },
    ];
    await this.ctx.db.transact((tx) =>
      this.ledger.post(tx, { key, kind: 'genesis', reference: key, at: this.clock.now(), entries }),
    );
  }
  fund = (user: UserId, text: string, currency = USDT) =>
    this.grant(userAccount(user, 'change'), text, currency);

  /** Adds a project with a code of its own. */
  project(more: Partial<ProjectTerms> = {}): Promise<number> {
    const terms = { ...LAUNCH, code: `TOK${++this.#codes}`, ...more };
    return this.ctx.db.transact((tx) => addProject(this.deps, tx, terms));
  }

  /** Plans a market against USDT, as two operators approve it. */
  planMarket(id: number, more: Payload = {}): Promise<void> {
    const payload = {
      id,
      quote_currency: USDT,
      tick: '0.0001',
      lot: '1',
      min_notional: '1',
      reference_price: '0.1',
    };
    return this.ctx.db.transact((tx) => planMarket(this.deps, tx, { ...payload, ...more }));
  }

  removeMarket(id: number): Promise<void> {
    return this.ctx.db.transact((tx) => planMarket(this.deps, tx, { id }));
  }

  apply(projectId: number, text: string, userId = ALICE, more: Partial<ApplicationRequest> = {}) {
    return this.ctx.db.transact((tx) =>
      apply(this.deps, tx, {
        userId,
        projectId,
        amount: amount(text),
        payCurrency: 'USDT',
        price: price('0.1'),
        ...more,
      }),
    );
  }

  cancel(id: number, user = ALICE): Promise<Application> {
    return this.ctx.db.transact((tx) => cancel(this.deps, tx, user, id));
  }

  /** Moves the clock and does everything that is due. */
  async runAt(ms: number): Promise<number> {
    this.clock.set(ms);
    return this.worker.runDue();
  }

  async row(id: number): Promise<Project> {
    const project = await findProject(this.ctx.db, id);
    if (!project) throw new Error(`no project ${id}`);
    return project;
  }

  async application(id: number, user = ALICE): Promise<Application> {
    const found = await applicationOfUser(this.ctx.db, user, id);
    if (!found) throw new Error(`no application ${id}`);
    return found;
  }

  /** `available held` of an account. */
  async balance(account: AccountId, currency: CurrencyId): Promise<string> {
    const { available, held } = await this.ledger.balance(this.ctx.db, account, currency);
    return `${format(available)} ${format(held)}`;
  }
  wallet = (user: UserId, currency: CurrencyId = USDT) => this.balance(userAccount(user, 'change'), currency);
  house = (name: 'launchpad' | 'dividends', currency: CurrencyId = USDT) =>
    this.balance(houseAccount(name), currency);

  /** Everything that must always hold: books, money and tokens set aside, counters, sums of settled projects. */
  async contradictions(): Promise<string[]> {
    const { db } = this.ctx;
    const found = [...(await auditLedger(db)).differences, ...repeatedKeys(this.notifications)];
    const rows = await db.rows<{ name: string }>(sql`
      select 'held money of ' || a.user_id as name from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.user_id is not null and b.held <> (
        select coalesce(sum(o.held), 0) from launchpad_applications o
        where o.user_id = a.user_id and o.currency_id = b.currency_id and o.settled_at is null and o.cancelled_at is null)
        + (select coalesce(sum(s.tokens), 0) from launchpad_subscribers s join launchpad_projects p on p.id = s.project_id
          where s.user_id = a.user_id and p.currency_id = b.currency_id and s.unlocked_at is null)
      union all
      select 'totals of project ' || p.id from launchpad_projects p where
        (select coalesce(sum(applied), 0) from launchpad_totals t where t.project_id = p.id)
          <> (select coalesce(sum(amount), 0) from launchpad_applications o where o.project_id = p.id and o.cancelled_at is null)
        or (select coalesce(sum(applications), 0) from launchpad_totals t where t.project_id = p.id)
          <> (select count(*) from launchpad_applications o where o.project_id = p.id and o.cancelled_at is null)
      union all
      select 'subscriber ' || s.user_id || ' of ' || s.project_id from launchpad_subscribers s where s.applied <>
        (select coalesce(sum(amount), 0) from launchpad_applications o
          where o.project_id = s.project_id and o.user_id = s.user_id and o.cancelled_at is null)
        or s.tokens <> (select coalesce(sum(o.tokens), 0) from launchpad_applications o
          where o.project_id = s.project_id and o.user_id = s.user_id)
      union all
      select 'allotment of ' || p.id from launchpad_projects p where p.settled_at is not null and least(p.allotted_supply, p.applied) <>
        (select coalesce(sum(o.tokens), 0) from launchpad_applications o where o.project_id = p.id)
      union all
      select 'issued tokens of ' || p.id from launchpad_projects p where
        (select coalesce(sum(o.tokens), 0) from launchpad_applications o where o.project_id = p.id)
          <> (select coalesce(sum(b.available + b.held), 0) from ledger_balances b join ledger_accounts a on a.id = b.account_id
            where b.currency_id = p.currency_id and a.user_id is not null)`);
    found.push(...rows.map(({ name }) => name));
    const proceeds = await db.rows<{ currency_id: number }>(sql`
      select b.currency_id from ledger_balances b where b.account_id = ${houseAccount('launchpad')} and b.available <>
        (select coalesce(sum(o.paid), 0) from launchpad_applications o where o.currency_id = b.currency_id)`);
    found.push(...proceeds.map(({ currency_id: id }) => `proceeds in ${id}`));
    return found;
  }
}
