import { marketId } from '@karat/contract';
import { indexTicked } from '@karat/domains/market';
import { price } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { sql } from '@karat/platform/db';
import { openPushReceiver } from '@karat/platform/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Path, ReplyAt } from './testing/api-client.ts';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

let database: TestDatabase;
let server: TestServer;
let alice: string;

type Body = Readonly<Record<string, string | number>>;
const post = (path: string, body: Body = {}) => server.ask(path, { token: alice, body });
const reply = <P extends Path>(path: P, body: Body = {}): Promise<ReplyAt<P>> =>
  server.reply(path, { token: alice, body });

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database, {
    KARAT_ALERTS: '3',
    KARAT_PUSH_HOSTS: '127.0.0.1',
  });
  alice = await server.login('alice');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const terms = { kind: 'price', target: '1000000', repeat_minutes: 60 };

test.each([
  ['market_unknown', { match_id: 999 }],
  ['alert_target', { kind: 'rise_24h', target: '0.05' }],
  ['alert_decimals', { target: '1.0000000001' }],
  ['parameter_error', { target: '0' }],
  ['parameter_error', { target: '-5' }],
  ['parameter_error', { repeat_minutes: 7 }],
  ['parameter_error', { kind: 'volume' }],
])('an alert is refused with %s for %o', async (error, change) => {
  expect(await post('alert/create', { match_id: 1, ...terms, ...change })).toMatchObject({ error });
});

test('an alert is created, listed, edited, paused, resumed and deleted', async () => {
  const alert = await reply('alert/create', { match_id: 1, ...terms });
  expect(alert).toMatchObject({ symbol: 'BTC/USDT', target: '1000000', state: 'active', fired_ms: null });
  expect(await reply('alert/create', { match_id: 1, ...terms })).toMatchObject({ id: alert.id });
  await reply('alert/create', { match_id: 1, ...terms, target: '2000000' });
  const { id } = alert;
  expect(await post('alert/edit', { id, ...terms, target: '2000000' })).toMatchObject({
    error: 'alert_exists',
  });
  expect(await reply('alert/edit', { id, ...terms, kind: 'fall_24h', target: '12.5' })).toMatchObject({
    kind: 'fall_24h',
    target: '12.5',
  });
  expect(await reply('alert/pause', { id })).toMatchObject({ state: 'paused' });
  expect(await reply('alert/resume', { id })).toMatchObject({ state: 'active' });
  expect(await reply('alert/list', { match_id: 2 })).toMatchObject({ max: 3, count: 2, data: [] });
  await reply('alert/remove', { id });
  expect(await post('alert/remove', { id })).toMatchObject({ error: 'alert_unknown' });
  expect((await reply('alert/list')).data).toHaveLength(1);
});

/** Publishes a tick of bitcoin, as the index does once it is durable. */
async function tick(text: string): Promise<void> {
  const { ctx, container } = server.server;
  second = Math.max(second, Math.floor(ctx.clock.now() / 1_000)) + 1;
  const row = { marketId: marketId(1), time: second, price: price(text), quotes: '' };
  ctx.bus.publish(indexTicked, { time: second * 1_000, ticks: [{ ...row, source: 'simulated' }] });
  await container.alerts.watcher.idle();
}
let second = 0;

test('a tick of the index fires an alert, and its notification is in the language of the reader', async () => {
  const { id } = await reply('alert/create', { match_id: 1, ...terms, target: '1500000', repeat_minutes: 0 });
  await tick('1500000.5');
  const notices = await server.ask('mailMessage/getList', {
    ...{ method: 'GET', token: alice, lang: 'zh', body: { group: 'alerts' } },
  });
  expect(notices.message).toMatchObject({
    data: [{ kind: 'alerts:rose', title: 'BTC/USDT 涨至 1,500,000', content: '当前指数价格：1,500,000.5。' }],
  });
  const { data } = await reply('alert/list');
  expect(data.find((each) => each.id === id)).toMatchObject({
    ...{ state: 'fired', firings: 1, fired_price: '1500000.5' },
  });
});

test('an alert reaches the browser of its user as an encrypted push, and no longer after the logout', async () => {
  const token = await server.login('alice');
  const { public_key } = await server.reply('push/config', { token });
  const receiver = await openPushReceiver(() => public_key ?? '');
  await server.reply('push/subscribe', { token, body: receiver.subscription });
  const elsewhere = { ...receiver.subscription, endpoint: 'https://169.254.169.254/latest' };
  expect(await server.ask('push/subscribe', { token, body: elsewhere })).toMatchObject({
    error: 'push_endpoint',
  });
  const alert = { match_id: 1, ...terms, target: '1600000', repeat_minutes: 0 };
  await reply('alert/create', alert);
  await tick('1600000');
  await receiver.has(1);
  expect(JSON.parse(receiver.received[0]?.text ?? '')).toMatchObject({
    ...{ title: 'BTC/USDT rose to 1,600,000', path: '/pages/market/alerts' },
  });
  await server.ask('user/logout', { method: 'GET', token });
  const { count } = await database.db.one<{ count: number }>(
    sql`select count(*) as count from messages_push_targets t join identity_sessions s on s.id = t.session_id`,
  );
  expect(count).toBe(0);
  await receiver.close();
});
