import { currencyId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setAuto } from './auto.ts';
import { writeAuto } from './product-store.ts';
import { ALICE, BEA, EarnFixture, START, USDT } from './testing/fixture.ts';

const BTC = currencyId(1);
const MIDNIGHT = Date.parse('2026-11-21T00:00:00Z');
let database: TestDatabase;
let earn: EarnFixture;
beforeEach(async () => {
  database = await createTestDatabase();
  earn = await EarnFixture.open(database.db);
});
const nothingContradicts = async (): Promise<void> => expect(await earn.contradictions()).toEqual([]);
afterEach(async () => {
  await nothingContradicts();
  await database.drop();
});

const instructions = () =>
  database.db.rows(sql`
    select user_id as user, currency_id as currency, product_id as product from mining_auto order by user_id, currency_id`);

test('an instruction ends for its user, its currency and its product alone', async () => {
  const [dollars, others] = [await earn.product({ days: 0 }), await earn.product({ days: 0 })];
  const coins = await earn.product({ days: 0, currencyId: BTC });
  await setAuto(earn.deps, ALICE, dollars.id, true);
  await setAuto(earn.deps, ALICE, coins.id, true);
  await setAuto(earn.deps, BEA, dollars.id, true);
  await setAuto(earn.deps, ALICE, others.id, false);
  expect(await instructions()).toHaveLength(3);
  await setAuto(earn.deps, ALICE, dollars.id, false);
  expect(await instructions()).toEqual([
    { user: ALICE, currency: BTC, product: coins.id },
    { user: BEA, currency: USDT, product: dollars.id },
  ]);
});

test('an instruction that is given to another product while it is switched off stays', async () => {
  const [first, second] = [await earn.product({ days: 0 }), await earn.product({ days: 0 })];
  await setAuto(earn.deps, ALICE, first.id, true);
  await overlap(
    database.db,
    (tx) => writeAuto(tx, ALICE, USDT, { product: second.id, nextMs: START + DAY_MS }),
    () => setAuto(earn.deps, ALICE, first.id, false),
  );
  expect(await instructions()).toEqual([{ user: ALICE, currency: USDT, product: second.id }]);
});

test('an instruction whose order is refused, or comes while Earn is stopped, waits for the next day', async () => {
  await earn.fundInterest('1000');
  await earn.fund(ALICE, '100');
  await earn.fund(BEA, '50');
  const [closing, open] = [
    await earn.product({ days: 0, closesMs: START + HOUR_MS }),
    await earn.product({ days: 0, userMax: amount('60') }),
  ];
  await setAuto(earn.deps, ALICE, closing.id, true);
  await setAuto(earn.deps, BEA, open.id, true);
  const nextAt = async () =>
    (await database.db.rows<{ at: number }>(sql`select next_at as at from mining_auto`)).map(({ at }) => at);
  earn.clock.set(MIDNIGHT);
  await earn.worker.runDue();
  expect([await earn.balance(ALICE), await earn.balance(BEA)]).toEqual([
    ['100', '0'],
    ['0', '50'],
  ]);
  expect(await nextAt()).toEqual([MIDNIGHT + DAY_MS, MIDNIGHT + DAY_MS]);
  await earn.fund(BEA, '9');
  const stopped = await EarnFixture.open(database.db, MIDNIGHT + DAY_MS, { isStopped: () => true });
  await stopped.worker.runDue();
  expect(await earn.balance(BEA)).toEqual(['9.175', '50']);
  expect(await nextAt()).toEqual([MIDNIGHT + 2 * DAY_MS, MIDNIGHT + 2 * DAY_MS]);
});
