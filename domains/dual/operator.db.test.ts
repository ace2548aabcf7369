import { contract } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { seedDemoOperators } from '@karat/domains/operators';
import { amount, price, rate } from '@karat/money';
import { ASKED, callConsole, plainPasswords } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleHandlers } from './operator.ts';
import { ALICE, BEA, BTC, BTC_USDT, DualFixture, MATURITY, START, USDT } from './testing/fixture.ts';

const EARLY = MATURITY - 2 * DAY_MS;
let database: TestDatabase;
let fixture: DualFixture;

type Dual = Contract['dual'];
const call = <Path extends Extract<keyof Dual, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.dual, consoleHandlers(fixture.deps), path, { login: 'risk', fields });

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await DualFixture.open(database.db);
  await seedDemoOperators(fixture.ctx, plainPasswords);
  await fixture.fundHouse('5', BTC);
  await fixture.fundHouse('90000', USDT);
  await fixture.fund(ALICE, '8', BTC);
  await fixture.fund(BEA, '100000', USDT);
});
afterAll(() => database.drop());

test('products, orders and the dashboard of a settled, a waiting and a running maturity', async () => {
  await fixture.at(START + 1_000);
  const settled = await fixture.product({
    maturityMs: EARLY,
    saleEndMs: EARLY - DAY_MS,
    strike: price('29000'),
    totalShares: 70,
    userMaxShares: 40,
  });
  const calls = await fixture.product({ apr: rate('0.5') });
  const puts = await fixture.product({
    type: 'put',
    strike: price('28000'),
    sharePrice: amount('250'),
    totalShares: 90,
    userMaxShares: 60,
    apr: rate('0.8'),
  });
  const late = await fixture.product({
    saleStartMs: START + 6 * DAY_MS,
    saleEndMs: MATURITY + 3 * DAY_MS,
    maturityMs: MATURITY + 7 * DAY_MS,
    strike: price('33000'),
  });
  await fixture.buy(settled, 4);
  await fixture.at(START + HOUR_MS);
  await fixture.buy(calls, 7);
  await fixture.at(START + 2 * HOUR_MS);
  await fixture.buy(puts, 9, BEA);
  await fixture.ticks(EARLY / 1_000 - 1_800, EARLY / 1_000, '30000');
  await fixture.at(EARLY + HOUR_MS);
  await fixture.settler.runDue();
  await call('console/dual_terms', {
    id: puts,
    apr: '70',
    total_shares: '80',
    user_max_shares: '50',
    sale_end_ms: MATURITY - DAY_MS,
    enabled: 'false',
    reason: 'calm',
  });
  expect(await call('console/dual_products', { limit: '3' })).toEqual({
    current_page: 1,
    data: [
      {
        apr: '73',
        currency_name: 'BTC',
        enabled: true,
        id: 4,
        maturity_ms: MATURITY + 7 * DAY_MS,
        sale_end_ms: MATURITY + 3 * DAY_MS,
        sale_start_ms: EARLY + 18 * HOUR_MS,
        share_price: '0.1',
        sold_shares: 0,
        status: 'coming',
        strike: '33000',
        symbol: 'BTC/USDT',
        total_shares: 100,
        type: 'call',
        user_max_shares: 50,
      },
      {
        apr: '80',
        currency_name: 'USDT',
        enabled: true,
        id: 3,
        maturity_ms: MATURITY,
        sale_end_ms: MATURITY - DAY_MS,
        sale_start_ms: START,
        share_price: '250',
        sold_shares: 9,
        status: 'open',
        strike: '28000',
        symbol: 'BTC/USDT',
        total_shares: 90,
        type: 'put',
        user_max_shares: 60,
      },
      {
        apr: '50',
        currency_name: 'BTC',
        enabled: true,
        id: 2,
        maturity_ms: MATURITY,
        sale_end_ms: MATURITY - DAY_MS,
        sale_start_ms: START,
        share_price: '0.1',
        sold_shares: 7,
        status: 'open',
        strike: '30000',
        symbol: 'BTC/USDT',
        total_shares: 100,
        type: 'call',
        user_max_shares: 50,
      },
    ],
    last_page: 2,
    per_page: 3,
    total: 4,
  });
  expect(await call('console/dual_products', { limit: '3', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        apr: '73',
        currency_name: 'BTC',
        enabled: true,
        id: 1,
        maturity_ms: EARLY,
        sale_end_ms: EARLY - DAY_MS,
        sale_start_ms: START,
        share_price: '0.1',
        sold_shares: 4,
        status: 'ended',
        strike: '29000',
        symbol: 'BTC/USDT',
        total_shares: 70,
        type: 'call',
        user_max_shares: 40,
      },
    ],
    last_page: 2,
    per_page: 3,
    total: 4,
  });
  expect(await call('console/dual_orders', { limit: '2' })).toEqual({
    current_page: 1,
    data: [
      {
        apr: '80',
        coin_payout: '0.08159001',
        currency_name: 'USDT',
        days: 7,
        id: 3,
        maturity_ms: MATURITY,
        payout: null,
        payout_currency_name: null,
        principal: '2250',
        product_id: 3,
        purchased_ms: START + 2 * HOUR_MS,
        quote_payout: '2284.520547',
        receipt: null,
        settled_ms: null,
        shares: 9,
        status: 1,
        strike: '28000',
        symbol: 'BTC/USDT',
        type: 'put',
        uid: BEA,
      },
      {
        apr: '50',
        coin_payout: '0.70671232',
        currency_name: 'BTC',
        days: 7,
        id: 2,
        maturity_ms: MATURITY,
        payout: null,
        payout_currency_name: null,
        principal: '0.7',
        product_id: 2,
        purchased_ms: START + HOUR_MS,
        quote_payout: '21201.369863',
        receipt: null,
        settled_ms: null,
        shares: 7,
        status: 1,
        strike: '30000',
        symbol: 'BTC/USDT',
        type: 'call',
        uid: ALICE,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  expect(await call('console/dual_orders', { limit: '2', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        apr: '73',
        coin_payout: '0.404',
        currency_name: 'BTC',
        days: 5,
        id: 1,
        maturity_ms: EARLY,
        payout: '11716',
        payout_currency_name: 'USDT',
        principal: '0.4',
        product_id: 1,
        purchased_ms: START + 1_000,
        quote_payout: '11716',
        receipt: expect.any(String) as unknown,
        settled_ms: EARLY + HOUR_MS,
        shares: 4,
        status: 3,
        strike: '29000',
        symbol: 'BTC/USDT',
        type: 'call',
        uid: ALICE,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 3,
  });
  const ids = async (fields: object) => (await call('console/dual_orders', fields)).data.map(({ id }) => id);
  expect([
    await ids({ open: 'true' }),
    await ids({ open: 'false' }),
    await ids({ uid: BEA }),
    await ids({ product_id: calls }),
  ]).toEqual([[3, 2], [1], [3], [2]]);
  expect(await call('console/dual')).toEqual({
    coverage: [
      {
        available: '5.31169765',
        covered: true,
        currency_name: 'BTC',
        held: '0.08830235',
        worst_case: '0.08830235',
      },
      {
        available: '57048.109588',
        covered: true,
        currency_name: 'USDT',
        held: '21235.890412',
        worst_case: '21235.890412',
      },
    ],
    exposure: [
      {
        bands: [
          { coin: '-0.08830235', from: null, quote: '2250', to: '28000' },
          { coin: '-0.00671233', from: '28000', quote: '-34.520548', to: '30000' },
          { coin: '0.7', from: '30000', quote: '-21235.890412', to: null },
        ],
        coin_name: 'BTC',
        market_id: 1,
        maturity_ms: MATURITY,
        quote_name: 'USDT',
        strikes: [
          {
            call: { orders: 0, principal: '0', shares: 0 },
            coin_payout: '0.08159001',
            put: { orders: 1, principal: '2250', shares: 9 },
            quote_payout: '2284.520547',
            strike: '28000',
          },
          {
            call: { orders: 1, principal: '0.7', shares: 7 },
            coin_payout: '0.70671232',
            put: { orders: 0, principal: '0', shares: 0 },
            quote_payout: '21201.369863',
            strike: '30000',
          },
        ],
        symbol: 'BTC/USDT',
      },
    ],
    settlements: [
      {
        basis: null,
        market_id: 1,
        maturity_ms: MATURITY,
        open_orders: 2,
        orders: 2,
        price: null,
        source: null,
        state: 'waiting',
        symbol: 'BTC/USDT',
        ticks: null,
        ticks_needed: 900,
      },
      {
        basis: null,
        market_id: 1,
        maturity_ms: MATURITY + 7 * DAY_MS,
        open_orders: 0,
        orders: 0,
        price: null,
        source: null,
        state: 'waiting',
        symbol: 'BTC/USDT',
        ticks: null,
        ticks_needed: 900,
      },
      {
        basis: 'ticks',
        market_id: 1,
        maturity_ms: EARLY,
        open_orders: 0,
        orders: 1,
        price: '30000',
        source: null,
        state: 'done',
        symbol: 'BTC/USDT',
        ticks: 1800,
        ticks_needed: 900,
      },
    ],
  });
  await fixture.at(MATURITY + HOUR_MS);
  await fixture.settler.runDue();
  expect((await call('console/dual')).settlements).toEqual([
    {
      basis: null,
      market_id: 1,
      maturity_ms: MATURITY,
      open_orders: 2,
      orders: 2,
      price: null,
      source: null,
      state: 'settling',
      symbol: 'BTC/USDT',
      ticks: 0,
      ticks_needed: 900,
    },
    {
      basis: null,
      market_id: 1,
      maturity_ms: MATURITY + 7 * DAY_MS,
      open_orders: 0,
      orders: 0,
      price: null,
      source: null,
      state: 'waiting',
      symbol: 'BTC/USDT',
      ticks: null,
      ticks_needed: 900,
    },
    {
      basis: 'ticks',
      market_id: 1,
      maturity_ms: EARLY,
      open_orders: 0,
      orders: 1,
      price: '30000',
      source: null,
      state: 'done',
      symbol: 'BTC/USDT',
      ticks: 1800,
      ticks_needed: 900,
    },
  ]);
  expect(
    await call('console/dual_source', {
      market_id: BTC_USDT,
      maturity_ms: MATURITY,
      price: '29500.5',
      source: 'https://prices.example/a',
      reason: 'no ticks',
    }),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: '29500.5', before: null, label: 'Settlement price' },
      { after: 'https://prices.example/a', before: null, label: 'Document' },
      { after: '0', before: '0', label: 'Index ticks' },
    ],
    created_ms: MATURITY + HOUR_MS,
    digest: expect.any(String) as unknown,
    id: 2,
    kind: 'dual source price',
    ...ASKED,
    reason: 'no ticks',
    subject: 'BTC/USDT 2026-11-27',
    title: 'Settle a dual currency maturity by a documented price',
    uid: null,
  });
  expect(
    await call('console/dual_void', { market_id: BTC_USDT, maturity_ms: MATURITY, reason: 'no price' }),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: 'void, every principal returns', before: 'settling', label: 'Orders' },
      { after: '0', before: '0', label: 'Index ticks' },
    ],
    created_ms: MATURITY + HOUR_MS,
    digest: expect.any(String) as unknown,
    id: 3,
    kind: 'dual void',
    ...ASKED,
    reason: 'no price',
    subject: 'BTC/USDT 2026-11-27',
    title: 'Void a dual currency maturity',
    uid: null,
  });
  expect(
    await call('console/dual_terms', {
      id: late,
      apr: '61',
      total_shares: '101',
      user_max_shares: '51',
      sale_end_ms: MATURITY + 2 * DAY_MS,
      enabled: 'true',
      reason: 'demand',
    }),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: '61 %', before: '73 %', label: 'APR' },
      { after: '101', before: '100', label: 'Shares' },
      { after: '51', before: '50', label: 'Shares per user' },
      { after: '2026-11-29 08:00 UTC', before: '2026-11-30 08:00 UTC', label: 'Sale ends' },
      { after: 'yes', before: 'yes', label: 'For sale' },
      { after: '0', before: '0', label: 'Shares sold' },
    ],
    created_ms: MATURITY + HOUR_MS,
    digest: expect.any(String) as unknown,
    id: 4,
    kind: 'dual terms',
    ...ASKED,
    reason: 'demand',
    subject: '4: BTC/USDT call 33000 2026-12-04',
    title: 'Change terms of a dual investment product',
    uid: null,
  });
  expect(
    await call('console/dual_product', {
      market_id: BTC_USDT,
      type: 'put',
      strike: '27000',
      apr: '44',
      share_price: '300',
      total_shares: '500',
      user_max_shares: '20',
      sale_start_ms: MATURITY + DAY_MS,
      sale_end_ms: MATURITY + 8 * DAY_MS,
      maturity: '2026-12-20',
      reason: 'new',
    }),
  ).toEqual({
    asked_by: 'risk',
    changes: [
      { after: 'BTC/USDT', before: null, label: 'Market' },
      { after: 'put, paid in the quote currency', before: null, label: 'Direction' },
      { after: '27000', before: null, label: 'Strike' },
      { after: '44 %', before: null, label: 'APR' },
      { after: '300', before: null, label: 'Share price' },
      { after: '500', before: null, label: 'Shares' },
      { after: '20', before: null, label: 'Shares per user' },
      { after: '2026-11-28 08:00 UTC', before: null, label: 'Sale starts' },
      { after: '2026-12-05 08:00 UTC', before: null, label: 'Sale ends' },
      { after: '2026-12-20 16:00 Hong Kong', before: null, label: 'Maturity' },
    ],
    created_ms: MATURITY + HOUR_MS,
    digest: expect.any(String) as unknown,
    id: 5,
    kind: 'dual product',
    ...ASKED,
    reason: 'new',
    subject: 'BTC/USDT put 27000 2026-12-20',
    title: 'Add a dual investment product',
    uid: null,
  });
});
