import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaultyDatabase } from '../testing/faulty-database.ts';
import { BTC, ContractsFixture } from '../testing/contracts-fixture.ts';

let database: TestDatabase;
let fixture: ContractsFixture;
let faulty: FaultyDatabase;
let alice: UserId;
let bruno: UserId;

beforeEach(async () => {
  database = await createTestDatabase({ connections: 6 });
  fixture = new ContractsFixture(database.db);
  await fixture.funds();
  faulty = new FaultyDatabase(database.db);
  fixture.contracts = fixture.newProcess({ ctx: { ...fixture.ctx, db: faulty.db } });
  await fixture.contracts.start();
  await fixture.tick({ 1: '30000', 2: '2000' });
  alice = await fixture.addUser(860_001, '9000');
  bruno = await fixture.addUser(860_002, '9000');
});
const noFaults = async (): Promise<void> => expect(await fixture.violations()).toEqual([]);
afterEach(async () => {
  faulty.isAway = false;
  await fixture.contracts.stop();
  await noFaults();
  await database.drop();
});

const order = (user: UserId) => ({
  marketId: BTC,
  side: 'long' as const,
  mode: 'isolated' as const,
  lots: amount('100'),
  multiple: 10,
  userId: user,
});
const open = (user: UserId, key?: string) => fixture.contracts.orders.open(user, order(user), key);
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
async function passSeconds(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    fixture.clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
const positions = async (): Promise<number> =>
  (await database.db.one<{ n: number }>(sql`select count(*)::int as n from contracts_positions`)).n;

test('a batch whose reply was lost after its commit is reported as committed and does not run again', async () => {
  faulty.next = 'lose_reply';
  const opened = await Promise.all([open(alice), open(bruno)]);
  expect(await positions()).toBe(2);
  const rows = await database.db.rows<{ id: number }>(sql`select id from contracts_positions order by id`);
  expect(opened.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
  expect(await fixture.balance(alice)).toBe('6000/3000');
  // Memory matches the rows: the positions can be closed at the next price.
  await fixture.tick({ 1: '30100' });
  const [first] = opened;
  await fixture.contracts.orders.close(alice, first?.id ?? 0, undefined);
  expect(await fixture.balance(alice)).toBe('9100/0');
});

test('a batch whose connection was lost before its commit runs again, once', async () => {
  faulty.next = 'lose_connection';
  await Promise.all([open(alice), open(bruno)]);
  expect(await positions()).toBe(2);
  expect(await fixture.balance(bruno)).toBe('6000/3000');
});

test('copies whose commit lost its reply are opened once, with their copy rows', async () => {
  const outcomes: string[] = [];
  faulty.next = 'lose_reply';
  await fixture.contracts.openFor([{ ...order(alice), source: 7 }], async (_tx, done) => {
    for (const each of done) outcomes.push('refused' in each ? each.refused.code : 'open');
  });
  expect(outcomes).toEqual(['open']);
  expect(await positions()).toBe(1);
});

test('a tick whose commit lost its reply liquidates once', async () => {
  await open(alice);
  faulty.next = 'lose_reply';
  await fixture.tick({ 1: '28000' });
  expect(await fixture.balance(alice)).toBe('7000/0');
  const { n } = await database.db.one<{ n: number }>(
    sql`select count(*)::int as n from contracts_fills where kind = 'close'`,
  );
  expect(n).toBe(1);
});

test('while the database is away callers are refused in time; refused commands do not run later', async () => {
  faulty.isAway = true;
  const refused = faulty.refused();
  const waiting = [outcome(open(alice)), outcome(open(bruno, 'key-1'))];
  await refused;
  // The clock ends the wait; the database stays away.
  const answered = Promise.all(waiting);
  await passSeconds(12);
  expect(await answered).toEqual(['busy', 'busy']);
  faulty.isAway = false;
  fixture.clock.advance(1_000);
  await fixture.contracts.idle();
  await fixture.tick({ 1: '30000', 2: '2000' });
  expect(await positions()).toBe(0);
  expect(await outcome(open(bruno, 'key-1'))).toBe('done');
});

test('a caller whose commit cannot be confirmed is refused as unknown, and finds one effect afterwards', async () => {
  faulty.next = 'lose_reply_and_leave';
  const refused = faulty.refused();
  const begun = outcome(open(alice, 'key-2'));
  await refused;
  await passSeconds(12);
  expect(await begun).toBe('outcome_unknown');
  faulty.isAway = false;
  fixture.clock.advance(1_000);
  await fixture.contracts.idle();
  expect(await positions()).toBe(1);
  await fixture.tick({ 1: '30000', 2: '2000' });
  expect(await outcome(open(alice, 'key-2'))).toBe('done');
  expect(await positions()).toBe(1);
});

test('a stop while the database is away replies to all callers', async () => {
  faulty.isAway = true;
  const refused = faulty.refused();
  const waiting = outcome(open(alice));
  await refused;
  await fixture.contracts.stop();
  expect(await waiting).toMatch(/^(busy|outcome_unknown)$/);
});

test('an engine that lost its fence writes nothing more and reports it', async () => {
  const next = fixture.newProcess();
  await next.start();
  expect(await outcome(open(alice))).toMatch(/^(busy|outcome_unknown)$/);
  expect(fixture.contracts.inside.engine.isRunning).toBe(false);
  expect(await positions()).toBe(0);
  const old = fixture.contracts;
  fixture.contracts = next;
  await open(alice);
  expect(await positions()).toBe(1);
  await old.stop();
});

test('one account that cannot be settled does not stop the liquidation of others', async () => {
  await open(alice);
  await open(bruno);
  await fixture.contracts.stop();
  fixture.contracts = fixture.newProcess({
    notify: async (_tx, notifications) => {
      if (notifications.some(({ user }) => user === alice)) throw new Error('refused by test');
    },
  });
  await fixture.contracts.start();
  await fixture.tick({ 1: '28000' });
  expect(await fixture.balance(alice)).toBe('6000/3000');
  expect(await fixture.balance(bruno)).toBe('7000/0');
});
