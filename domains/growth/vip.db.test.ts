import { userId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { DAY_MS } from '@karat/rules';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, BEN, CLEO, GrowthFixture, HOUSE, START, USDT } from './testing/fixture.ts';
import { addVolumes, readVolumes } from './volume-store.ts';

const MIDNIGHT = Date.parse('2026-11-21');
let database: TestDatabase;
let fixture: GrowthFixture;
const steps: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new GrowthFixture(database.db, START, { batch: 2, onStep: (step) => void steps.push(step) });
  await fixture.people(ALICE, BEN, CLEO);
  await fixture.growth.levels.start();
});
afterAll(async () => {
  fixture.growth.levels.stop();
  await database.drop();
});

const run = () => fixture.growth.worker.runDue();
const fill = (quantity: string, more = {}) =>
  fixture.fill({ buyer: BEN, seller: ALICE, quantity, buyerFee: '0.001', sellerFee: '1', ...more });

test('the day of the installation sets no levels, the next midnight does, once', async () => {
  await fixture.fund(ALICE, '100000');
  expect(await run()).toBe(0);
  expect(await fixture.levels()).toEqual({});
  // 10.4 BTC at 50,000 are 520,000 USDT of volume for both sides; sides without a fee and house accounts do not count.
  await fill('10.4');
  await fill('500', { buyer: HOUSE, sellerFee: '0' });
  fixture.clock.set(MIDNIGHT - 1);
  expect(await run()).toBe(0);
  fixture.clock.set(MIDNIGHT);
  expect(await run()).toBe(3);
  expect(await fixture.levels()).toEqual({ [ALICE]: 2, [BEN]: 2 });
  expect(await run()).toBe(0);
  expect(fixture.notifications.map(({ user, kind, values }) => [user, kind, values?.['level']])).toEqual([
    [ALICE, 'growth:vip_up', '2'],
    [BEN, 'growth:vip_up', '2'],
  ]);
});

test('memory follows in the same process at once, and another one reads it from the rows', async () => {
  const { levels } = fixture.growth;
  await levels.load();
  expect([levels.levelOf(ALICE), levels.levelOf(CLEO)]).toEqual([2, 0]);
  expect([String(levels.feeDiscount(ALICE)), String(levels.feeDiscount(CLEO))]).toEqual(['1000000000', '0']);
  const other = new GrowthFixture(database.db);
  expect(other.growth.levels.levelOf(ALICE)).toBe(0);
  await other.growth.levels.load();
  expect(other.growth.levels.levelOf(ALICE)).toBe(2);
});

test('a change during a read is read after it', async () => {
  const { levels } = new GrowthFixture(database.db).growth;
  const loads: Promise<void>[] = [];
  await database.db.transact(async (tx) => {
    await tx.run(sql`lock table identity_users in access exclusive mode`);
    loads.push(levels.load());
    const waiting = sql`select count(*)::int as n from pg_locks where relation = 'identity_users'::regclass and not granted`;
    await expect.poll(async () => (await tx.one<{ n: number }>(waiting)).n).toBeGreaterThan(0);
    await tx.run(sql`update growth_state set version = version + 1`);
    await tx.run(sql`update growth_vip_terms set multiple_max = multiple_max - 1 where level = 0`);
    loads.push(levels.load());
  });
  await Promise.all(loads);
  const { multiple } = await database.db.one<{ multiple: number }>(
    sql`select multiple_max as multiple from growth_vip_terms where level = 0`,
  );
  expect(levels.terms[0]?.multipleMax).toBe(multiple);
});

test('the balance counts as of midnight, whatever moves before the run gets there', async () => {
  fixture.clock.set(MIDNIGHT + DAY_MS - 1);
  await fixture.fund(CLEO, '25000');
  fixture.clock.set(MIDNIGHT + DAY_MS + 5_000);
  await fixture.fund(CLEO, '5000000');
  expect(await run()).toBe(3);
  expect(await fixture.levels()).toEqual({ [ALICE]: 2, [BEN]: 2, [CLEO]: 1 });
});

test('after days without a server one run sets the levels of now', async () => {
  fixture.notifications.length = 0;
  fixture.clock.set(MIDNIGHT + 40 * DAY_MS + 3_600_000);
  expect(await run()).toBe(3);
  // The volume is older than 30 days; ALICE has the balance of VIP 2, CLEO of VIP 4.
  expect(await fixture.levels()).toEqual({ [ALICE]: 2, [CLEO]: 4 });
  expect(fixture.notifications.map(({ user, kind }) => [user, kind])).toEqual([
    [BEN, 'growth:vip_down'],
    [CLEO, 'growth:vip_up'],
  ]);
  const days = await database.db.rows(
    sql`select to_char(day, 'MM-DD') as day, users, done_at is not null as done from growth_vip_runs order by day`,
  );
  expect(days).toEqual([
    { day: '11-20', users: 0, done: true },
    { day: '11-21', users: 3, done: true },
    { day: '11-22', users: 3, done: true },
    { day: '12-31', users: 3, done: true },
  ]);
});

test('two runs at once decide each user once', async () => {
  const many = Array.from({ length: 9 }, (_, index) => userId(100_100 + index));
  await fixture.people(...many);
  for (const user of many) await fixture.grant(userAccount(user, 'lever'), '20000', USDT);
  fixture.clock.set(MIDNIGHT + 41 * DAY_MS);
  fixture.notifications.length = 0;
  const other = new GrowthFixture(database.db, fixture.clock.now(), { batch: 2 });
  const decided = await Promise.all([run(), other.growth.worker.runDue()]);
  expect(decided.reduce((sum, count) => sum + count, 0)).toBe(12);
  expect([...fixture.notifications, ...other.notifications]).toHaveLength(9);
});

test('a step that fails is repeated from the last user that was stored', async () => {
  fixture.clock.set(MIDNIGHT + 42 * DAY_MS);
  steps.length = 0;
  let failures = 0;
  const failing = new GrowthFixture(database.db, fixture.clock.now(), {
    batch: 5,
    onStep(step) {
      if (step === 'stored' && ++failures === 2) throw new Error('killed');
    },
  });
  await expect(failing.growth.worker.runDue()).rejects.toThrow('killed');
  expect(await run()).toBe(7);
  expect(await fixture.contradictions()).toEqual([]);
});

test('the volume of the thirty days before midnight counts, of both ends the first', async () => {
  const DORA = userId(100_009);
  const days = ['2026-10-21', '2026-10-22', '2026-11-20', '2026-11-21'];
  const volumes = days.map((day, index) => ({ userId: DORA, day, volume: amount(String(10 ** index)) }));
  await database.db.transact((tx) => addVolumes(tx, volumes));
  expect(await readVolumes(database.db, [DORA], MIDNIGHT)).toEqual(new Map([[DORA, amount('110')]]));
});
