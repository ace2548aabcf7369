import { contract } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { amount } from '@karat/money';
import { callConsole } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pausePlan } from './change-plan.ts';
import { consoleHandlers } from './operator.ts';
import { AAPL_USDT, RecurringFixture } from './testing/fixture.ts';

const TUESDAY = Date.parse('2026-11-24');
let database: TestDatabase;
let fixture: RecurringFixture;

type Recurring = Contract['recurring'];
const call = <Path extends Extract<keyof Recurring, `console/${string}`>>(path: Path, fields = {}) =>
  callConsole(contract.recurring, consoleHandlers(fixture.deps), path, { fields });

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await RecurringFixture.open(database.db);
  await fixture.spot.start();
  await fixture.restart();
});
afterAll(async () => {
  await fixture.spot.stop();
  await database.drop();
});

test('plans with their last result by user, market and state, in pages, and the totals of each market', async () => {
  await fixture.plan();
  await fixture.plan({ frequency: 'weekly', day: 3, hour: 11, amount: amount('50') });
  const stock = await fixture.plan({ marketId: AAPL_USDT, amount: amount('40'), hour: 15 });
  const paused = await fixture.plan({ amount: amount('75'), hour: 20 });
  for (const at of ['2026-11-22T09:00:00Z', '2026-11-23T09:00:00Z', '2026-11-24T09:00:00Z'])
    await fixture.at(at);
  await fixture.at('2026-11-24T15:10:00Z');
  await pausePlan(fixture.deps, { userId: paused.userId, id: paused.id });
  expect(await call('console/recurring_totals')).toEqual([
    {
      active: 2,
      bought_week: 3,
      due_day: '350',
      failed_week: 2,
      legal_name: 'USDT',
      match_id: 1,
      overdue_ms: null,
      paused: 1,
      symbol: 'BTC/USDT',
    },
    {
      active: 1,
      bought_week: 0,
      due_day: '40',
      failed_week: 3,
      legal_name: 'USDT',
      match_id: 101,
      overdue_ms: null,
      paused: 0,
      symbol: 'AAPL/USDT',
    },
  ]);
  expect(await call('console/recurring_plans', { limit: '2' })).toEqual({
    current_page: 1,
    data: [
      {
        avg_price: null,
        created_ms: TUESDAY - 2 * DAY_MS,
        currency_id: 1,
        currency_name: 'BTC',
        day: 0,
        ended_ms: null,
        fee: '0',
        frequency: 'daily',
        hour: 20,
        id: 4,
        kind: 'coin',
        last: {
          avg_price: null,
          date: '2026-11-23',
          due_ms: TUESDAY - 4 * HOUR_MS,
          executed_ms: TUESDAY + 9 * HOUR_MS,
          fee: '0',
          order_id: null,
          outcome: 'missed',
          received: '0',
          spent: '0',
        },
        legal_name: 'USDT',
        match_id: 1,
        next: { buy_ms: TUESDAY + 20 * HOUR_MS, date: '2026-11-24', due_ms: TUESDAY + 20 * HOUR_MS },
        purchases: 0,
        quote_amount: '75',
        received: '0',
        skips: 2,
        slippage: '1',
        spent: '0',
        state: 'paused',
        symbol: 'BTC/USDT',
        time_zone: 'UTC',
        uid: 100801,
        waiting: null,
        waiting_until_ms: null,
      },
      {
        avg_price: null,
        created_ms: TUESDAY - 2 * DAY_MS,
        currency_id: 61,
        currency_name: 'AAPL',
        day: 0,
        ended_ms: null,
        fee: '0',
        frequency: 'daily',
        hour: 15,
        id: 3,
        kind: 'stock',
        last: {
          avg_price: null,
          date: '2026-11-24',
          due_ms: TUESDAY + 15 * HOUR_MS,
          executed_ms: TUESDAY + 910 * MINUTE_MS,
          fee: '0',
          order_id: 5,
          outcome: 'no_liquidity',
          received: '0',
          spent: '0',
        },
        legal_name: 'USDT',
        match_id: 101,
        next: { buy_ms: TUESDAY + 39 * HOUR_MS, date: '2026-11-25', due_ms: TUESDAY + 39 * HOUR_MS },
        purchases: 0,
        quote_amount: '40',
        received: '0',
        skips: 3,
        slippage: '1',
        spent: '0',
        state: 'active',
        symbol: 'AAPL/USDT',
        time_zone: 'UTC',
        uid: 100801,
        waiting: null,
        waiting_until_ms: null,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 4,
  });
  expect(await call('console/recurring_plans', { limit: '2', page: '2' })).toEqual({
    current_page: 2,
    data: [
      {
        avg_price: null,
        created_ms: TUESDAY - 2 * DAY_MS,
        currency_id: 1,
        currency_name: 'BTC',
        day: 3,
        ended_ms: null,
        fee: '0',
        frequency: 'weekly',
        hour: 11,
        id: 2,
        kind: 'coin',
        last: null,
        legal_name: 'USDT',
        match_id: 1,
        next: { buy_ms: TUESDAY + 35 * HOUR_MS, date: '2026-11-25', due_ms: TUESDAY + 35 * HOUR_MS },
        purchases: 0,
        quote_amount: '50',
        received: '0',
        skips: 0,
        slippage: '1',
        spent: '0',
        state: 'active',
        symbol: 'BTC/USDT',
        time_zone: 'UTC',
        uid: 100801,
        waiting: null,
        waiting_until_ms: null,
      },
      {
        avg_price: '30000',
        created_ms: TUESDAY - 2 * DAY_MS,
        currency_id: 1,
        currency_name: 'BTC',
        day: 0,
        ended_ms: null,
        fee: '0.00003',
        frequency: 'daily',
        hour: 9,
        id: 1,
        kind: 'coin',
        last: {
          avg_price: '30000',
          date: '2026-11-24',
          due_ms: TUESDAY + 9 * HOUR_MS,
          executed_ms: TUESDAY + 9 * HOUR_MS,
          fee: '0.00001',
          order_id: 4,
          outcome: 'bought',
          received: '0.00999',
          spent: '300',
        },
        legal_name: 'USDT',
        match_id: 1,
        next: { buy_ms: TUESDAY + 33 * HOUR_MS, date: '2026-11-25', due_ms: TUESDAY + 33 * HOUR_MS },
        purchases: 3,
        quote_amount: '300',
        received: '0.02997',
        skips: 0,
        slippage: '1',
        spent: '900',
        state: 'active',
        symbol: 'BTC/USDT',
        time_zone: 'UTC',
        uid: 100801,
        waiting: null,
        waiting_until_ms: null,
      },
    ],
    last_page: 2,
    per_page: 2,
    total: 4,
  });
  const ids = async (fields: object) =>
    (await call('console/recurring_plans', fields)).data.map(({ id }) => id);
  expect([
    await ids({ state: 'paused' }),
    await ids({ match_id: AAPL_USDT }),
    (await ids({ uid: fixture.user })).length,
  ]).toEqual([[paused.id], [stock.id], 4]);
});
