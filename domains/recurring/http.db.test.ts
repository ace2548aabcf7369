import { contract, marketId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { price } from '@karat/money';
import { callHandler } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recurringHandlers } from './http.ts';
import { AAPL_USDT, BEA, BTC_USDT, MAKER, RecurringFixture, START } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: RecurringFixture;
let anna: UserId;
/** Replies to the changes of plans. */
const replies: Record<string, unknown> = {};

const call = <Path extends keyof typeof contract.recurring>(
  path: Path,
  fields: Record<string, unknown> = {},
  who = anna,
) =>
  database.db.transact((tx) =>
    callHandler(contract.recurring, recurringHandlers(fixture.deps), path, { who, tx, fields }),
  );
const at = (text: string): number => Date.parse(`2026-11-${text}Z`);
const go = (text: string): void => fixture.clock.set(at(text));

/** A plan that buys, is skipped and waits; one that is paused; one of another user without money; one that has ended. */
async function makePlans(): Promise<void> {
  const daily = { frequency: 'daily', day: 0, time_zone: 'Asia/Hong_Kong' };
  const weekly = { frequency: 'weekly', day: 1, time_zone: 'UTC' };
  const first = { ...daily, match_id: BTC_USDT, quote_amount: '300', hour: 9 };
  replies['created'] = await call('recurring/create', first);
  go('22T00:10:00');
  await call('recurring/create', { ...weekly, match_id: AAPL_USDT, quote_amount: '50', hour: 9 });
  go('22T00:20:00');
  await call('recurring/create', { ...weekly, match_id: BTC_USDT, quote_amount: '400', hour: 5 }, BEA);
  await fixture.at('2026-11-22T01:00:07Z');
  go('22T02:00:00');
  replies['paused'] = await call('recurring/pause', { id: 2 });
  go('22T03:00:00');
  await call('recurring/create', { ...first, quote_amount: '20', hour: 23 });
  go('22T04:00:00');
  replies['ended'] = await call('recurring/end', { id: 4 });
  await fixture.spot.trading.cancelAll(MAKER);
  await fixture.offer('1', '30150');
  fixture.prices.set(BTC_USDT, { price: price('30100'), stale: false });
  await fixture.at('2026-11-23T01:00:08Z');
  go('23T02:00:00');
  replies['skipped'] = await call('recurring/skip', { id: 1, date: '2026-11-24' });
  await fixture.at('2026-11-23T05:00:09Z');
  fixture.states.set(BTC_USDT, 'halted');
  await fixture.at('2026-11-25T01:00:05Z');
}

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await RecurringFixture.open(database.db);
  await fixture.spot.start();
  await fixture.restart();
  anna = fixture.user;
  await makePlans();
});
afterAll(async () => {
  await fixture.spot.stop();
  await database.drop();
});

const bitcoin = {
  ...{
    match_id: 1,
    symbol: 'BTC/USDT',
    currency_id: 1,
    currency_name: 'BTC',
    legal_name: 'USDT',
    kind: 'coin',
  },
};
const apple = {
  ...{ match_id: 101, symbol: 'AAPL/USDT', currency_id: 61, currency_name: 'AAPL', legal_name: 'USDT' },
  kind: 'stock',
};
const nothing = {
  ...{ slippage: '1', waiting: null, waiting_until_ms: null, purchases: 0, skips: 0, ended_ms: null },
  ...{ spent: '0', received: '0', fee: '0', avg_price: null },
};
const dateOf = (date: string, due: string, buy = due) => ({
  next: { date: `2026-11-${date}`, due_ms: at(due), buy_ms: at(buy) },
});
const hongKong = { frequency: 'daily', day: 0, time_zone: 'Asia/Hong_Kong' };
const created = {
  ...{ ...bitcoin, ...nothing, ...hongKong, id: 1, quote_amount: '300', hour: 9, state: 'active' },
  ...{ ...dateOf('22', '22T01:00:00'), created_ms: START },
};
const bought = {
  ...{ purchases: 2, spent: '599.9925', received: '0.01993005', fee: '0.00001995', avg_price: '30074.8' },
};
const buying = {
  ...{ ...created, ...bought, ...dateOf('25', '25T01:00:00'), skips: 1 },
  ...{ waiting: 'not_traded', waiting_until_ms: at('25T02:00:00') },
};
const paused = {
  ...{ ...apple, ...nothing, id: 2, quote_amount: '50', frequency: 'weekly', day: 1, hour: 9 },
  ...{ time_zone: 'UTC', state: 'paused', ...dateOf('23', '23T09:00:00', '23T14:31:00') },
  created_ms: at('22T00:10:00'),
};
const poor = {
  ...{ ...bitcoin, ...nothing, id: 3, quote_amount: '400', frequency: 'weekly', day: 1, hour: 5 },
  ...{ time_zone: 'UTC', state: 'active', ...dateOf('30', '30T05:00:00'), skips: 1 },
  created_ms: at('22T00:20:00'),
};
const ended = {
  ...{ ...bitcoin, ...nothing, ...hongKong, id: 4, quote_amount: '20', hour: 23, state: 'ended', next: null },
  ...{ created_ms: at('22T03:00:00'), ended_ms: at('22T04:00:00') },
};

test('every change of a plan is answered with the whole plan', async () => {
  expect(replies['created']).toEqual(created);
  expect(replies['paused']).toEqual(paused);
  expect(replies['ended']).toEqual(ended);
  expect(replies['skipped']).toEqual({ ...created, ...bought, ...dateOf('25', '25T01:00:00'), skips: 1 });
  expect(await call('recurring/detail', { id: 1 })).toEqual(buying);
});

test('own plans come open ones first, newest first, by state and market, page by page', async () => {
  const list = (fields: Record<string, unknown> = {}) => call('recurring/list', fields);
  const rows = [paused, buying, ended];
  expect((await list()).data).toEqual(rows);
  const pages = { per_page: 2, total: 3, last_page: 2 };
  expect(await list({ page: 2, limit: 2 })).toEqual({ ...pages, current_page: 2, data: [ended] });
  const of = async (fields: Record<string, unknown>) => {
    const { data, total } = await list(fields);
    return [total, ...data.map(({ id }) => id)];
  };
  expect(await of({ state: 'active' })).toEqual([1, 1]);
  expect(await of({ match_id: BTC_USDT })).toEqual([2, 1, 4]);
  expect(await of({ match_id: BTC_USDT, state: 'ended' })).toEqual([1, 4]);
});

const none = { order_id: null, spent: '0', received: '0', fee: '0', avg_price: null };
const skipped = {
  ...{ ...none, date: '2026-11-24', due_ms: at('24T01:00:00'), outcome: 'skipped' },
  executed_ms: at('23T02:00:00'),
};

test('the dates of a plan come newest first with what each brought', async () => {
  const [first, second] = await fixture.orders(anna);
  const rows = [
    skipped,
    {
      ...{ date: '2026-11-23', due_ms: at('23T01:00:00'), outcome: 'bought', order_id: second?.id },
      ...{ spent: '299.9925', received: '0.00994005', fee: '0.00000995', avg_price: '30150' },
      executed_ms: at('23T01:00:08'),
    },
    {
      ...{ date: '2026-11-22', due_ms: at('22T01:00:00'), outcome: 'bought', order_id: first?.id },
      ...{ spent: '300', received: '0.00999', fee: '0.00001', avg_price: '30000' },
      executed_ms: at('22T01:00:07'),
    },
  ];
  expect((await call('recurring/executions', { id: 1 })).data).toEqual(rows);
  expect(await call('recurring/executions', { id: 1, page: 2, limit: 2 })).toEqual({
    ...{ per_page: 2, total: 3, last_page: 2, current_page: 2, data: [rows[2]] },
  });
});

test('operators read the plans of all users with their last result, and the totals of each market', async () => {
  const noFunds = {
    ...{ ...none, date: '2026-11-23', due_ms: at('23T05:00:00'), outcome: 'no_funds' },
    executed_ms: at('23T05:00:09'),
  };
  const rows = [
    { ...poor, uid: BEA, last: noFunds },
    { ...paused, uid: anna, last: null },
    { ...buying, uid: anna, last: skipped },
    { ...ended, uid: anna, last: null },
  ];
  const list = (fields: Record<string, unknown> = {}) => call('console/recurring_plans', fields);
  expect((await list()).data).toEqual(rows);
  expect(await list({ page: 2, limit: 3 })).toEqual({
    ...{ per_page: 3, total: 4, last_page: 2, current_page: 2, data: [rows[3]] },
  });
  expect(await list({ uid: BEA })).toMatchObject({ total: 1, data: [{ id: 3 }] });
  expect(await list({ match_id: AAPL_USDT })).toMatchObject({ total: 1, data: [{ id: 2 }] });
  expect(await list({ state: 'ended' })).toMatchObject({ total: 1, data: [{ id: 4 }] });
  const totals = [
    {
      ...{ match_id: 1, symbol: 'BTC/USDT', legal_name: 'USDT', active: 2, paused: 0, due_day: '300' },
      ...{ bought_week: 2, failed_week: 1, overdue_ms: null },
    },
    {
      ...{ match_id: 101, symbol: 'AAPL/USDT', legal_name: 'USDT', active: 0, paused: 1, due_day: '0' },
      ...{ bought_week: 0, failed_week: 0, overdue_ms: null },
    },
  ];
  expect(await call('console/recurring_totals')).toEqual(totals);
  fixture.clock.advance(2 * MINUTE_MS);
  expect((await call('console/recurring_totals'))[0]?.overdue_ms).toBe(at('25T01:00:00'));
});

test('the offer names each market with its limits, and a preview its next dates', async () => {
  const { markets, ...limits } = await call('recurring/config');
  expect(limits).toEqual({ slippage: '1', window_minutes: 60, plans_max: 5 });
  const terms = { legal_id: 3, max: '10000', decimals: 6 };
  expect(markets.find(({ match_id }) => match_id === BTC_USDT)).toEqual({ ...bitcoin, ...terms, min: '5' });
  expect(markets.find(({ match_id }) => match_id === AAPL_USDT)).toEqual({ ...apple, ...terms, min: '1' });
  const monday = at('30T09:00:00');
  const dates = ['2026-11-30', '2026-12-07', '2026-12-14'].map((date, week) => ({
    ...{ date, due_ms: monday + week * 7 * DAY_MS },
    buy_ms: monday + week * 7 * DAY_MS + 5 * HOUR_MS + 31 * MINUTE_MS,
  }));
  const schedule = { frequency: 'weekly', day: 1, hour: 9, time_zone: 'UTC' };
  expect(await call('recurring/preview', { match_id: AAPL_USDT, ...schedule })).toEqual(dates);
  expect(await call('recurring/resume', { id: 2 })).toEqual({ ...paused, state: 'active', next: dates[0] });
  await expect(call('recurring/preview', { match_id: marketId(9_999), ...schedule })).rejects.toThrow(
    'recurring_market',
  );
});
