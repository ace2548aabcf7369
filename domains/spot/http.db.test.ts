import { contract, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { createLedger } from '@karat/domains/ledger';
import { callHandler } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSpot } from './create.ts';
import type { Spot } from './create.ts';
import { spotHandlers } from './http.ts';
import { BTC, BTC_USDT, Exchange, HandMarkets, USDT } from './testing/exchange.ts';

let database: TestDatabase;
let people: Exchange;
let spot: Spot;
let handlers: ReturnType<typeof spotHandlers>;
let a: UserId;
let b: UserId;
beforeAll(async () => {
  database = await createTestDatabase();
  people = new Exchange(database.db);
  spot = createSpot({ ctx: people.ctx, ledger: createLedger(people.ctx), markets: new HandMarkets() });
  await spot.start();
  handlers = spotHandlers(spot, ({ code }, lang) => `${code} in ${lang}`);
  a = await people.person(700_001, [BTC, '1'], [USDT, '100000']);
  b = await people.person(700_002, [BTC, '1'], [USDT, '100000']);
});
afterAll(async () => {
  await spot.stop();
  await database.drop();
});

const call = <Path extends keyof typeof handlers>(
  path: Path,
  who: UserId,
  fields: Record<string, unknown>,
  idempotencyKey?: string,
) => callHandler(contract.spot, handlers, path, { who, fields, idempotencyKey });

const btc = { currency_id: '1', legal_id: '3' };
const sell = (amount: string, at: string) => ({ ...btc, type: '2', amount, target_price: at });
const buy = (amount: string, at: string) => ({ ...btc, type: '1', amount, target_price: at });

test('an order, its fills and its lists have the wire format', async () => {
  const resting = await call('coin/trade', a, sell('0.5', '30000'));
  expect(resting).toMatchObject({
    symbol: 'BTC/USDT',
    type: 2,
    status: 1,
    filled: '0',
    avg_price: null,
    waiting: false,
  });
  const taken = await call('coin/trade', b, { ...buy('0.3', '30010'), client_id: 'mine' });
  expect(taken).toMatchObject({
    status: 2,
    client_id: 'mine',
    avg_price: '30000',
    fee: '0.0003',
    fee_currency: 'BTC',
  });
  const one = await call('coin/order', b, { client_id: 'mine' });
  expect(one).toMatchObject({
    id: taken['id'],
    fills: [{ price: '30000', amount: '0.3', maker: false, fee: '0.0003' }],
  });
  const makers = await call('coin/order', a, { id: String(resting['id']) });
  expect(makers).toMatchObject({
    status: 4,
    fills: [{ maker: true, type: 2, fee: '9', fee_currency: 'USDT' }],
  });
  expect(await call('coin/list', a, { open: '1' })).toMatchObject({
    total: 1,
    data: [{ id: resting['id'] }],
  });
  expect(await call('coin/list', b, { ...btc, open: '0' })).toMatchObject({
    total: 1,
    data: [{ id: taken['id'] }],
  });
  expect(await call('coin/fills', b, { match_id: '1' })).toMatchObject({
    total: 1,
    data: [{ order_id: taken['id'] }],
  });
  expect(await call('coin/fills', b, { match_id: '2' })).toMatchObject({ total: 0, data: [] });
});

test('a page of fills counts all fills of the filter, not those it shows', async () => {
  const c = await people.person(700_020, [USDT, '100000']);
  const maker = await people.person(700_021, [BTC, '5']);
  // Below the order that rests at 30,000.
  for (const at of ['29950', '29951', '29952']) {
    await call('coin/trade', maker, sell('0.1', at));
    await call('coin/trade', c, buy('0.1', at));
  }
  const page = await call('coin/fills', c, { match_id: '1', page: '1', limit: '2' });
  expect([page['total'], page['last_page'], (page['data'] as object[]).length]).toEqual([3, 2, 2]);
});

test('a list of orders is filtered by each of the five states', async () => {
  const c = await people.person(700_010, [BTC, '5'], [USDT, '100000']);
  const maker = await people.person(700_011, [BTC, '5'], [USDT, '100000']);
  const partly = await call('coin/trade', maker, { ...btc, type: '2', amount: '0.2', target_price: '29900' });
  const complete = await call('coin/trade', c, buy('0.1', '29900'));
  const open = await call('coin/trade', c, buy('0.1', '29000'));
  const cancelled = await call('coin/trade', c, buy('0.1', '29001'));
  await call('coin/cancel', c, { id: String(cancelled['id']) });
  const expired = await call('coin/trade', c, { ...buy('0.1', '29002'), time_in_force: 'IOC' });
  for (const [who, status, order] of [
    [c, 1, open],
    [c, 2, complete],
    [c, 3, cancelled],
    [maker, 4, partly],
    [c, 5, expired],
  ] as const) {
    const { total, data } = (await call('coin/list', who, { status: String(status) })) as {
      total: number;
      data: { id: number; status: number }[];
    };
    expect([total, data.map(({ id }) => id)], `status ${status}`).toEqual([1, [order['id']]]);
  }
  await expect(call('coin/list', c, { status: '6' })).rejects.toThrow();
  const firstPage = await call('coin/list', c, { page: '1', limit: '2' });
  expect([firstPage['total'], firstPage['last_page'], (firstPage['data'] as object[]).length]).toEqual([
    4, 2, 2,
  ]);
  for (const who of [c, maker]) await call('coin/cancel_all', who, {});
});

test("a user cannot read another user's orders", async () => {
  const own = await call('coin/trade', a, buy('0.1', '29000'));
  await expect(call('coin/order', b, { id: String(own['id']) })).rejects.toMatchObject({
    code: 'order_unknown',
  });
  await expect(call('coin/order', b, { id: '999999' })).rejects.toMatchObject({ code: 'order_unknown' });
  const stranger = userId(700_009);
  expect(await call('coin/list', stranger, {})).toMatchObject({ total: 0 });
  expect(await call('coin/fills', stranger, { order_id: String(own['id']) })).toMatchObject({ total: 0 });
});

test('the header replaces a missing client order id', async () => {
  const first = await call('coin/trade', a, buy('0.1', '29100'), 'header-key');
  expect(await call('coin/trade', a, buy('0.1', '29100'), 'header-key')).toMatchObject({ id: first['id'] });
  await expect(call('coin/trade', a, buy('0.2', '29100'), 'header-key')).rejects.toMatchObject({
    code: 'idempotency_conflict',
  });
});

test('cancelling, amending and cancelling all return what was done', async () => {
  const order = await call('coin/trade', b, buy('0.2', '29200'));
  const id = String(order['id']);
  expect(await call('coin/amend', b, { id, amount: '0.1' })).toMatchObject({ amount: '0.1', status: 1 });
  const lowered = await call('coin/amend', b, { id, amount: '0.09', target_price: '29200' });
  expect(lowered).toMatchObject({ id: order['id'], amount: '0.09' });
  const moved = await call('coin/amend', b, { id, amount: '0.09', target_price: '29200' });
  expect(moved).toMatchObject({ amount: '0.09', target_price: '29200', status: 1 });
  expect(moved['id']).not.toBe(order['id']);
  expect(await call('coin/cancel', b, { id: String(moved['id']) })).toMatchObject({
    ...{ status: 3, reason: 'requested' },
  });
  await expect(call('coin/cancel', b, { id })).rejects.toMatchObject({ code: 'order_not_open' });
  const other = await call('coin/trade', b, buy('0.2', '29200'));
  expect(await call('coin/cancel_all', b, { currency_id: '1' })).toEqual({ cancelled: [other['id']] });
  await expect(call('coin/cancel_all', b, { currency_id: '77' })).rejects.toMatchObject({
    code: 'market_unknown',
  });
});

test('an order is cancelled by its client id, by its owner only', async () => {
  const order = await call('coin/trade', b, { ...buy('0.2', '29200'), client_id: 'to-cancel' });
  await expect(call('coin/cancel', a, { client_id: 'to-cancel' })).rejects.toMatchObject({
    code: 'order_unknown',
  });
  expect(await call('coin/cancel', b, { client_id: 'to-cancel' })).toMatchObject({
    id: order['id'],
    status: 3,
  });
  await expect(call('coin/cancel', b, {})).rejects.toMatchObject({ code: 'parameter_error' });
});

const outcomesOf = async (path: 'coin/batch_trade' | 'coin/batch_cancel', orders: unknown[], key?: string) =>
  (await call(path, b, { orders }, key))['outcomes'] as Record<string, unknown>[];

const idOf = (outcome: Record<string, unknown> | undefined): unknown =>
  (outcome?.['order'] as Record<string, unknown> | null | undefined)?.['id'];

test('each order of a request has an outcome of its own, in its sequence', async () => {
  const outcomes = await outcomesOf('coin/batch_trade', [
    { ...buy('0.1', '29300'), client_id: 'many-1' },
    buy('1000', '29300'),
    { ...buy('0.1', '29300'), currency_id: '77' },
    { ...buy('0.1', '29400'), client_id: 'many-2' },
  ]);
  expect(outcomes).toMatchObject([
    { order: { client_id: 'many-1', target_price: '29300', status: 1 }, error: null, message: null },
    { order: null, error: 'insufficient_balance', message: 'insufficient_balance in en' },
    { order: null, error: 'market_unknown' },
    { order: { client_id: 'many-2', target_price: '29400', status: 1 } },
  ]);
  const foreign = await call('coin/trade', a, buy('0.1', '29300'));
  const cancelled = await outcomesOf('coin/batch_cancel', [
    { client_id: 'many-2' },
    { id: String(idOf(outcomes[0])) },
    { client_id: 'many-2' },
    { id: String(foreign['id']) },
  ]);
  expect(cancelled.map(({ error }) => error)).toEqual([null, null, 'order_not_open', 'order_unknown']);
  expect(cancelled[0]).toMatchObject({ order: { client_id: 'many-2', status: 3 } });
});

test('a repeated request places its orders once, with and without client ids', async () => {
  const orders = [buy('0.1', '29500'), { ...buy('0.1', '29500'), client_id: 'own' }, buy('0.1', '29500')];
  const idsOf = async () => (await outcomesOf('coin/batch_trade', orders, 'again')).map(idOf);
  const first = await idsOf();
  expect(new Set(first).size).toBe(3);
  expect(await idsOf()).toEqual(first);
});

test('no order, more than a hundred, or one malformed order places nothing', async () => {
  const before = await call('coin/list', b, {});
  for (const orders of [[], Array(101).fill(buy('0.1', '29500')), [buy('0.1', '29500'), buy('-1', '29500')]])
    await expect(call('coin/batch_trade', b, { orders })).rejects.toThrow();
  await expect(call('coin/batch_cancel', b, { orders: [{}] })).rejects.toThrow();
  expect(await call('coin/list', b, {})).toEqual(before);
});

test('depth and trades are available to the market domain', async () => {
  const view = spot.books.depth(BTC_USDT.id, 5);
  expect(view?.asks.map(([price, quantity]) => [String(price), String(quantity)])).toEqual([
    ['300000000000000', '2000000000'],
  ]);
  const [trade] = await spot.trades.latest(BTC_USDT.id, 10);
  expect(trade).toMatchObject({ side: 'buy', house: false });
  expect(await spot.trades.since(BTC_USDT.id, (trade?.id ?? 0) - 1, 10)).toHaveLength(1);
  expect(await spot.trades.since(BTC_USDT.id, trade?.id ?? 0, 10)).toEqual([]);
});
