import { contract, marketId } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import { callHandler } from '@karat/platform/testing';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dualHandlers } from './http.ts';
import { dualApprovals } from './operator.ts';
import { ALICE, BEA, BTC, DualFixture, MATURITY, START, USDT, WEEK_CALL } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: DualFixture;
/** The maturity of one product. */
const NOW = MATURITY - 2 * DAY_MS;

const call = <Path extends keyof typeof contract.dual>(
  path: Path,
  fields: Record<string, unknown> = {},
  who = ALICE,
) =>
  database.db.transact((tx) =>
    callHandler(contract.dual, dualHandlers(fixture.deps), path, { who, tx, fields }),
  );
const offered = async (fields: Record<string, unknown> = {}): Promise<number[]> =>
  (await call('dual/index', fields)).data.map(({ id }) => id);

async function disable(id: number): Promise<void> {
  const terms = { id, apr: '73', total_shares: 100, user_max_shares: 50, sale_end_ms: WEEK_CALL.saleEndMs };
  const decision = { approval: 1, reason: 'test', askedBy: 'risk', approvedBy: 'admin' };
  await database.db.transact(
    (tx) =>
      dualApprovals(fixture.deps)['dual terms']?.execute(tx, { ...terms, enabled: false }, decision) ??
      Promise.reject(new Error('no kind')),
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await DualFixture.open(database.db);
  await fixture.at(START);
  for (const user of [ALICE, BEA]) {
    await fixture.fund(user, '10', BTC);
    await fixture.fund(user, '10000', USDT);
  }
  await fixture.fundHouse('10', BTC);
  await fixture.fundHouse('900000', USDT);
  await fixture.product();
  await fixture.product({
    ...{ type: 'put', strike: price('25000'), apr: rate('0.9'), sharePrice: amount('100') },
  });
  await fixture.product({ apr: rate('0.8'), totalShares: 1, userMaxShares: 1 });
  await fixture.product({ maturityMs: MATURITY + DAY_MS });
  await fixture.product({ strike: price('31000') });
  await fixture.product({ strike: price('32000') });
  await fixture.product({ apr: rate('0.5'), saleEndMs: NOW });
  await fixture.product({ maturityMs: NOW, saleEndMs: NOW - DAY_MS });
  await fixture.product();
  await fixture.product({ marketId: marketId(2), strike: price('20000') });
  await fixture.buy(3, 1, BEA);
  await fixture.buy(6, 2);
  await fixture.buy(1, 3);
  await fixture.buy(2, 4);
  await fixture.buy(1, 5, BEA);
  for (const id of [5, 6]) await disable(id);
  await fixture.at(NOW);
});
afterAll(() => database.drop());

test('products for sale come by maturity and rate, then those that nobody can buy; none that has matured or was never sold', async () => {
  expect(await offered()).toEqual([2, 1, 9, 10, 4, 3, 6, 7]);
  expect(await offered({ type: 'put' })).toEqual([2]);
  expect(await offered({ currency_id: BTC })).toEqual([2, 1, 9, 4, 3, 6, 7]);
  expect(await call('dual/index', { page: 2, limit: 5 })).toMatchObject({
    ...{ current_page: 2, last_page: 2, per_page: 5, total: 8, data: [{ id: 3 }, { id: 6 }, { id: 7 }] },
  });
  fixture.clock.set(NOW - 1);
  expect(await offered()).toEqual([2, 1, 9, 10, 7, 4, 8, 3, 6]);
  fixture.clock.set(NOW);
});

test('a product has what its reader has bought of it, a visitor nothing', async () => {
  const bought = async (who: typeof ALICE) =>
    (await call('dual/index', {}, who)).data.map(({ id, bought: own }) => `${id}: ${own}`);
  expect(await bought(ALICE)).toEqual(['2: 4', '1: 3', '9: 0', '10: 0', '4: 0', '3: 0', '6: 2', '7: 0']);
  expect(await bought(BEA)).toEqual(['2: 0', '1: 5', '9: 0', '10: 0', '4: 0', '3: 1', '6: 0', '7: 0']);
  const visitor = await callHandler(contract.dual, dualHandlers(fixture.deps), 'dual/detail', {
    fields: { id: 1 },
  });
  expect(visitor).toEqual({ ...(await call('dual/detail', { id: 1 })), bought: 0 });
  await expect(call('dual/detail', { id: 99 })).rejects.toThrow('dual_product_unknown');
});

test('own orders come newest first, by state and page, and those of others are unknown', async () => {
  const ids = async (fields: Record<string, unknown> = {}, who = ALICE) =>
    (await call('dual/dual_list', fields, who)).data.map(({ id }) => id);
  expect(await ids()).toEqual([4, 3, 2]);
  expect(await ids({}, BEA)).toEqual([5, 1]);
  expect(await call('dual/dual_list', { page: 2, limit: 2 })).toMatchObject({
    ...{ current_page: 2, last_page: 2, per_page: 2, total: 3, data: [{ id: 2 }] },
  });
  expect([await ids({ status: '1' }), await ids({ status: '2' })]).toEqual([[4, 3, 2], []]);
  fixture.clock.set(MATURITY);
  expect([await ids({ status: '1' }), await ids({ status: '2' })]).toEqual([[], [4, 3, 2]]);
  fixture.clock.set(NOW);
  expect(await call('dual/order', { id: 3 })).toMatchObject({ id: 3, product_id: 1, num: 3 });
  for (const id of [5, 99]) await expect(call('dual/order', { id })).rejects.toThrow('dual_order_unknown');
});

test('a preview is refused above the shares of a user', async () => {
  expect(await call('dual/preview', { id: 1, num: 50 })).toMatchObject({ amount: '5', available: '9.5' });
  await expect(call('dual/preview', { id: 1, num: 51 })).rejects.toThrow('dual_user_limit');
});

test('settled orders are listed as such', async () => {
  const second = MATURITY / 1_000;
  await fixture.ticks(second - 1_800, second, '30000');
  fixture.clock.set(MATURITY);
  await fixture.settler.runDue();
  const ids = async (status: string) => (await call('dual/dual_list', { status })).data.map(({ id }) => id);
  expect([await ids('0'), await ids('1'), await ids('2'), await ids('3')]).toEqual([[], [], [], [4, 3, 2]]);
  const paid = (await call('dual/dual_list')).data.map((row) => [row.payout_currency_name, row.payout]);
  expect(paid).toEqual([
    ['USDT', '406.904109'],
    ['USDT', '9126'],
    ['BTC', '0.2028'],
  ]);
});
