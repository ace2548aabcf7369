import { amount, format, price, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { userId } from '@karat/contract';
import { DAY_MS } from '@karat/rules';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dualApprovals } from './operator.ts';
import { ALICE, BEA, BTC, DualFixture, MATURITY, START, USDT, WEEK_CALL } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: DualFixture;

beforeEach(async () => {
  database = await createTestDatabase({ connected: true });
  fixture = await DualFixture.open(database.db);
  await fixture.at(START);
  await fixture.fund(ALICE, '10', BTC);
  await fixture.fund(ALICE, '100000', USDT);
  await fixture.fund(BEA, '10', BTC);
  await fixture.fundHouse('1', BTC);
  await fixture.fundHouse('100000', USDT);
});
afterEach(() => database.drop());

const refused = (code: string): object => expect.objectContaining({ code }) as object;
const decision = { approval: 1, reason: 'test', askedBy: 'risk', approvedBy: 'admin' };

test('a call sets the principal aside with the user and the worst case in both currencies with the house', async () => {
  const product = await fixture.product();
  const order = await fixture.buy(product, 10);
  expect(order).toMatchObject({ principal: amount('1'), days: 7, coinPayout: amount('1.014') });
  expect(format(order.quotePayout)).toBe('30420');
  expect(await fixture.wallet(ALICE, BTC)).toBe('9 1');
  expect(await fixture.house(BTC)).toBe('0.986 0.014');
  expect(await fixture.house(USDT)).toBe('69580 30420');
  expect((await fixture.productRow(product)).soldShares).toBe(10);
  expect(fixture.notifications.map(({ kind }) => kind)).toEqual(['dual:purchased']);
  expect(await fixture.contradictions()).toEqual([]);
});

test('a put is paid in USDT and covered by the whole coin payout', async () => {
  const product = await fixture.product({
    type: 'put',
    strike: price('25000'),
    apr: rate('0.365'),
    sharePrice: amount('100'),
    totalShares: 1_000,
    userMaxShares: 1_000,
    maturityMs: MATURITY + 3 * DAY_MS,
  });
  await fixture.buy(product, 100);
  expect(await fixture.wallet(ALICE, USDT)).toBe('90000 10000');
  expect(await fixture.house(BTC)).toBe('0.596 0.404');
  expect(await fixture.house(USDT)).toBe('99900 100');
  expect(await fixture.contradictions()).toEqual([]);
});

test('of twenty buyers of the last share at once one gets it', async () => {
  const product = await fixture.product({ totalShares: 3, userMaxShares: 3 });
  await fixture.buy(product, 2);
  const people = Array.from({ length: 20 }, (_, at) => userId(100_300 + at));
  for (const user of people) await fixture.fund(user, '1', BTC);
  const tries = await Promise.allSettled(people.map((user) => fixture.buy(product, 1, user)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const each of tries)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'dual_sold_out' });
  expect((await fixture.productRow(product)).soldShares).toBe(3);
  expect(await fixture.contradictions()).toEqual([]);
});

test('a limit per user holds for purchases at once', async () => {
  const product = await fixture.product({ userMaxShares: 5 });
  const tries = await Promise.allSettled([2, 2, 2, 2].map((shares) => fixture.buy(product, shares)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await expect(fixture.buy(product, 2)).rejects.toEqual(refused('dual_user_limit'));
  await fixture.buy(product, 1);
  await fixture.buy(product, 5, BEA);
  expect(await fixture.contradictions()).toEqual([]);
});

test('nothing is sold beyond the cover of the house, also by purchases at once', async () => {
  const product = await fixture.product();
  // 30,420 USDT for ten shares: the cover of 100,000 USDT is enough for 32.
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) => fixture.buy(product, 5, at % 2 === 0 ? ALICE : BEA)),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  await expect(fixture.buy(product, 3)).rejects.toEqual(refused('dual_uncovered'));
  await fixture.buy(product, 2);
  expect((await fixture.productRow(product)).soldShares).toBe(32);
  expect(await fixture.contradictions()).toEqual([]);
});

test('refusals leave nothing behind', async () => {
  const product = await fixture.product({ totalShares: 1_000, userMaxShares: 1_000 });
  const later = await fixture.product({ saleStartMs: START + 60_000 });
  await expect(fixture.buy(99, 1)).rejects.toEqual(refused('dual_product_unknown'));
  await expect(fixture.buy(later, 1)).rejects.toEqual(refused('dual_not_open'));
  await expect(fixture.buy(product, 1_001)).rejects.toEqual(refused('dual_sold_out'));
  await expect(fixture.buy(product, 101)).rejects.toEqual(refused('insufficient_balance'));
  const seen = { days: 7, apr: rate('0.73') };
  await fixture.buy(product, 1, ALICE, { expected: seen });
  for (const expected of [
    { ...seen, days: 8 },
    { ...seen, apr: rate('0.74') },
  ])
    await expect(fixture.buy(product, 1, ALICE, { expected })).rejects.toEqual(refused('dual_terms_changed'));
  fixture.clock.advance(3_000);
  await expect(fixture.buy(product, 1)).rejects.toEqual(refused('index_stale'));
  await fixture.at(WEEK_CALL.saleEndMs);
  await expect(fixture.buy(product, 1)).rejects.toEqual(refused('dual_not_open'));
  expect((await fixture.productRow(product)).soldShares).toBe(1);
  expect(await fixture.contradictions()).toEqual([]);
});

test('a purchase that waits for the product while its sale is ended is refused', async () => {
  const product = await fixture.product();
  fixture.clock.advance(1_000);
  const purchases: Promise<PromiseSettledResult<unknown>[]>[] = [];
  await database.db.transact(async (tx) => {
    await tx.run(sql`update dual_products set sale_end_at = sale_start_at + interval '1 millisecond'`);
    purchases.push(Promise.allSettled([fixture.buy(product, 1)]));
    const waiting = sql`select count(*)::int as n from pg_locks where not granted and pid in (
      select pid from pg_locks where relation = 'dual_products'::regclass
        and database = (select oid from pg_database where datname = current_database()))`;
    await expect.poll(async () => (await tx.one<{ n: number }>(waiting)).n).toBeGreaterThan(0);
  });
  const reason: unknown = refused('dual_not_open');
  expect(await Promise.all(purchases)).toEqual([[{ status: 'rejected', reason }]]);
  expect((await fixture.productRow(product)).soldShares).toBe(0);
});

test('a later purchase earns fewer days', async () => {
  const product = await fixture.product();
  await fixture.at(Date.parse('2026-11-24T16:00:00Z'));
  expect((await fixture.buy(product, 1)).days).toBe(2);
});

test('two operators change terms for orders to come; an order that runs never changes', async () => {
  const { [TERMS]: terms } = dualApprovals(fixture.deps);
  const product = await fixture.product();
  const before = await fixture.buy(product, 10);
  const payload = {
    id: product,
    apr: '36.5',
    total_shares: 40,
    user_max_shares: 20,
    sale_end_ms: WEEK_CALL.saleEndMs,
    enabled: true,
  };
  const execute = (more: object) =>
    database.db.transact((tx) => terms?.execute(tx, { ...payload, ...more }, decision) ?? Promise.reject());
  await execute({});
  expect(await fixture.order(before.id)).toEqual(before);
  expect((await fixture.buy(product, 10)).coinPayout).toBe(amount('1.007'));
  await expect(execute({ total_shares: 19, user_max_shares: 1 })).rejects.toEqual(refused('value_invalid'));
  await expect(execute({ user_max_shares: 41 })).rejects.toEqual(refused('value_invalid'));
  await expect(execute({ sale_end_ms: MATURITY })).rejects.toEqual(refused('value_invalid'));
  await expect(execute({ id: 99 })).rejects.toEqual(refused('dual_product_unknown'));
  await execute({ enabled: false });
  await expect(fixture.buy(product, 1)).rejects.toEqual(refused('dual_not_open'));
});
const TERMS = 'dual terms';

test('the database refuses a change of an order, of what a product is, and deletions', async () => {
  const product = await fixture.product();
  const { id } = await fixture.buy(product, 1);
  const { db } = database;
  for (const change of [
    sql`update dual_orders set strike = 1 where id = ${id}`,
    sql`update dual_orders set coin_payout = 5, coin_cost = 5 where id = ${id}`,
    sql`delete from dual_orders where id = ${id}`,
    sql`update dual_products set strike = 1 where id = ${product}`,
    sql`update dual_products set share_price = 1 where id = ${product}`,
    sql`delete from dual_products where id = ${product}`,
    sql`delete from dual_settlements`,
    sql`update dual_products set sold_shares = 101 where id = ${product}`,
  ])
    await expect(db.run(change)).rejects.toThrow();
});
