import { price, rate, amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDashboard } from './dashboard.ts';
import { dualApprovals } from './operator.ts';
import { ALICE, BEA, BTC, BTC_USDT, DualFixture, MATURITY, START, USDT } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: DualFixture;

beforeEach(async () => {
  database = await createTestDatabase();
  fixture = await DualFixture.open(database.db);
  await fixture.at(START);
  await fixture.fund(ALICE, '1', BTC);
  await fixture.fund(BEA, '10000', USDT);
  await fixture.fundHouse('1', BTC);
  await fixture.fundHouse('50000', USDT);
});
afterEach(() => database.drop());

const refused = (code: string): object => expect.objectContaining({ code }) as object;
const decision = { approval: 1, reason: 'test', askedBy: 'risk', approvedBy: 'admin' };
const LAST = MATURITY / 1000;
const FIRST = LAST - 1_800;
/** 10 BTC shares of the call; the put of the worked example matures with it. */
const call = async () => (await fixture.buy(await fixture.product(), 10)).id;
const put = async (): Promise<number> => {
  const product = await fixture.product({
    type: 'put',
    strike: price('25000'),
    apr: rate('0.365'),
    sharePrice: amount('100'),
    totalShares: 100,
    userMaxShares: 100,
    maturityMs: MATURITY + 3 * DAY_MS,
    saleEndMs: MATURITY,
  });
  return (await fixture.buy(product, 100, BEA)).id;
};
const decide = (kind: string, payload: Record<string, string | number>) =>
  database.db.transact(
    (tx) => dualApprovals(fixture.deps)[kind]?.execute(tx, payload, decision) ?? Promise.reject(),
  );

test('a mean of 29,999.99 pays 1.014 BTC, and the receipt of it is proved', async () => {
  const id = await call();
  await fixture.ticks(FIRST, FIRST + 1, '29982');
  await fixture.ticks(FIRST + 1, LAST, '30000');
  // Neither the tick before the window nor that of maturity counts.
  await fixture.ticks(FIRST - 1, FIRST, '1');
  await fixture.ticks(LAST, LAST + 1, '1');
  fixture.clock.set(MATURITY - 1);
  expect(await fixture.settler.runDue()).toBe(0);
  fixture.clock.set(MATURITY);
  await fixture.settler.runDue();
  const order = await fixture.order(id);
  expect(order).toMatchObject({ outcome: 'coin', payout: amount('1.014') });
  expect(await fixture.wallet(ALICE, BTC)).toBe('1.014 0');
  expect(await fixture.house(BTC)).toBe('0.986 0');
  expect(await fixture.house(USDT)).toBe('50000 0');
  const { body } = await database.db.one<{ body: string }>(
    sql`select body from proofs_receipts where hash = ${order.receipt ?? ''}`,
  );
  expect(body).toContain('"settlement":"29999.99"');
  expect(body.length).toBeLessThan(5_000);
  expect(await fixture.contradictions()).toEqual([]);
});

test('at the strike a call pays 30,420 USDT, and the house keeps the coin', async () => {
  const id = await call();
  await fixture.ticks(FIRST, LAST, '30000');
  fixture.clock.set(MATURITY);
  await fixture.settler.runDue();
  expect(await fixture.order(id)).toMatchObject({ outcome: 'quote', payout: amount('30420') });
  expect(await fixture.wallet(ALICE, BTC)).toBe('0 0');
  expect(await fixture.wallet(ALICE, USDT)).toBe('30420 0');
  expect(await fixture.house(BTC)).toBe('2 0');
  expect(await fixture.house(USDT)).toBe('19580 0');
  expect(fixture.notifications.at(-1)).toMatchObject({
    kind: 'dual:settled',
    values: { price: '30000', amount: '30420', currency: 'USDT' },
  });
  expect(await fixture.contradictions()).toEqual([]);
});

test.each([
  ['24000', '0.404 0', '0 0', 'coin'],
  ['25000', '0 0', '10100 0', 'quote'],
])('a put of 10,000 USDT at 25,000 settled at %s', async (settlement, coin, quote, outcome) => {
  const id = await put();
  const last = LAST + 3 * 86_400;
  await fixture.ticks(last - 1_800, last, settlement);
  fixture.clock.set(last * 1000);
  await fixture.settler.runDue();
  expect(await fixture.order(id, BEA)).toMatchObject({ outcome });
  expect(await fixture.wallet(BEA, BTC)).toBe(coin);
  expect(await fixture.wallet(BEA, USDT)).toBe(quote);
  expect(await fixture.contradictions()).toEqual([]);
});

test('what rounding leaves goes to the rounding account', async () => {
  const product = await fixture.product({ apr: rate('0.7311111111'), sharePrice: amount('0.00000003') });
  await fixture.buy(product, 1);
  await fixture.ticks(FIRST, LAST, '29999');
  fixture.clock.set(MATURITY);
  await fixture.settler.runDue();
  expect(await fixture.rounding(BTC)).toBe('0.00000001 0');
  expect(await fixture.contradictions()).toEqual([]);
});

test('exactly half of the ticks decide; while the index is silent the settlement waits for late ones', async () => {
  const id = await call();
  await fixture.ticks(FIRST, FIRST + 900, '30000');
  fixture.clock.set(MATURITY + 34_999);
  expect(await fixture.settler.runDue()).toBe(0);
  fixture.clock.set(MATURITY + 35_000);
  await fixture.settler.runDue();
  expect(await fixture.order(id)).toMatchObject({ outcome: 'quote' });
});

const key = { market_id: BTC_USDT, maturity_ms: MATURITY };
const tooFew = async (): Promise<number> => {
  const id = await call();
  await fixture.ticks(FIRST, FIRST + 899, '30000');
  fixture.clock.set(MATURITY + 40_000);
  await fixture.settler.runDue();
  expect(await fixture.order(id)).toMatchObject({ outcome: undefined });
  return id;
};

test('fewer than half of the ticks wait for two operators, and holders are notified once', async () => {
  const id = await tooFew();
  const { settlements } = await readDashboard(fixture.deps);
  expect(settlements).toMatchObject([{ state: 'settling', ticks: 899, orders: 1, open_orders: 1 }]);
  await fixture.settler.runDue();
  expect(fixture.notifications.filter(({ kind }) => kind === 'dual:settling')).toHaveLength(1);
  await decide('dual source price', { ...key, price: '29999.99', source: 'Deribit settlement 2026-11-27' });
  await fixture.settler.runDue();
  expect(await fixture.order(id)).toMatchObject({ outcome: 'coin', payout: amount('1.014') });
  for (const kind of ['dual source price', 'dual void'])
    await expect(decide(kind, { ...key, price: '1', source: 'later' })).rejects.toEqual(
      refused('dual_settlement_decided'),
    );
  const { body } = await database.db.one<{ body: string }>(
    sql`select body from proofs_receipts where kind = 'dual'`,
  );
  expect(body).toContain('Deribit settlement 2026-11-27');
  expect(await fixture.contradictions()).toEqual([]);
});

test('two operators void a settlement, and every principal returns', async () => {
  const id = await tooFew();
  await decide('dual void', key);
  await fixture.settler.runDue();
  expect(await fixture.order(id)).toMatchObject({ outcome: 'void', payout: amount('1') });
  expect(await fixture.wallet(ALICE, BTC)).toBe('1 0');
  expect(await fixture.house(BTC)).toBe('1 0');
  expect(await fixture.house(USDT)).toBe('50000 0');
  // The principal of a call is in the coin.
  expect(fixture.notifications.at(-1)).toMatchObject({
    ...{ kind: 'dual:refunded', values: { amount: '1', currency: 'BTC' } },
  });
  expect(await fixture.contradictions()).toEqual([]);
});

test('nobody decides where the ticks do, before maturity or in the database', async () => {
  const id = await call();
  await expect(decide('dual void', key)).rejects.toEqual(refused('dual_settlement_decided'));
  await fixture.ticks(FIRST, LAST, '30000');
  fixture.clock.set(MATURITY);
  await fixture.settler.runDue();
  await expect(decide('dual source price', { ...key, price: '1', source: 'a fax' })).rejects.toEqual(
    refused('dual_settlement_decided'),
  );
  for (const change of [
    sql`update dual_settlements set basis = 'void'`,
    sql`update dual_settlements set tick_sum = 1`,
    sql`update dual_orders set outcome = 'coin', payout = 1.014 where id = ${id}`,
  ])
    await expect(database.db.run(change)).rejects.toThrow();
});

test('the database refuses a price of operators where there are enough ticks', async () => {
  await call();
  await expect(
    database.db
      .run(sql`update dual_settlements set ticks = 900, tick_sum = 1, tick_ends = '[]', basis = 'source',
      source_price = 1, source = 'a fax', decided_at = now()`),
  ).rejects.toThrow('check constraint');
});

test('a server that was down for three days settles by the ticks of maturity; a maturity without orders closes by itself', async () => {
  const id = await call();
  await fixture.product({ maturityMs: MATURITY + DAY_MS });
  await fixture.ticks(FIRST, LAST, '30000');
  await fixture.at(MATURITY + 3 * DAY_MS);
  await fixture.settler.runDue();
  expect(await fixture.order(id)).toMatchObject({ outcome: 'quote' });
  const { settlements } = await readDashboard(fixture.deps);
  expect(settlements.map(({ state }) => state)).toEqual(['done', 'done']);
});

test('a clock that is not trusted settles nothing', async () => {
  const id = await call();
  await fixture.ticks(FIRST, LAST, '30000');
  fixture.clock.set(MATURITY);
  const distrusted = await DualFixture.open(database.db, MATURITY);
  Object.assign(distrusted.ctx.clock, { isTrusted: () => false });
  expect(await distrusted.settler.runDue()).toBe(0);
  expect(await fixture.order(id)).toMatchObject({ outcome: undefined });
});

test('several processes settle together, each order once', async () => {
  const product = await fixture.product({
    totalShares: 1_000,
    userMaxShares: 1_000,
    sharePrice: amount('0.001'),
  });
  for (let at = 0; at < 60; at++) await fixture.buy(product, 1);
  await fixture.ticks(FIRST, LAST, '30000');
  fixture.clock.set(MATURITY);
  const others = await Promise.all(
    [1, 2, 3].map(() => DualFixture.open(database.db, MATURITY, { batch: 7 })),
  );
  await Promise.all(others.map(({ settler }) => settler.runDue()));
  await fixture.settler.runDue();
  const { n } = await database.db.one<{ n: number }>(
    sql`select count(*) as n from ledger_journals where kind = 'dual:payout'`,
  );
  expect(n).toBe(60);
  expect(await fixture.contradictions()).toEqual([]);
});

test('coverage shows the worst case, and exposure what has to be bought', async () => {
  await call();
  await put();
  const { coverage, exposure } = await readDashboard(fixture.deps);
  expect(coverage).toEqual([
    { currency_name: 'BTC', available: '0.582', held: '0.418', worst_case: '0.418', covered: true },
    { currency_name: 'USDT', available: '19480', held: '30520', worst_case: '30520', covered: true },
  ]);
  expect(exposure.map(({ bands }) => bands.map(({ coin, quote }) => `${coin} ${quote}`))).toEqual([
    ['-0.014 0', '1 -30420'],
    ['-0.404 10000', '0 -100'],
  ]);
});
