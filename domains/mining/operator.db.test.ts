import { contract } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { BTC } from '@karat/domains/ledger';
import { seedDemoOperators } from '@karat/domains/operators';
import { amount, rate } from '@karat/money';
import { ASKED, callConsole, plainPasswords } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleHandlers } from './operator.ts';
import { ALICE, BEA, EarnFixture, START, USDT } from './testing/fixture.ts';

let database: TestDatabase;
let earn: EarnFixture;

type Mining = Contract['mining'];
const call = <Path extends Extract<keyof Mining, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.mining, consoleHandlers(earn.deps), path, { login: 'risk', fields });

beforeAll(async () => {
  database = await createTestDatabase();
  earn = await EarnFixture.open(database.db);
  await seedDemoOperators(earn.ctx, plainPasswords);
  await earn.fundInterest('5000');
  await earn.fundInterest('2', BTC);
  await earn.fund(ALICE, '50000');
  await earn.fund(BEA, '70000');
  await earn.fund(BEA, '3', BTC);
});
afterAll(() => database.drop());

test('products with what is sold, orders by filter and page, and the cover of each currency', async () => {
  const fixed = await earn.product({
    orderMin: amount('20'),
    userMax: amount('9000'),
    totalMax: amount('12000'),
    closesMs: START + 90 * DAY_MS,
  });
  const flexible = await earn.product({
    currencyId: BTC,
    days: 0,
    rate: rate('0.0002'),
    orderMin: amount('0.01'),
    userMax: amount('4'),
    totalMax: amount('30'),
  });
  const long = await earn.product({
    days: 30,
    vipOnly: true,
    rate: rate('0.005'),
    penaltyRatio: rate('0.002'),
  });
  earn.vips.add(BEA);
  await earn.buy(fixed, '1000');
  earn.clock.advance(HOUR_MS);
  await earn.buy(flexible, '1.5', BEA);
  earn.clock.advance(HOUR_MS);
  const early = await earn.buy(fixed, '2500', BEA);
  await earn.buy(long, '4000', BEA);
  earn.clock.set(START + 2 * DAY_MS + 3 * HOUR_MS);
  await earn.worker.runDue();
  await earn.redeem(early);
  expect(await call('console/mining_products')).toEqual([
    {
      category: 'flexible',
      closes_ms: null,
      covered_days: 30,
      currency_id: 1,
      currency_name: 'BTC',
      day: 0,
      decimals: 8,
      id: 2,
      interest_rate: '0.02',
      opens_ms: START,
      orders: 1,
      penalty_ratio: '0',
      remaining: '28.5',
      save_max: '4',
      save_min: '0.01',
      sold: '1.5',
      state: 'open',
      total: '30',
      vip_only: false,
    },
    {
      category: 'lockup',
      closes_ms: START + 90 * DAY_MS,
      covered_days: 5,
      currency_id: 3,
      currency_name: 'USDT',
      day: 5,
      decimals: 6,
      id: 1,
      interest_rate: '0.35',
      opens_ms: START,
      orders: 1,
      penalty_ratio: '0.4',
      remaining: '11000',
      save_max: '9000',
      save_min: '20',
      sold: '1000',
      state: 'open',
      total: '12000',
      vip_only: false,
    },
    {
      category: 'lockup',
      closes_ms: null,
      covered_days: 30,
      currency_id: 3,
      currency_name: 'USDT',
      day: 30,
      decimals: 6,
      id: 3,
      interest_rate: '0.5',
      opens_ms: START,
      orders: 1,
      penalty_ratio: '0.2',
      remaining: '996000',
      save_max: '1000000',
      save_min: '1',
      sold: '4000',
      state: 'open',
      total: '1000000',
      vip_only: true,
    },
  ]);
  expect(await call('console/mining_orders', { limit: '3' })).toEqual({
    current_page: 1,
    data: [
      {
        amount: '4000',
        category: 'lockup',
        closed_ms: null,
        config_id: 3,
        created_ms: START + 2 * HOUR_MS,
        currency_name: 'USDT',
        day: 30,
        days_paid: 2,
        end: null,
        end_ms: START + 722 * HOUR_MS,
        id: 4,
        interest: '40',
        interest_rate: '0.5',
        next_ms: START + 74 * HOUR_MS,
        penalty: '0',
        penalty_ratio: '0.2',
        principal: '4000',
        status: 1,
        uid: BEA,
      },
      {
        amount: '2500',
        category: 'lockup',
        closed_ms: START + 51 * HOUR_MS,
        config_id: 1,
        created_ms: START + 2 * HOUR_MS,
        currency_name: 'USDT',
        day: 5,
        days_paid: 2,
        end: 'redeemed',
        end_ms: START + 122 * HOUR_MS,
        id: 3,
        interest: '17.5',
        interest_rate: '0.35',
        next_ms: null,
        penalty: '30',
        penalty_ratio: '0.4',
        principal: '0',
        status: 2,
        uid: BEA,
      },
      {
        amount: '1.5',
        category: 'flexible',
        closed_ms: null,
        config_id: 2,
        created_ms: START + HOUR_MS,
        currency_name: 'BTC',
        day: 0,
        days_paid: 2,
        end: null,
        end_ms: null,
        id: 2,
        interest: '0.0006',
        interest_rate: '0.02',
        next_ms: START + 73 * HOUR_MS,
        penalty: '0',
        penalty_ratio: '0',
        principal: '1.5',
        status: 1,
        uid: BEA,
      },
    ],
    last_page: 2,
    per_page: 3,
    total: 4,
  });
  expect(await call('console/mining_orders', { limit: '3', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        amount: '1000',
        category: 'lockup',
        closed_ms: null,
        config_id: 1,
        created_ms: START,
        currency_name: 'USDT',
        day: 5,
        days_paid: 2,
        end: null,
        end_ms: START + 5 * DAY_MS,
        id: 1,
        interest: '7',
        interest_rate: '0.35',
        next_ms: START + 3 * DAY_MS,
        penalty: '0',
        penalty_ratio: '0.4',
        principal: '1000',
        status: 1,
        uid: ALICE,
      },
    ],
    last_page: 2,
    per_page: 3,
    total: 4,
  });
  const ids = async (fields: object) =>
    (await call('console/mining_orders', fields)).data.map(({ id }) => id);
  expect([
    await ids({ status: '1' }),
    await ids({ status: '2' }),
    await ids({ uid: ALICE }),
    await ids({ config_id: long.id }),
  ]).toEqual([[4, 2, 1], [3], [1], [4]]);
  earn.clock.advance(2 * DAY_MS);
  expect(await call('console/mining_coverage')).toEqual([
    {
      available: '4395',
      covered: true,
      currency_id: 3,
      currency_name: 'USDT',
      day: '23.5',
      orders: 2,
      overdue_ms: START + 3 * DAY_MS,
      owed: '570.5',
      principal: '5000',
      reserved: '570.5',
      week: '150.5',
    },
    {
      available: '1.9904',
      covered: true,
      currency_id: 1,
      currency_name: 'BTC',
      day: '0.0003',
      orders: 1,
      overdue_ms: START + 73 * HOUR_MS,
      owed: '0.009',
      principal: '1.5',
      reserved: '0.009',
      week: '0.0021',
    },
  ]);
  const terms = {
    interest_rate: '0.4',
    penalty_ratio: '0.5',
    save_min: '30',
    save_max: '8000',
    total: '15000',
    opens_ms: START + 5 * DAY_MS,
    closes_ms: START + 50 * DAY_MS,
    vip_only: 'true',
    reason: 'summer',
  };
  expect(await call('console/mining_terms', { id: fixed.id, ...terms })).toEqual({
    asked_by: 'risk',
    changes: [
      { after: '0.4 %', before: '0.35 %', label: 'Daily rate' },
      { after: '0.5 %', before: '0.4 %', label: 'Penalty per remaining day' },
      { after: '30', before: '20', label: 'Minimum per order' },
      { after: '8000', before: '9000', label: 'Maximum per user' },
      { after: '15000', before: '12000', label: 'Total cap' },
      { after: 'yes', before: 'no', label: 'VIP only' },
      { after: '2026-11-25 15:00 UTC', before: '2026-11-20 15:00 UTC', label: 'Opens' },
      { after: '2027-01-09 15:00 UTC', before: '2027-02-18 15:00 UTC', label: 'Closes' },
    ],
    created_ms: START + 99 * HOUR_MS,
    digest: expect.any(String) as unknown,
    id: 1,
    kind: 'mining terms',
    ...ASKED,
    reason: 'summer',
    subject: 'USDT, lockup, 5 days (product 1)',
    title: 'Change the terms of an Earn product',
    uid: null,
  });
  expect(
    await call('console/mining_product', {
      currency_id: USDT,
      category: 'lockup',
      day: '60',
      ...terms,
      closes_ms: undefined,
      vip_only: 'false',
    }),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: 'USDT', before: 'USDT', label: 'Currency' },
      { after: 'lockup, 60 days', before: 'lockup, 60 days', label: 'Term' },
      { after: '0.4 %', before: null, label: 'Daily rate' },
      { after: '0.5 %', before: null, label: 'Penalty per remaining day' },
      { after: '30', before: null, label: 'Minimum per order' },
      { after: '8000', before: null, label: 'Maximum per user' },
      { after: '15000', before: null, label: 'Total cap' },
      { after: 'no', before: null, label: 'VIP only' },
      { after: '2026-11-25 15:00 UTC', before: null, label: 'Opens' },
      { after: 'none', before: null, label: 'Closes' },
    ],
    created_ms: START + 99 * HOUR_MS,
    digest: expect.any(String) as unknown,
    id: 2,
    kind: 'mining product',
    ...ASKED,
    reason: 'summer',
    subject: 'USDT, lockup, 60 days',
    title: 'Add an Earn product',
    uid: null,
  });
});
