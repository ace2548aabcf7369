import { contract } from '@karat/contract';
import { BTC } from '@karat/domains/ledger';
import { amount, rate } from '@karat/money';
import { callHandler } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boostOrder } from './boost.ts';
import { miningHandlers } from './http.ts';
import { ALICE, BEA, EarnFixture, START, USDT } from './testing/fixture.ts';

let database: TestDatabase;
let earn: EarnFixture;
const NOW = START + 2 * DAY_MS + 3 * HOUR_MS;

const call = <Path extends keyof typeof contract.mining>(
  path: Path,
  fields: Record<string, unknown> = {},
  who = ALICE,
) =>
  database.db.transact((tx) =>
    callHandler(contract.mining, miningHandlers(earn.deps), path, { who, tx, fields }),
  );
const visit = (path: 'lh/deposit/config' | 'lh/deposit/product', fields: Record<string, unknown> = {}) =>
  callHandler(contract.mining, miningHandlers(earn.deps), path, { fields });

beforeAll(async () => {
  database = await createTestDatabase();
  earn = await EarnFixture.open(database.db);
  await earn.fundInterest('1000');
  await earn.fundInterest('2', BTC);
  for (const user of [ALICE, BEA]) {
    await earn.fund(user, '10000');
    await earn.fund(user, '10', BTC);
  }
  const limits = { orderMin: amount('20'), userMax: amount('5000'), totalMax: amount('9000') };
  await earn.product({ ...limits, closesMs: START + 90 * DAY_MS });
  const coins = { orderMin: amount('0.01'), userMax: amount('4'), totalMax: amount('30') };
  await earn.product({ ...coins, currencyId: BTC, days: 0, rate: rate('0.0002') });
  await earn.product({ days: 30, reserveDays: 30, vipOnly: true, opensMs: START + 9 * DAY_MS });
  await earn.product({ days: 7, reserveDays: 7, category: 'cloud', closesMs: START + HOUR_MS });
  const first = await call('lh/deposit', { config_id: 1, amount: '1000' });
  await database.db.transact((tx) =>
    boostOrder(earn.deps, tx, {
      ...{ userId: ALICE, orderId: first.id, couponId: 4, rate: rate('0.001'), days: 3 },
      maxIn: () => amount('100'),
    }),
  );
  earn.clock.advance(HOUR_MS);
  await call('lh/deposit', { config_id: 2, amount: '0.5' });
  earn.clock.advance(HOUR_MS);
  await call('lh/deposit', { config_id: 1, amount: '2000' }, BEA);
  earn.clock.set(NOW);
  await earn.worker.runDue();
  await call('lh/deposit', { config_id: 1, amount: '300' });
  await call('lh/deposit/order/cancel', { id: 4 });
  await call('lh/deposit/redeem', { id: 2, amount: '0.2' });
});
afterAll(() => database.drop());

const dollars = { currency_id: USDT, currency_name: 'USDT', decimals: 6 };
const usual = { interest_rate: '0.35', penalty_ratio: '0.4' };
const wide = { save_min: '1', save_max: '1000000', total: '1000000', remaining: '1000000' };
const flexible = {
  ...{ id: 2, currency_id: BTC, currency_name: 'BTC', decimals: 8, category: 'flexible', day: 0 },
  ...{ interest_rate: '0.02', penalty_ratio: '0', save_min: '0.01', save_max: '4', total: '30' },
  ...{
    remaining: '29.7',
    state: 'open',
    vip_only: false,
    opens_ms: START,
    closes_ms: null,
    covered_days: 30,
  },
};
const fixed = {
  ...{ id: 1, ...dollars, ...usual, category: 'lockup', day: 5, save_min: '20', save_max: '5000' },
  ...{ total: '9000', remaining: '6000', state: 'open', vip_only: false, opens_ms: START },
  ...{ closes_ms: START + 90 * DAY_MS, covered_days: 5 },
};
const coming = {
  ...{ id: 3, ...dollars, ...usual, ...wide, category: 'lockup', day: 30, state: 'upcoming', vip_only: true },
  ...{ opens_ms: START + 9 * DAY_MS, closes_ms: null, covered_days: 30 },
};
const over = {
  ...{ id: 4, ...dollars, ...usual, ...wide, category: 'cloud', day: 7, state: 'ended', vip_only: false },
  ...{ opens_ms: START, closes_ms: START + HOUR_MS, covered_days: 7 },
};
const unlimited = { own_remaining: '1000000', auto: null };
const receipt = expect.stringMatching(/^[0-9a-f]{64}$/) as unknown;
const running = {
  ...{ id: 1, config_id: 1, currency_id: USDT, currency_name: 'USDT', category: 'lockup', day: 5, ...usual },
  ...{ amount: '1000', principal: '1000', daily: '3.5', interest: '7', days_paid: 2, status: 1, end: null },
  ...{ returned: '0', penalty: '0', auto: false, created_at: '2026-11-20 15:00:00', created_ms: START },
  ...{ end_ms: START + 5 * DAY_MS, next_ms: START + 3 * DAY_MS, closed_ms: null, receipt: null },
  extra: { interest_rate: '0.1', from_day: 1, to_day: 3, max: '3', paid: '2', finished: false },
};
const parts = {
  ...{ id: 2, config_id: 2, currency_id: BTC, currency_name: 'BTC', category: 'flexible', day: 0 },
  ...{ interest_rate: '0.02', penalty_ratio: '0', amount: '0.5', principal: '0.3', daily: '0.00006' },
  ...{ interest: '0.0002', days_paid: 2, status: 1, end: null, returned: '0.2', penalty: '0', auto: false },
  ...{ created_at: '2026-11-20 16:00:00', created_ms: START + HOUR_MS, end_ms: null },
  ...{ next_ms: START + HOUR_MS + 3 * DAY_MS, closed_ms: null, receipt, extra: null },
};
const cancelled = {
  ...{ id: 4, config_id: 1, currency_id: USDT, currency_name: 'USDT', category: 'lockup', day: 5, ...usual },
  ...{ amount: '300', principal: '0', daily: '0', interest: '0', days_paid: 0, status: 2, end: 'redeemed' },
  ...{ returned: '294', penalty: '6', auto: false, created_at: '2026-11-22 18:00:00', created_ms: NOW },
  ...{ end_ms: NOW + 5 * DAY_MS, next_ms: null, closed_ms: NOW, receipt, extra: null },
};

test('products come open ones first, each with what the caller has left of it; a visitor reads no such thing', async () => {
  expect(await call('lh/deposit/config')).toEqual([
    { ...flexible, own_remaining: '3.7', auto: false },
    { ...fixed, own_remaining: '4000', auto: null },
    { ...coming, ...unlimited },
    { ...over, ...unlimited },
  ]);
  expect(await call('lh/deposit/config', { category: 'lockup' }, BEA)).toEqual([
    { ...fixed, own_remaining: '3000', auto: null },
    { ...coming, ...unlimited },
  ]);
  const nothing = { own_remaining: null, auto: null };
  expect(await visit('lh/deposit/config', { category: 'flexible' })).toEqual([{ ...flexible, ...nothing }]);
  expect(await visit('lh/deposit/product', { id: 1 })).toEqual({ ...fixed, ...nothing });
  expect(await call('lh/deposit/product', { id: 2 })).toMatchObject({ own_remaining: '3.7' });
  await expect(call('lh/deposit/product', { id: 99 })).rejects.toThrow('mining_product_unknown');
});

test('own orders come newest first, open ones or ended ones, page by page', async () => {
  const page = { current_page: 1, last_page: 1, per_page: 10 };
  expect(await call('lh/deposit/order')).toEqual({ ...page, total: 3, data: [cancelled, parts, running] });
  expect(await call('lh/deposit/order', { page: 2, limit: 2 })).toEqual({
    ...{ current_page: 2, last_page: 2, per_page: 2, total: 3, data: [running] },
  });
  expect(await call('lh/deposit/order', { status: 1 })).toMatchObject({ total: 2, data: [parts, running] });
  expect(await call('lh/deposit/order', { status: 2 })).toMatchObject({ total: 1, data: [cancelled] });
  expect((await call('lh/deposit/order', {}, BEA)).data.map(({ id }) => id)).toEqual([3]);
  expect(await call('lh/deposit/order_detail', { id: 1 })).toEqual(running);
});

test('yields of an order come newest first, page by page', async () => {
  const day = (number: number) => ({
    ...{ day: number, due_ms: START + number * DAY_MS, principal: '1000', amount: '3.5', paid_ms: NOW },
  });
  const page = { last_page: 1, per_page: 10, total: 2 };
  expect(await call('lh/deposit/order_accruals', { id: 1 })).toEqual({
    ...{ ...page, current_page: 1, data: [day(2), day(1)] },
  });
  expect(await call('lh/deposit/order_accruals', { id: 1, page: 2, limit: 1 })).toEqual({
    ...{ current_page: 2, last_page: 2, per_page: 1, total: 2, data: [day(1)] },
  });
});

test('a preview has what a redemption returns now, and totals what all orders earn', async () => {
  expect(await call('lh/deposit/order_preview', { id: 2, amount: '0.1' })).toEqual({
    ...{ principal: '0.1', days_left: 0, penalty: '0', arrives: '0.1', interest: '0.0002' },
    ...{ forgone: '0', due: '0' },
  });
  expect(await call('lh/deposit/order_preview', { id: 1 })).toEqual({
    ...{ principal: '1000', days_left: 3, penalty: '12', arrives: '988', interest: '7' },
    ...{ forgone: '10.5', due: '0' },
  });
  expect(await call('lh/deposit/totals')).toEqual([
    {
      ...{ currency_id: BTC, currency_name: 'BTC', principal: '0.3', orders: 1, daily: '0.00006' },
      ...{ yesterday: '0.0001', total: '0.0002', next_ms: START + HOUR_MS + 3 * DAY_MS },
    },
    {
      ...{ currency_id: USDT, currency_name: 'USDT', principal: '1000', orders: 1, daily: '3.5' },
      ...{ yesterday: '3.5', total: '7', next_ms: START + 3 * DAY_MS },
    },
  ]);
});

test('orders of others are unknown, and each sort of order has its own call', async () => {
  for (const path of [
    'lh/deposit/order_detail',
    'lh/deposit/order_accruals',
    'lh/deposit/order_preview',
    'lh/deposit/order/cancel',
    'lh/deposit/redeem',
  ] as const)
    for (const [id, who] of [
      [1, BEA],
      [99, ALICE],
    ] as const)
      await expect(call(path, { id }, who)).rejects.toThrow('mining_order_unknown');
  await expect(call('lh/deposit/order/cancel', { id: 2 })).rejects.toThrow('mining_flexible');
  await expect(call('lh/deposit/redeem', { id: 1 })).rejects.toThrow('mining_fixed');
});
