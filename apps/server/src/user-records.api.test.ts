import { USER_RECORDS, orderId, userId } from '@karat/contract';
import type { UserRecords } from '@karat/contract';
import { selectRecords } from '@karat/domains/operators';
import { spotTrades } from '@karat/domains/spot';
import { sql } from '@karat/platform/db';
import type { PreparedDatabase } from '@karat/testkit';
import { DAY_MS } from '@karat/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

/** A user without any records of their own, and another one. */
const [UID, OTHER] = [100_001, 100_002];
const FILLS = 30_000;
const FIRST_DAY = Date.UTC(2026, 0, 1);

let database: PreparedDatabase;
let server: TestServer;
let roles: Record<'support' | 'finance' | 'admin', string>;

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  roles = {
    support: await server.loginOperator('support'),
    finance: await server.loginOperator('finance'),
    admin: await server.loginOperator('admin'),
  };
  // One fill a minute; alice is maker and taker in turns. Other users trade between them.
  await database.db.run(sql`
    insert into spot_fills (id, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user,
      taker_user, maker_fee, taker_fee, house, at)
    select 1000000 + n, 1, 60000, 0.5, 30000, 1, n, n + 1,
      case n % 3 when 0 then ${UID}::bigint when 1 then ${OTHER} else 500001 end,
      case n % 3 when 1 then ${UID}::bigint when 0 then ${OTHER} else 500002 end,
      0.1, 0.2, false, to_timestamp(${FIRST_DAY} / 1000.0) + n * interval '1 minute'
    from generate_series(0, ${FILLS - 1}) n`);
  await database.db.run(sql`analyze spot_fills`);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const read = (records: UserRecords, body: Record<string, string | number> = {}) =>
  server.reply('console/user_records', { token: roles.support, body: { uid: UID, records, ...body } });

test('trades of both roles come newest first, each once, page by page', async () => {
  const seen: number[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 5; page++) {
    const found: Awaited<ReturnType<typeof read>> = await read('trades', {
      limit: 100,
      ...(cursor === null ? {} : { cursor }),
    });
    expect(found.data).toHaveLength(100);
    seen.push(...found.data.map(({ id }) => id));
    cursor = found.next;
    expect(cursor).toBe(String(seen.at(-1)));
  }
  expect(seen).toEqual(
    Array.from({ length: FILLS }, (_, n) => n)
      .filter((n) => n % 3 !== 2)
      .map((n) => 1_000_000 + n)
      .toReversed()
      .slice(0, 500),
  );
  const { data } = await read('trades', { limit: 2 });
  expect(data).toMatchObject([
    {
      type: 'taker',
      side: 'buy',
      subject: 'BTC/USDT',
      amount: '0.5',
      amount_unit: 'BTC',
      fee: '0.2',
      fee_unit: 'BTC',
    },
    { type: 'maker', side: 'sell', total: '30000', total_unit: 'USDT', fee: '0.1', fee_unit: 'USDT' },
  ]);
  // The other side is another user.
  expect(JSON.stringify(data)).not.toContain(String(OTHER));
});

test('days limit a list, the first moment included and the last excluded', async () => {
  const from = FIRST_DAY + 2 * DAY_MS;
  const { data, next } = await read('trades', { from, to: from + 6 * 60_000, limit: 100 });
  expect(data.map(({ created_ms: at }) => (at - from) / 60_000)).toEqual([4, 3, 1, 0]);
  expect(next).toBeNull();
  expect(await read('trades', { to: FIRST_DAY })).toEqual({ data: [], next: null });
});

test('a list is read by its indexes, whatever the length of the history', async () => {
  const plan = await database.db.rows<Record<string, string>>(sql`
    explain (analyze, costs off, timing off)
    ${selectRecords(spotTrades(userId(UID)), sql`id >= 1 and id < 1015000`, 'desc', 21)}`);
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('spot_fills_initial_maker');
  expect(text).toContain('spot_fills_initial_taker');
  expect(text).not.toContain('Seq Scan');
  expect(text).not.toContain('Sort Method');
});

test('an order, a position and an option of the user are in their lists and in nobody else’s', async () => {
  const token = await server.login('alice');
  const { price } = await server.reply('market/index', { body: { match_id: 1 } });
  const placed = await server.reply('coin/trade', {
    token,
    body: {
      currency_id: 1,
      legal_id: 3,
      type: 1,
      target_price: String(Math.round(Number(price) / 10) * 10 - 200),
      amount: '0.01',
    },
  });
  const { uid } = (await server.reply('console/users', { token: roles.support, body: { keyword: 'alice' } }))
    .data[0] ?? { uid: 0 };
  const open = await read('open_orders', { uid });
  expect(open.data).toMatchObject([
    {
      id: orderId(placed.id),
      side: 'buy',
      type: 'limit',
      state: 'open',
      amount: '0.01',
      filled: '0',
      ended_ms: null,
    },
  ]);
  expect((await read('open_orders', { uid: OTHER })).data).toEqual([]);
  expect((await read('orders', { uid })).data).toEqual([]);
});

test.each(USER_RECORDS)('%s: read by every role, saved by those who read all accounts', async (records) => {
  await read(records);
  const file = (token: string, uid = UID) =>
    server.ask('console/user_records_export', {
      method: 'GET',
      token,
      body: { uid, records, to: FIRST_DAY },
    });
  expect(await file(roles.support)).toMatchObject({ type: 'error' });
  const saved = await file(roles.finance);
  expect(saved.type).toBe('file');
  expect(saved.message).toContain('Market or currency');
  const missing = { uid: 999_999, records };
  for (const path of ['console/user_records', 'console/user_records_export'])
    expect(await server.ask(path, { method: 'GET', token: roles.admin, body: missing })).toMatchObject({
      error: 'not_found',
    });
  const { data } = await server.reply('console/audit', {
    token: roles.admin,
    body: { subject: `user:${UID}`, limit: 2 },
  });
  const looks = data.map(({ action, detail }): unknown[] => [action, JSON.parse(detail)]);
  expect(looks).toEqual([
    ['export user records', { records, to: String(FIRST_DAY), count: 0 }],
    ['look at user records', { records }],
  ]);
});

test('a continued page is no second look; users and bad cursors are refused', async () => {
  const entries = async () =>
    (
      await server.reply('console/audit', {
        token: roles.admin,
        body: { action: 'look at user records', limit: 1 },
      })
    ).data[0]?.id;
  await read('trades', { limit: 1 });
  const before = await entries();
  await read('trades', { limit: 1, cursor: '1000010' });
  expect(await entries()).toBe(before);
  const ask = (body: Record<string, string | number>, token = roles.support) =>
    server.ask('console/user_records', {
      method: 'GET',
      token,
      body: { uid: UID, records: 'trades', ...body },
    });
  for (const cursor of ['0', '-1', '1.5', 'x', '9'.repeat(30)])
    expect(await ask({ cursor })).toMatchObject({ error: 'parameter_error' });
  expect(await ask({ records: 'secrets' })).toMatchObject({ type: 'error' });
  expect((await ask({}, await server.login('bruno'))).type).not.toBe('ok');
});

test('the value of a user is the sum of the balances with a price', async () => {
  const {
    balances,
    value_usdt: value,
    unvalued,
  } = await server.reply('console/user', {
    token: roles.support,
    body: { uid: UID },
  });
  const usdt = balances.filter(({ currency }) => currency === 'USDT');
  const sum = usdt.reduce((total, { available, held }) => total + Number(available) + Number(held), 0);
  expect(sum).toBeGreaterThan(0);
  expect(Number(value)).toBeGreaterThanOrEqual(sum);
  expect(unvalued).not.toContain('USDT');
});
