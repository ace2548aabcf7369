import { marketId } from '@karat/contract';
import type { PreparedDatabase } from '@karat/testkit';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import { auditLedger } from '@karat/domains/ledger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Path, ReplyAt } from './testing/api-client.ts';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';

const clock = clockAt(SATURDAY);
let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let bruno: string;

type Body = Readonly<Record<string, string | number>>;
const post = (path: string, body: Body, more: { token?: string; lang?: string; key?: string } = {}) =>
  server.ask(path, { token: alice, body, ...more });
const reply = <P extends Path>(path: P, body: Body = {}, more: { key?: string } = {}): Promise<ReplyAt<P>> =>
  server.reply(path, { token: alice, body, ...more });

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, { KARAT_RECURRING_PLANS: '3' }, { clock });
  alice = await server.login('alice');
  bruno = await server.login('bruno');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

/** Every day at 13:00 UTC, an hour after the start. */
const daily = { match_id: 1, quote_amount: '50', frequency: 'daily', day: 0, hour: 13, time_zone: 'UTC' };

/**
 * Turns the clock to a moment before the purchase, so that the index is fresh again when it is due. A busy machine may
 * be late with the index; the purchase then waits a minute, and the clock is turned once more.
 */
async function turnToPurchase(id: number, dueMs: number): Promise<void> {
  let turnedMs = 0;
  const turnTo = (to: number): void => {
    clock.turn(to - clock.now());
    turnedMs = clock.now();
  };
  turnTo(dueMs - 3_000);
  const outcomes = async (): Promise<readonly string[]> => {
    const plan = await reply('recurring/detail', { id });
    if (plan.waiting && clock.now() - turnedMs > 5_000) turnTo(clock.now() + MINUTE_MS - 10_000);
    return (await reply('recurring/executions', { id })).data.map(({ outcome }) => outcome);
  };
  await expect.poll(outcomes, { timeout: 60_000, interval: 250 }).toEqual(['bought']);
}

test('visitors see limits, markets and the dates of a schedule; plans need a login', async () => {
  const config = await server.reply('recurring/config');
  expect(config).toMatchObject({ slippage: '1', window_minutes: 60, plans_max: 3 });
  expect(config.markets.find(({ match_id }) => match_id === 1)).toMatchObject({
    symbol: 'BTC/USDT',
    kind: 'coin',
    min: '5',
    max: '100000',
    decimals: 6,
  });
  const monthly = { match_id: 101, frequency: 'monthly', day: 31, hour: 9, time_zone: 'asia/hong_kong' };
  const dates = await server.reply('recurring/preview', { body: monthly });
  expect(dates.map(({ date }) => date)).toEqual(['2026-11-30', '2026-12-31', '2027-01-31']);
  for (const { due_ms, buy_ms } of dates) expect(buy_ms).toBeGreaterThan(due_ms);
  expect(await server.ask('recurring/list', { method: 'GET' })).toMatchObject({ type: '999' });
  expect(await server.ask('recurring/create', { body: daily })).toMatchObject({ type: '999' });
});

test.each([
  ['recurring_market', { match_id: 999 }],
  ['recurring_day', { day: 1 }],
  ['recurring_day', { frequency: 'weekly', day: 8 }],
  ['recurring_day', { frequency: 'monthly', day: 0 }],
  ['recurring_time_zone', { time_zone: 'Mars/Olympus' }],
  ['recurring_minimum', { quote_amount: '4.99' }],
  ['recurring_maximum', { quote_amount: '100000.01' }],
  ['amount_too_precise', { quote_amount: '50.0000001' }],
  ['parameter_error', { hour: 24 }],
  ['parameter_error', { frequency: 'hourly' }],
  ['parameter_error', { quote_amount: '0' }],
])('a plan is refused with %s for %o', async (error, change) => {
  expect(await post('recurring/create', { ...daily, ...change })).toMatchObject({ type: 'error', error });
});

test('a purchase goes through the order book and leaves an order, a fill and a notice', async () => {
  const plan = await reply('recurring/create', daily, { key: 'first' });
  expect(plan).toMatchObject({ symbol: 'BTC/USDT', state: 'active', purchases: 0, avg_price: null });
  expect(plan.next).toMatchObject({
    date: '2026-11-21',
    due_ms: SATURDAY + HOUR_MS,
    buy_ms: SATURDAY + HOUR_MS,
  });
  expect(await reply('recurring/create', daily, { key: 'first' })).toEqual(plan);
  expect(await reply('recurring/list')).toMatchObject({ total: 1 });

  const { price } = server.server.container.market.index(marketId(1)) ?? expect.fail('no index');
  // The index of an hour later may be lower: an ask at today's would be beyond the slippage of 1 % now and then.
  const ask = ((price * 97n) / 100n / 10_000_000_000n).toString();
  const offer = { type: 2, currency_id: 1, legal_id: 3, amount: '0.01', target_price: ask };
  expect(await post('coin/trade', offer, { token: bruno })).toMatchObject({ type: 'ok' });
  await turnToPurchase(plan.id, SATURDAY + HOUR_MS);

  const after = await reply('recurring/detail', { id: plan.id });
  expect(after.next?.date).toBe('2026-11-22');
  expect(Number(after.spent)).toBeGreaterThan(48);
  const { data } = await reply('recurring/executions', { id: plan.id });
  expect(data).toMatchObject([
    { date: '2026-11-21', outcome: 'bought', spent: after.spent, avg_price: after.avg_price },
  ]);
  const order = await reply('coin/order', { id: data[0]?.order_id ?? 0 });
  expect(order).toMatchObject({ filled_quote: after.spent, client_id: `recurring ${plan.id} 2026-11-21` });
  expect(order.fills).toHaveLength(1);
  const notices = await reply('mailMessage/getList');
  expect(notices.data.map(({ kind }) => kind)).toContain('recurring:bought');
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('a plan is skipped, paused, resumed and ended, each in its state only', async () => {
  const { id } = (await reply('recurring/list')).data[0] ?? expect.fail('no plan');
  const refusal = async (path: string, body: Body = {}) => (await post(path, { id, ...body })).error;
  expect(await refusal('recurring/skip', { date: '2026-11-25' })).toBe('recurring_date');
  expect(await refusal('recurring/skip', { date: 'tomorrow' })).toBe('parameter_error');
  const skipped = await reply('recurring/skip', { id, date: '2026-11-22' });
  expect(skipped).toMatchObject({ skips: 1, next: { date: '2026-11-23' } });
  expect(await refusal('recurring/resume')).toBe('recurring_not_paused');
  expect(await reply('recurring/pause', { id })).toMatchObject({ state: 'paused' });
  expect(await refusal('recurring/pause')).toBe('recurring_not_active');
  expect(await refusal('recurring/skip', { date: '2026-11-23' })).toBe('recurring_not_active');
  expect(await reply('recurring/resume', { id })).toMatchObject({
    state: 'active',
    next: { date: '2026-11-23' },
  });
  expect(await reply('recurring/end', { id })).toMatchObject({ state: 'ended', next: null });
  expect(await refusal('recurring/end')).toBe('recurring_ended');
  expect(await post('recurring/end', { id }, { lang: 'zh' })).toMatchObject({ message: '该计划已结束。' });
  for (const path of ['detail', 'executions'])
    expect(
      await server.ask(`recurring/${path}`, { method: 'GET', token: alice, body: { id: 9_999 } }),
    ).toMatchObject({ error: 'recurring_unknown' });
});

test('a hundred requests at once create as many plans as allowed', async () => {
  const created = await Promise.all(
    Array.from({ length: 100 }, (_, index) => post('recurring/create', daily, { key: `race-${index}` })),
  );
  expect(created.filter(({ type }) => type === 'ok')).toHaveLength(3);
  expect(new Set(created.map(({ error }) => error))).toEqual(new Set([undefined, 'recurring_plans_max']));
});

test('operators see all plans and stop the product; users then cannot create or resume one', async () => {
  const [, , { id }] = (await reply('recurring/list')).data as [unknown, unknown, { id: number }];
  await reply('recurring/pause', { id });
  const risk = await server.loginOperator('risk');
  const plans = await server.reply('console/recurring_plans', { token: risk, body: { state: 'active' } });
  expect(plans.total).toBeGreaterThanOrEqual(4);
  const ended = await server.reply('console/recurring_plans', { token: risk, body: { state: 'ended' } });
  expect(ended.data).toMatchObject([{ last: { date: '2026-11-22', outcome: 'skipped' } }]);
  const totals = await server.reply('console/recurring_totals', { token: risk });
  expect(totals.find(({ match_id }) => match_id === 1)).toMatchObject({
    symbol: 'BTC/USDT',
    paused: 1,
    bought_week: 1,
    failed_week: 0,
    overdue_ms: null,
  });
  const stop = { target: 'product', subject: 'recurring', reason: 'Being checked' };
  expect(await server.ask('console/stop', { token: risk, body: stop })).toMatchObject({ type: 'ok' });
  for (const [path, body] of [
    ['recurring/create', daily],
    ['recurring/resume', { id }],
  ] as const)
    expect(await post(path, body)).toMatchObject({ error: 'product_halted' });
  expect(await reply('recurring/end', { id })).toMatchObject({ state: 'ended' });
});

test('the overview of Finance adds up the positions of all products, for their owner only', async () => {
  expect(await server.ask('finance/overview', { method: 'GET' })).toMatchObject({ type: '999' });
  const chloe = await server.login('chloe');
  const overview = await server.reply('finance/overview', { token: chloe });
  const counts = new Map(overview.products.map(({ kind, count }) => [kind, count]));
  expect(counts.get('earn')).toBe(3);
  expect(counts.get('dual')).toBeGreaterThan(0);
  expect(counts.get('recurring')).toBe(2);
  const invested = overview.products.filter(({ kind }) => kind !== 'loan' && kind !== 'recurring');
  const cents = (text: string): number => Math.round(Number(text) * 100);
  expect(cents(overview.value)).toBeCloseTo(
    invested.reduce((sum, { value }) => sum + cents(value), 0),
    -1,
  );
  expect(Number(overview.total)).toBeGreaterThan(0);
  expect(overview.positions.map(({ kind }) => kind)).toContain('earn');
  const soonest = overview.positions.map(({ next_ms: next }) => next ?? Infinity);
  expect(soonest).toEqual(soonest.toSorted((a, b) => a - b));
  const { positions } = await server.reply('finance/overview', { token: bruno });
  expect(positions.filter(({ kind }) => kind === 'recurring')).toEqual([]);
});
