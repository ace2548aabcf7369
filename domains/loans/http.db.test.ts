import { contract } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { callHandler } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loansHandlers } from './http.ts';
import { ALICE, BEA, BTC, DAY_MS, ETH, LoansFixture, START, USDT, coins } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: LoansFixture;

const call = <Path extends keyof typeof contract.loans>(
  path: Path,
  fields: Record<string, unknown> = {},
  who = ALICE,
) =>
  database.db.transact((tx) =>
    callHandler(contract.loans, loansHandlers(fixture.deps), path, { who, tx, fields }),
  );

/** A running loan with a conversion and a repayment, a cancelled and a waiting application, and a loan of another user. */
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await LoansFixture.open(database.db);
  await fixture.at(START);
  await fixture.grant(houseAccount('loan_pool'), '2000000', USDT);
  await fixture.grant(houseAccount('conversion'), '1', BTC);
  await fixture.fund(ALICE, '30', BTC);
  await fixture.fund(BEA, '9', BTC);
  await fixture.lend({ collateral: coins('10', BTC) }, '0.0003');
  const second = await fixture.apply();
  await call('loan/cancel', { id: second.id });
  await fixture.lend({ userId: BEA });
  await fixture.apply({ amount: amount('700000') });
  await fixture.tick('60000');
  await call('loan/convert', {
    ...{ id: 1, from_currency_id: USDT, to_currency_id: BTC, amount: '30000' },
  });
  await fixture.tick('60000');
  await call('loan/repay', { id: 1, amount: '180' });
});
afterAll(async () => {
  await fixture.worker.stop();
  await database.drop();
});

test('own loans come newest first, open ones or ended ones, page by page; those of others are unknown', async () => {
  const ids = async (fields: Record<string, unknown> = {}, who = ALICE) =>
    (await call('loan/list', fields, who)).data.map(({ id }) => id);
  expect(await ids()).toEqual([4, 2, 1]);
  expect(await ids({ filter: 'open' })).toEqual([4, 1]);
  expect(await ids({ filter: 'closed' })).toEqual([2]);
  expect(await ids({}, BEA)).toEqual([3]);
  expect(await call('loan/list', { page: 2, limit: 2 })).toMatchObject({
    ...{ current_page: 2, last_page: 2, per_page: 2, total: 3, data: [{ id: 1 }] },
  });
  expect(await call('loan/detail', { id: 1 })).toMatchObject({ id: 1, debt: '600000', risk_rate: '199.96' });
  for (const path of ['loan/detail', 'loan/events', 'loan/schedule'] as const)
    for (const id of [3, 99]) await expect(call(path, { id })).rejects.toThrow('loan_unknown');
});

test('events of a loan come newest first, a conversion with its receipt', async () => {
  const { data, total } = await call('loan/events', { id: 1 });
  const receipt = expect.stringMatching(/^[0-9a-f]{64}$/) as unknown;
  const none = { received: null, received_name: null, receipt: null, day: null };
  const dollars = { currency_name: 'USDT', ...none };
  expect(data.map(({ id: _, at: __, ...event }) => event)).toEqual([
    { ...dollars, kind: 'repaid', amount: '180', debt: '600000', at_ms: START + 2_000 },
    {
      ...{ ...dollars, kind: 'converted', amount: '30000', received: '0.5', received_name: 'BTC', receipt },
      ...{ debt: '600180', at_ms: START + 1_000 },
    },
    { ...dollars, kind: 'interest', day: 1, amount: '180', debt: '600180', at_ms: START },
    { ...dollars, kind: 'approved', amount: '600000', debt: '600000', at_ms: START },
    { ...dollars, kind: 'applied', amount: '600000', debt: '0', at_ms: START },
  ]);
  expect(total).toBe(5);
  expect((await call('loan/events', { id: 1, page: 2, limit: 3 })).data).toEqual(data.slice(3));
});

test('each day of a term has its interest, the last one the principal', async () => {
  // The first day starts with the loan, each other one a millisecond after a whole number of days.
  const startOf = (day: number): number => (day === 1 ? START : START + (day - 1) * DAY_MS + 1);
  const day = (number: number, principal = '0') => ({
    ...{
      day: number,
      due_ms: startOf(number),
      interest: '180',
      principal,
      charged: number === 1,
    },
  });
  const page = { per_page: 4, total: 30, last_page: 8 };
  expect(await call('loan/schedule', { id: 1, limit: 4 })).toEqual({
    ...{ ...page, current_page: 1, data: [day(1), day(2), day(3), day(4)] },
  });
  expect(await call('loan/schedule', { id: 1, limit: 4, page: 8 })).toEqual({
    ...{ ...page, current_page: 8, data: [day(29), day(30, '600000')] },
  });
  expect((await call('loan/schedule', { id: 1, limit: 4, page: 9 })).data).toEqual([]);
  await expect(call('loan/schedule', { id: 4 })).rejects.toThrow('loan_not_open');
});

test('what can be lent has the pool of each currency and, for a user, the own balance and standing', async () => {
  const offer = (own: string | null) => ({
    ...{ id: BTC, name: 'BTC', decimals: 8, price: '60000', pool: '0', available: own },
  });
  const of = (currencies: readonly { id: number }[], id: number) => currencies.find((each) => each.id === id);
  const alice = await call('loan/config');
  expect(alice).toMatchObject({
    ...{ min: '500000', max: '10000000', days_min: 7, days_max: 365, usual_rate: '0.03', vip_level: 2 },
    caller: { vip_level: 2, market_maker: false, eligible: false, hindrances: ['application_open'] },
  });
  expect(of(alice.currencies, BTC)).toEqual(offer('15'));
  expect(of(alice.currencies, USDT)).toMatchObject({ pool: '800180', available: '0' });
  expect(of(alice.currencies, ETH)).toMatchObject({ available: '0' });
  const bea = await call('loan/config', {}, BEA);
  expect([bea.caller?.eligible, of(bea.currencies, BTC)]).toEqual([true, offer('4')]);
  const visitor = await callHandler(contract.loans, loansHandlers(fixture.deps), 'loan/config', {});
  expect([visitor.caller, of(visitor.currencies, BTC)]).toEqual([null, offer(null)]);
});
