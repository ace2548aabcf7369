import { Refusal, operatorId, sessionId, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, format, negate, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { USDT, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { HouseAccountName, Ledger } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import { SIMULATED_RATES } from '@karat/domains/wallet';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sha256 } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { OperatorCaller, RequestInfo } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { createPaymentSimulator, createStripe } from '@karat/platform/payments';
import { seededRandom } from '@karat/platform/random';
import { openStripeServer } from '@karat/platform/testing';
import type { StripeServer } from '@karat/platform/testing';
import { createWorker } from '@karat/platform/work';
import { createTestDatabase, messagesInto } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { createFiat, demoOffers } from '../index.ts';
import type { Fiat } from '../index.ts';

const request: RequestInfo = { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined };
const base = { lang: 'en' as const, request, file: undefined };
const START = Date.parse('2026-03-02T12:00:00Z');
const USD = 'US000123456789';

const input = {
  country: 'US',
  currency: 'USD',
  method: 'card' as 'swift' | 'card',
  amount: amount('100'),
  first_name: 'Jo',
  last_name: 'Doe',
  full_name: 'Jo Doe',
  email: 'jo@mail.example',
  phone: '+1 212 555 0100',
  price: undefined,
  tax_id: undefined,
};

/** Returns the code of a refusal, or `done`. */
export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (failure: unknown) => {
      if (failure instanceof Refusal) return failure.code;
      throw failure;
    },
  );

/** Fiat purchases on a real database, with the simulator and a local server that speaks Stripe's API. */
export class FiatHarness {
  readonly clock = virtualClock(START);
  readonly notices: Notification[] = [];
  readonly pictures = new Map<string, UserId>();
  readonly database: TestDatabase;
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly stripe: StripeServer;
  readonly fiat: Fiat;
  #users = 800_000;
  #bookings = 0;
  #balance: Amount = amount('100');

  private constructor(database: TestDatabase, stripe: StripeServer, random: string) {
    this.database = database;
    this.stripe = stripe;
    const bus = createBus(() => undefined);
    const { clock } = this;
    this.ctx = { db: database.db, clock, bus, log: silentLog, random: seededRandom(random), demo: true };
    this.ledger = createLedger({ bus });
    this.fiat = this.#open();
  }

  static async open(random: string): Promise<FiatHarness> {
    const database = await createTestDatabase();
    let time = (): number => START;
    const harness = new FiatHarness(database, await openStripeServer(() => time()), random);
    time = () => harness.clock.now();
    await database.db.transact((tx) => harness.fiat.seedDesk(tx));
    await database.db.run(sql`
      insert into operators_accounts (id, login, name, role, password_hash, totp_secret, created_at)
        overriding system value
      select n, 'operator' || n, 'Operator', 'finance', '', '', now() from generate_series(1, 20) n`);
    return harness;
  }

  #open(): Fiat {
    const { ctx, ledger, clock, stripe } = this;
    return createFiat({
      ctx,
      ledger,
      providers: [
        createStripe({
          baseUrl: stripe.url,
          secretKey: stripe.secretKey,
          webhookSecret: stripe.webhookSecret,
          appOrigin: 'https://app.example',
          pauseMs: 1,
          timeoutMs: 2_000,
        }),
        createPaymentSimulator(
          Buffer.alloc(32, 3),
          () => clock.now(),
          () => Promise.resolve(),
        ),
      ],
      offers: {
        ...demoOffers,
        providers: {
          card: { provider: 'stripe', currencies: ['USD', 'JPY'] },
          third_party: { provider: 'simulator', currencies: ['USD'] },
        },
      },
      messages: messagesInto(this.notices),
      files: {
        owned: async (_db, address, owner) =>
          this.pictures.get(address) === owner
            ? {
                id: address,
                owner,
                visibility: 'private',
                mime: 'image/webp',
                bytes: 1,
                sha256: sha256(Buffer.from(address)),
                createdMs: 0,
              }
            : undefined,
      },
      rates: async () => [
        { code: 'USD', symbol: '$', rate: rate('1'), source: 'test', savedAt: START },
        { code: 'JPY', symbol: '¥', rate: rate('150'), source: SIMULATED_RATES, savedAt: START },
      ],
      levelOf: async () => 1,
      verifiedName: async () => 'Jo Doe',
      limits: { 0: amount('0'), 1: amount('2000'), 2: amount('1000000') },
    });
  }

  async close(): Promise<void> {
    await this.stripe.close();
    await this.database.drop();
  }

  newUser(): UserId {
    this.#users += 1;
    return userId(this.#users);
  }
  buyer(user: UserId) {
    return { ...base, caller: { userId: user, sessionId: sessionId(1), verified: true } };
  }
  operator(login = 'finance') {
    const id = operatorId(login.length);
    const caller: OperatorCaller = { operatorId: id, login, role: 'finance', sessionId: sessionId(1) };
    return { ...base, caller };
  }

  place(user: UserId, more: Partial<Omit<typeof input, 'price'>> = {}) {
    return this.database.db.transact(async (tx) =>
      this.fiat.handlers['otc/order']({ ...this.buyer(user), tx, input: { ...input, ...more } }),
    );
  }
  cancel(user: UserId, id: number) {
    return this.database.db.transact(async (tx) =>
      this.fiat.handlers['otc/cancel']({ ...this.buyer(user), tx, input: { id } }),
    );
  }
  async pay(user: UserId, id: number) {
    return this.fiat.handlers['otc/pay']({ ...this.buyer(user), tx: undefined, input: { id } });
  }
  async detail(user: UserId, id: number) {
    return this.fiat.handlers['otc/order_detail']({ ...this.buyer(user), tx: undefined, input: { id } });
  }
  answer(user: UserId, answer: { id: number; text: string; image?: string }) {
    const { id, text, image } = answer;
    return this.database.db.transact(async (tx) =>
      this.fiat.handlers['otc/dispute_answer']({ ...this.buyer(user), tx, input: { id, text, image } }),
    );
  }

  /** A payment page as the payer's browser has it. */
  async page(user: UserId, more: Parameters<FiatHarness['place']>[1] = {}) {
    const order = await this.place(user, more);
    const { url } = await this.pay(user, order.id);
    return { order, session: url.split('/').at(-1) ?? '' };
  }
  /** A purchase that was paid and credited. */
  async bought(user: UserId, more: Parameters<FiatHarness['place']>[1] = {}) {
    const { order, session } = await this.page(user, more);
    const { id: payment } = this.stripe.account.pay(session);
    await this.deliver();
    return { order, payment };
  }
  #delivered = 0;
  /** Delivers the events of the account that were not delivered yet, in an order. Returns their outcomes. */
  async deliver(order: 'as_sent' | 'reversed' | 'twice' = 'as_sent'): Promise<string[]> {
    const { events } = this.stripe.account;
    const fresh = events.slice(this.#delivered);
    this.#delivered = events.length;
    const sent = { as_sent: fresh, reversed: fresh.toReversed(), twice: [...fresh, ...fresh] }[order];
    const outcomes: string[] = [];
    for (const event of sent) outcomes.push(await this.hook(event));
    return outcomes;
  }
  /** Loses the events that were not delivered yet. */
  lose(): void {
    this.#delivered = this.stripe.account.events.length;
  }
  hook(event: StripeServer['account']['events'][number]) {
    const { signature, body } = this.stripe.webhook(event);
    return this.fiat.webhook('stripe', signature, body);
  }

  /** Runs due work until nothing is due. */
  async work(): Promise<void> {
    this.clock.advance(1);
    const worker = createWorker(this.ctx, { ...this.fiat.work, ...this.fiat.providerWork }, { batch: 1 });
    await worker.runDue();
  }
  /** Approves a request as the approvals engine does, with the stored payload. */
  async approve(approval: number | null, approvedBy = 'risk', askedBy = 'finance'): Promise<void> {
    const { db } = this.database;
    const { kind, payload } = await db.one<{ kind: string; payload: Record<string, string | number> }>(
      sql`select kind, payload from operators_approvals where id = ${approval}`,
    );
    const execute = this.fiat.approvals[kind]?.execute;
    if (!execute) throw new Error(`no approval of kind ${kind}`);
    const decision = { approval: approval ?? 0, reason: 'seen', askedBy, approvedBy };
    await db.transact((tx) => execute(tx, payload, decision));
  }

  /** Available and held USDT of a user. */
  async balance(user: UserId): Promise<[available: string, held: string]> {
    const { available, held } = await this.ledger.balance(
      this.database.db,
      userAccount(user, 'change'),
      USDT,
    );
    return [format(available), format(held)];
  }
  async house(name: HouseAccountName, currency = USDT): Promise<Amount> {
    return (await this.ledger.balance(this.database.db, houseAccount(name), currency)).available;
  }
  /** Moves coins out of a user's account, or into it. */
  async move(user: UserId, sum: string): Promise<void> {
    this.#bookings += 1;
    const change = amount(sum);
    await this.database.db.transact((tx) =>
      this.ledger.post(tx, {
        key: `move:${user}:${this.#bookings}`,
        kind: 'correction',
        reference: 'x',
        at: this.clock.now(),
        entries: [
          { account: userAccount(user, 'change'), currency: USDT, available: change },
          { account: houseAccount('external'), currency: USDT, available: negate(change) },
        ],
      }),
    );
  }

  /** Imports a statement of the dollar account with these credits. */
  async importCredits(...credits: readonly (readonly [words: string, sum: string])[]): Promise<void> {
    let running = this.#balance;
    const lines = credits.map(([words, sum]) => {
      running = amount(running + amount(sum));
      this.#bookings += 1;
      return `${USD},2026-03-02,${sum},USD,${format(running)},B-${this.#bookings},Jo Doe,${words}`;
    });
    const head = 'account,booking_date,amount,currency,balance,bank_reference,payer,remittance';
    await this.fiat.handlers['console/fiat_import']({
      ...this.operator('importer'),
      tx: undefined,
      input: { account: USD, format: 'csv' },
      file: { bytes: Buffer.from([head, ...lines].join('\n')), name: 'x' },
    });
    this.#balance = running;
  }
  async facts(id: number, login = 'finance') {
    return this.fiat.handlers['console/fiat_order']({
      ...this.operator(login),
      tx: undefined,
      input: { id },
    });
  }
}
