import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { virtualClock } from '@karat/platform/clock';
import { amount } from '@karat/money';
import { openDatabase, sql } from '@karat/platform/db';
import type { Database, Session, Tx } from '@karat/platform/db';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Order } from './types.ts';
import { BTC, Exchange, USDT, context, limit } from './testing/exchange.ts';
import { checkSound } from './testing/invariants.ts';

type Fault = (tx: Tx) => Promise<void>;

let database: TestDatabase;
let exchange: Exchange;
let a: UserId;
let b: UserId;
/** Runs at the end of the next batch's transaction, before its commit. */
let beforeCommit: Fault | undefined;
/** Runs right after the next commit, before the engine receives the reply. */
let afterCommit: (() => void) | undefined;
/** The database takes no batch before it resolves. */
let hold: Promise<void> | undefined;
/** Batches that have waited for it. */
let heldBatches = 0;
/** Failed heartbeats; undefined while none fails. */
let lostBeats: number | undefined;
/** Sessions cannot be opened. */
let refusesSessions = false;
/** Number of opened sessions. */
let sessions = 0;

/** The database with faults in the sessions of writers. */
const faulty = (db: Database): Database => ({
  ...db,
  run: (statement) => {
    if (lostBeats === undefined || !statement.sql.includes('spot_engine')) return db.run(statement);
    lostBeats += 1;
    return Promise.reject(new Error('connection lost'));
  },
  async session(settings): Promise<Session> {
    if (refusesSessions) throw new Error('too many connections');
    const session = await db.session(settings);
    sessions += 1;
    const transact: Session['transact'] = async (work) => {
      const result = await session.transact(async (tx) => {
        const done = await work(tx);
        const fault = beforeCommit;
        beforeCommit = undefined;
        await fault?.(tx);
        return done;
      });
      const fault = afterCommit;
      afterCommit = undefined;
      fault?.();
      return result;
    };
    return {
      ended: session.ended,
      release: () => session.release(),
      transact,
      // Splits a statement that is a whole transaction if a fault has to come in between.
      prepared: async <Row>(name: string, text: string, values: readonly unknown[]) => {
        if (hold) heldBatches += 1;
        await hold;
        return beforeCommit || afterCommit
          ? transact((tx) => tx.prepared<Row>(name, text, values))
          : session.prepared<Row>(name, text, values);
      },
    };
  },
});

beforeEach(async () => {
  database = await createTestDatabase();
  exchange = new Exchange(faulty(database.db));
  await exchange.engine.start();
  a = await exchange.person(500_001, [BTC, '10'], [USDT, '100000']);
  b = await exchange.person(500_002, [BTC, '10'], [USDT, '100000']);
});
afterEach(async () => {
  await checkSound(database.db);
  await exchange.engine.stop();
  await database.drop();
});

const book = (): unknown => [...exchange.engine.books.values()].map(({ book: orders }) => orders.snapshot());

test('a batch that fails before its commit is refused, and the books are as before', async () => {
  await exchange.engine.place(a, limit('sell', '1', '30000'));
  const before = book();
  beforeCommit = () => Promise.reject(new Error('disk full'));
  const results = await Promise.allSettled([
    exchange.engine.place(b, limit('buy', '0.5', '30000')),
    exchange.engine.place(b, limit('buy', '0.5', '29000')),
  ]);
  expect(results).toMatchObject([{ reason: { code: 'busy' } }, { reason: { code: 'busy' } }]);
  expect(book()).toEqual(before);
  expect(await exchange.balance(b, USDT)).toBe('100000/0');
  expect((await exchange.engine.place(b, limit('buy', '1', '30000'))).status).toBe(2);
});

test('a connection that breaks before the commit leaves nothing, and trading continues', async () => {
  await exchange.engine.place(a, limit('sell', '1', '30000'));
  beforeCommit = async (tx) => {
    await tx.run(sql`select pg_terminate_backend(pg_backend_pid())`);
  };
  await expect(exchange.engine.place(b, limit('buy', '1', '30000'))).rejects.toMatchObject({ code: 'busy' });
  expect((await exchange.engine.place(b, limit('buy', '1', '30000'))).status).toBe(2);
});

test('a connection that ends while idle is replaced, and the next order is not refused', async () => {
  await exchange.engine.place(a, limit('sell', '1', '30000'));
  const before = book();
  const opened = sessions;
  await database.db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await expect.poll(() => [sessions, exchange.engine.running]).toEqual([opened + 1, true]);
  expect(book()).toEqual(before);
  expect((await exchange.engine.place(b, limit('buy', '1', '30000'))).status).toBe(2);
});

test('a commit whose reply is lost is detected, and the caller gets the order', async () => {
  const resting = await exchange.engine.place(a, limit('sell', '1', '30000'));
  afterCommit = () => {
    throw new Error('connection lost');
  };
  const [bought, cancelled] = await Promise.all([
    exchange.engine.place(b, limit('buy', '0.4', '30000')),
    exchange.engine.cancel(a, resting.id),
  ]);
  expect(bought).toMatchObject({ status: 2, filled: amount('0.4') });
  expect(cancelled).toMatchObject({ status: 3, filled: amount('0.4') });
  expect(await exchange.balance(a, BTC)).toBe('9.6/0');
});

test('a lost race after the matching writes the same plan again', async () => {
  await exchange.engine.place(a, limit('sell', '1', '30000'));
  const deadlock = sql`do $$ begin raise exception 'lost' using errcode = '40P01'; end $$`;
  beforeCommit = async (tx) => void (await tx.run(deadlock));
  const order = await exchange.engine.place(b, limit('buy', '0.4', '30000'));
  expect(order.status).toBe(2);
  expect(exchange.plans.filter((plan) => plan.batch.fills.length > 0)).toHaveLength(1);
  const { fills } = await database.db.one<{ fills: number }>(sql`select count(*) as fills from spot_fills`);
  expect(fills).toBe(1);
});

test('an engine that has lost its lease writes nothing more', async () => {
  const other = openDatabase({ url: database.url, connections: 2 });
  await other.run(sql`update spot_engine set fence = fence + 1, holder = 'elsewhere:1'`);
  await expect(exchange.engine.place(a, limit('sell', '1', '30000'))).rejects.toMatchObject({ code: 'busy' });
  expect(exchange.engine.running).toBe(false);
  expect(await exchange.balance(a, BTC)).toBe('10/0');
  await other.close();
});

test('an engine without orders notices by its heartbeat that another has the lease, and leaves it alone', async () => {
  await database.db.run(
    sql`update spot_engine set fence = fence + 1, holder = 'elsewhere:1', expires_at = now() - interval '1 h'`,
  );
  await expect.poll(() => exchange.engine.running).toBe(false);
  await expect(exchange.engine.place(a, limit('sell', '1', '30000'))).rejects.toMatchObject({ code: 'busy' });
  await exchange.engine.stop();
  const { holder, left } = await leaseRow();
  expect([holder, left < 0]).toEqual(['elsewhere:1', true]);
  expect(await exchange.balance(a, BTC)).toBe('10/0');
});

test('a second engine does not start while the first is alive, and takes over after its release', async () => {
  const second = new Exchange(database.db, { leaseWaitMs: 0 });
  await expect(second.engine.start()).rejects.toThrow('another engine');
  await exchange.engine.place(a, limit('sell', '1', '30000'));
  await exchange.engine.stop();
  await second.engine.start();
  expect((await second.engine.place(b, limit('buy', '1', '30000'))).status).toBe(2);
  await second.engine.stop();
});

const leaseRow = () =>
  database.db.one<{ holder: string | null; left: number }>(
    sql`select holder, (extract(epoch from expires_at - now()) * 1000)::float8 as left from spot_engine`,
  );

test('an engine that cannot load leaves the lease to the next one at once', async () => {
  await exchange.engine.stop();
  refusesSessions = true;
  await expect(new Exchange(faulty(database.db)).engine.start()).rejects.toThrow('too many connections');
  refusesSessions = false;
  expect((await leaseRow()).holder).toBeNull();
  const next = new Exchange(faulty(database.db));
  await next.engine.start();
  await next.engine.stop();
});

test('a stop waits for the batch that is being written, and only then releases the lease', async () => {
  await exchange.engine.place(a, limit('sell', '1', '30000'));
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = heldBatches;
  hold = promise;
  const placed = exchange.engine.place(a, limit('sell', '1', '30001'));
  await expect.poll(() => heldBatches - before).toBe(1);
  const stopped = exchange.engine.stop();
  for (let look = 0; look < 5; look += 1) expect((await leaseRow()).holder).not.toBeNull();
  hold = undefined;
  resolve();
  await stopped;
  expect((await placed).status).toBe(1);
  expect((await leaseRow()).holder).toBeNull();
});

test('each batch prolongs the lease, and a heartbeat that fails costs nothing', async () => {
  await exchange.engine.place(a, limit('sell', '1', '30000'));
  await database.db.run(sql`update spot_engine set expires_at = now() - interval '1 hour'`);
  await exchange.engine.place(a, limit('sell', '1', '30001'));
  expect((await leaseRow()).left).toBeGreaterThan(0);
  lostBeats = 0;
  await expect.poll(() => lostBeats).toBeGreaterThan(0);
  lostBeats = undefined;
  expect(exchange.engine.running).toBe(true);
  expect((await exchange.engine.place(b, limit('buy', '1', '30000'))).status).toBe(2);
});

test('a full queue refuses at once', async () => {
  const small = new Exchange(database.db, { queueMax: 3 });
  await exchange.engine.stop();
  await small.engine.start();
  const asked = Array.from({ length: 10 }, () => small.engine.place(a, limit('buy', '0.001', '29000')));
  const results = await Promise.allSettled(asked);
  expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(3);
  await small.engine.stop();
});

test('when a batch fails, all later ones fail too, and the books are as before', async () => {
  await exchange.engine.place(a, limit('sell', '1', '30000'));
  // From now on every balance is in memory, so that the second half does not wait for the first.
  await exchange.engine.place(b, limit('buy', '0.001', '30000'));
  const before = book();
  beforeCommit = () => Promise.reject(new Error('disk full'));
  const asked = Array.from({ length: 80 }, () => exchange.engine.place(b, limit('buy', '0.001', '30000')));
  const results = await Promise.allSettled(asked);
  expect(results).toMatchObject(asked.map(() => ({ reason: { code: 'busy' } })));
  expect(book()).toEqual(before);
  const again = Array.from({ length: 80 }, () => exchange.engine.place(b, limit('buy', '0.001', '30000')));
  expect((await Promise.all(again)).every((order) => order.status === 2)).toBe(true);
});

test('money that another process has moved meanwhile is detected, and never spent twice', async () => {
  await exchange.engine.place(a, limit('sell', '1', '30000'));
  const elsewhere = new Exchange(database.db);
  const away = { account: userAccount(b, 'change'), currency: USDT };
  await database.db.transact((tx) =>
    elsewhere.ledger.post(tx, {
      key: 'test:away',
      kind: 'correction',
      reference: 'test',
      at: Date.now(),
      entries: [
        { ...away, available: amount('-90000') },
        { account: houseAccount('external'), currency: USDT, available: amount('90000') },
      ],
    }),
  );
  await exchange.engine.place(b, limit('buy', '0.1', '29000'));
  await database.db.transact((tx) =>
    elsewhere.ledger.post(tx, {
      key: 'test:more',
      kind: 'correction',
      reference: 'test',
      at: Date.now(),
      entries: [
        { ...away, available: amount('-7000') },
        { account: houseAccount('external'), currency: USDT, available: amount('7000') },
      ],
    }),
  );
  const order = (): Promise<unknown> => exchange.engine.place(b, limit('buy', '0.1', '29000'));
  await expect(order()).rejects.toMatchObject({ code: 'busy' });
  await expect(order()).rejects.toMatchObject({ code: 'insufficient_balance' });
  expect(await exchange.balance(b, USDT)).toBe('100/2900');
});

test('the same client keys again and again, concurrently and later, make one order each', async () => {
  const asked = (input: string): Promise<Order>[] =>
    Array.from({ length: 120 }, (_, index) =>
      exchange.engine.place(b, limit('buy', input, '29000', { clientKey: `key-${index % 40}` })),
    );
  const first = await Promise.all(asked('0.001'));
  const later = await Promise.all(asked('0.001'));
  expect(new Set([...first, ...later].map((order) => order.id)).size).toBe(40);
  const others = await Promise.allSettled(asked('0.002'));
  expect(others).toMatchObject(others.map(() => ({ reason: { code: 'idempotency_conflict' } })));
  await exchange.restart();
  expect((await exchange.engine.place(b, limit('buy', '0.001', '29000', { clientKey: 'key-7' }))).id).toBe(
    first[7]?.id,
  );
});

test('a client key of a batch that failed is free again', async () => {
  const order = limit('buy', '0.001', '29000', { clientKey: 'once' });
  beforeCommit = () => Promise.reject(new Error('disk full'));
  await expect(exchange.engine.place(b, order)).rejects.toMatchObject({ code: 'busy' });
  expect((await exchange.engine.place(b, order)).status).toBe(1);
});

test('callers are answered in time while the database does not answer; what was refused as busy never runs', async () => {
  const clock = virtualClock(Date.now());
  await exchange.engine.stop();
  exchange = new Exchange(faulty(database.db), { ctx: { ...context(faulty(database.db)), clock } });
  await exchange.engine.start();
  // Balances are in memory from now on, so that an order is sent at once.
  await exchange.engine.place(b, limit('buy', '0.001', '29000'));
  let answer = (): void => undefined;
  hold = new Promise((resolve) => (answer = resolve));
  const code = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );
  const order = limit('buy', '0.002', '29000', { clientKey: 'stuck' });
  const sent = code(exchange.engine.place(b, order));
  await expect.poll(() => exchange.engine.queued).toBe(0);
  const behind = code(exchange.engine.place(b, limit('buy', '0.003', '29000')));
  const read = code(exchange.engine.place(b, limit('buy', '0.004', '29000', { clientKey: 'behind' })));
  clock.advance(11_000);
  expect([await sent, await behind, await read]).toEqual(['outcome_unknown', 'busy', 'busy']);
  const late = code(exchange.engine.place(b, limit('buy', '0.005', '29000')));
  clock.advance(1_000);
  expect(await late).toBe('busy');
  hold = undefined;
  answer();
  // The order whose outcome was unknown is there, once, and its key says so.
  const found = await exchange.engine.place(b, order);
  const { orders } = await database.db.one<{ orders: number }>(
    sql`select count(*)::int as orders from spot_orders`,
  );
  expect([found.quantity, orders]).toEqual([amount('0.002'), 2]);
});
