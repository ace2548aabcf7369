import { sql } from '@karat/platform/db';
import { DAY_MS, utcDay } from '@karat/rules';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

/** The first registration, four days ago. */
const FIRST_MS = Date.now() - 4 * DAY_MS;

const ROLES = ['support', 'finance', 'risk', 'admin'] as const;

let database: PreparedDatabase;
let server: TestServer;
let tokens: Record<(typeof ROLES)[number] | 'user', string>;

beforeAll(async () => {
  database = await createDemoDatabase();
  await database.db.run(sql`
    insert into identity_users (id, email, nickname, invite_code, password_hash, credential_changed_at, lang, fiat, created_at)
    values (300001, 'first@people.example', 'First', 'FIRST1', 'x', now(), 'en', 'USD',
      to_timestamp(${FIRST_MS} / 1000.0))`);
  server = await startTestServer(database);
  tokens = {
    support: await server.loginOperator('support'),
    finance: await server.loginOperator('finance'),
    risk: await server.loginOperator('risk'),
    admin: await server.loginOperator('admin'),
    user: await server.login('alice'),
  };
  // Before the first read, because the figures of today are kept for 30 seconds.
  await database.db.run(sql`
    insert into spot_fills (id, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user,
      taker_user, maker_fee, taker_fee, house, at)
    values (900000001, 1, 60000, 0.5, 30000, 1, 1, 2, 100001, 100002, 30, 0.0005, false, to_timestamp(${Date.now()} / 1000.0))`);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const read = (days: 7 | 30 | 90 = 7) =>
  server.reply('console/daily_figures', { token: tokens.admin, body: { days } });

test('operators of every role read the figures, users and visitors do not', async () => {
  for (const role of ROLES) {
    const { type } = await server.ask('console/daily_figures', {
      method: 'GET',
      token: tokens[role],
      body: { days: 7 },
    });
    expect(type, role).toBe('ok');
  }
  for (const call of ['console/daily_figures', 'console/daily_figures_export'] as const)
    for (const token of [tokens.user, undefined]) {
      const refused = await server.ask(call, {
        method: 'GET',
        ...(token === undefined ? {} : { token }),
        body: { days: 7 },
      });
      expect(refused.type, call).not.toBe('ok');
    }
});

test.each([{}, { days: 1 }, { days: 365 }, { days: 'all' }, { days: '7.5' }])(
  'a period of %j is refused',
  async (body) => {
    const reply = await server.ask('console/daily_figures', { method: 'GET', token: tokens.admin, body });
    expect(reply).toMatchObject({ type: 'error', error: 'parameter_error' });
  },
);

test('a purchase on the exchange is in the figures of today, in USDT', async () => {
  const { days, totals } = await read(30);
  const today = days.at(-1);
  expect(today).toMatchObject({ day: utcDay(Date.now()), complete: false, fees: { options: '0' } });
  expect(Number(today?.volume.spot)).toBeGreaterThanOrEqual(30_000);
  expect(Number(today?.fees.spot)).toBeGreaterThanOrEqual(60);
  expect(today?.active_users).toBeGreaterThanOrEqual(2);
  expect(today?.registrations).toBeGreaterThan(0);
  expect(totals.volume.change).toBeNull();
});

test('a file has a row for each day, and its export is in the audit log', async () => {
  // Days that due work stores between the two reads would differ.
  await expect.poll(async () => (await read()).pending).toBe(0);
  const reply = await fetch(`${server.url}/api/console/daily_figures_export?days=7`, {
    headers: { authorization: tokens.finance },
  });
  expect(reply.headers.get('content-type')).toContain('text/csv');
  const lines = (await reply.text()).split('\r\n').filter(Boolean);
  expect(lines[0]).toContain('Day (UTC),Complete,Volume spot (USDT)');
  expect(lines).toHaveLength((await read()).days.length + 1);
  expect(lines.at(-1)).toContain(`${utcDay(Date.now())},no,`);
  const { data } = await server.reply('console/audit', {
    token: tokens.admin,
    body: { action: 'export daily figures' },
  });
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ operator: 'finance', subject: 'daily figures' });
});

test('complete days since the first registration are stored by the due work of the server', async () => {
  await expect.poll(async () => (await read()).pending).toBe(0);
  const { days } = await read(90);
  expect(days.map(({ day }) => day)).toEqual([4, 3, 2, 1, 0].map((ago) => utcDay(Date.now() - ago * DAY_MS)));
  expect(days.slice(0, 3).map(({ complete }) => complete)).toEqual([true, true, true]);
  expect(days[0]).toMatchObject({ registrations: 1, active_users: 0, volume: { spot: '0' } });
});
