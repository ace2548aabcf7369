import { NOTICE_KINDS, Refusal, sessionId, userId } from '@karat/contract';
import type { NoticeGroup, NoticeKind, NoticeWay, SessionId, UserId } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { createPush } from '@karat/platform/push';
import type { Push } from '@karat/platform/push';
import { seededRandom } from '@karat/platform/random';
import { openPushReceiver } from '@karat/platform/testing';
import type { PushReceiver } from '@karat/platform/testing';
import { createWorker } from '@karat/platform/work';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMessages } from './index.ts';
import type { Messages, NoticeText } from './index.ts';

const inAll = (text: string): Record<Lang, string> =>
  Object.fromEntries(LANGS.map((lang) => [lang, `${lang} ${text}`])) as Record<Lang, string>;
const textOf = (group: NoticeGroup): NoticeText => ({ group, title: inAll('{amount}'), body: inAll('body') });
const texts = {
  ...(Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, textOf('trade')])) as Record<
    NoticeKind,
    NoticeText
  >),
  'alerts:rose': textOf('alerts'),
  'identity:frozen': textOf('security'),
};

let database: TestDatabase;
let ctx: Context;
let push: Push;
let messages: Messages;
let receiver: PushReceiver;
const clock = virtualClock(Date.parse('2026-03-01T12:00:00Z'));
const open = new Map<UserId, SessionId[]>();
let user = userId(710_000);

beforeAll(async () => {
  database = await createTestDatabase();
  const bus = createBus(() => undefined);
  ctx = { db: database.db, clock, bus, log: silentLog, random: seededRandom('push'), demo: true };
  push = createPush(ctx, {
    secret: Buffer.alloc(32, 7),
    contact: 'mailto:a@example.com',
    hosts: ['127.0.0.1'],
  });
  messages = createMessages({
    ctx,
    texts,
    mail: { mode: 'none', work: {}, send: () => Promise.resolve() },
    addressees: async (_db, ids) => ids.map((id) => ({ id, email: null, lang: 'jp', antiPhishing: null })),
    pushes: { push, openSessions: async (_db, of) => open.get(of) ?? [] },
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  user = userId(user + 1);
  open.set(user, [sessionId(user)]);
  receiver = await openPushReceiver(() => push.publicKey);
});
afterEach(() => receiver.close());

const request: RequestInfo = { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined };
const as = (of: UserId) => ({
  caller: { userId: of, sessionId: sessionId(of), verified: true },
  ...({ lang: 'en', request, tx: undefined, file: undefined } as const),
});
type Subscription = PushReceiver['subscription'];
const subscribe = async (input: Subscription = receiver.subscription, of = user) =>
  messages.handlers['push/subscribe']({ ...as(of), input });
const set = async (group: NoticeGroup, way: NoticeWay, on: boolean) =>
  messages.handlers['mailMessage/setPreference']({ ...as(user), input: { group, way, on } });
const notify = (kind: NoticeKind, key: string) =>
  database.db.transact((tx) =>
    messages.notify(tx, { user, kind, key: `${user}:${key}`, values: { amount: '5' } }),
  );
const deliver = (): Promise<number> => createWorker(ctx, messages.pushWork).runDue();
const listed = async (): Promise<number> =>
  (
    await messages.handlers['mailMessage/getList']({
      ...as(user),
      input: { group: undefined, is_read: undefined, page: 1, limit: 10 },
    })
  ).total;
const targets = async (): Promise<number> =>
  (
    await database.db.one<{ count: number }>(
      sql`select count(*) as count from messages_push_targets where user_id = ${user}`,
    )
  ).count;
const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : String(error));

test('a notice reaches the browser encrypted, in the language of the account, with its screen and nothing more', async () => {
  await subscribe();
  await notify('alerts:rose', 'a');
  await deliver();
  await deliver();
  expect(receiver.received).toHaveLength(1);
  await notify('wallet:sent', 'b');
  await deliver();
  const [first, second] = receiver.received.map(({ text: sent }) => JSON.parse(sent) as { tag: string });
  expect(second?.tag).not.toBe(first?.tag);
  const [{ text, headers }] = receiver.received as [(typeof receiver.received)[0]];
  expect(JSON.parse(text)).toEqual({
    ...{ title: 'jp 5', body: 'jp body', path: '/pages/market/alerts' },
    tag: expect.stringMatching(/^notice:\d+$/u) as string,
  });
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
});

test('each way of a group is chosen apart, and security stays on in the app and by mail', async () => {
  await subscribe();
  await set('alerts', 'push', false);
  await notify('alerts:rose', 'not pushed');
  await set('trade', 'in_app', false);
  await notify('wallet:sent', 'not listed');
  await deliver();
  expect([receiver.received.length, await listed()]).toEqual([1, 1]);
  for (const way of ['in_app', 'mail'] as const)
    expect(await set('security', way, false).catch(codeOf)).toBe('notice_group_fixed');
  const groups = await set('security', 'push', false);
  expect(groups.find(({ group }) => group === 'security')).toEqual({
    ...{ group: 'security', in_app: true, mail: true, push: false, fixed: ['in_app', 'mail'] },
  });
  expect(groups.find(({ group }) => group === 'trade')).toMatchObject({
    in_app: false,
    mail: false,
    push: true,
  });
});

test('a browser that the push service no longer knows is removed', async () => {
  await subscribe();
  for (const [status, left] of [
    [500, 1],
    [410, 0],
  ] as const) {
    receiver.status = status;
    await notify('alerts:rose', `status ${status}`);
    await deliver();
    expect(await targets(), String(status)).toBe(left);
  }
});

test('a failing push service is tried again with growing pauses, at most five times and for a day', async () => {
  await subscribe();
  receiver.status = 503;
  await notify('alerts:rose', 'tried');
  for (let round = 0; round < 8; round++) {
    await deliver();
    clock.advance(HOUR_MS);
  }
  expect(receiver.requests()).toBe(5);
  const { failed } = await database.db.one<{ failed: number }>(
    sql`select count(*) as failed from platform_work where state = 'failed'`,
  );
  expect(failed).toBe(0);
  await notify('alerts:rose', 'too late');
  clock.advance(DAY_MS);
  await deliver();
  expect(receiver.requests()).toBe(5);
});

test('an ended session receives nothing more, also if its end was not announced', async () => {
  await subscribe();
  open.set(user, []);
  await notify('alerts:rose', 'ended');
  await deliver();
  expect([receiver.requests(), await targets()]).toEqual([0, 0]);
});

test('nobody takes over, reads or removes the browser of another user', async () => {
  await subscribe();
  const other = userId(user + 500_000);
  const stranger = await openPushReceiver(() => push.publicKey);
  const stolen = { ...stranger.subscription, endpoint: receiver.subscription.endpoint };
  expect(await subscribe(stolen, other).catch(codeOf)).toBe('push_endpoint');
  await messages.handlers['push/unsubscribe']({
    ...as(other),
    input: { endpoint: receiver.subscription.endpoint },
  });
  expect(await targets()).toBe(1);
  await subscribe(receiver.subscription, other);
  expect(await targets()).toBe(0);
  await stranger.close();
});

test('private addresses, other hosts and wrong keys are refused, and a user has ten browsers at most', async () => {
  const { endpoint, p256dh, auth } = receiver.subscription;
  const wrong: Subscription[] = [
    ...[
      'https://192.168.1.1/x',
      'http://localhost/x',
      'https://evil.example/x',
      'ftp://127.0.0.1/x',
      'x',
    ].map((address) => ({ endpoint: address, p256dh, auth })),
    { endpoint, p256dh: Buffer.alloc(65, 4).toString('base64url'), auth },
    { endpoint, p256dh, auth: auth.slice(2) },
  ];
  for (const input of wrong)
    expect(await subscribe(input).catch(codeOf), input.endpoint).toBe('push_endpoint');
  for (let index = 0; index < 12; index++) await subscribe({ endpoint: `${endpoint}${index}`, p256dh, auth });
  expect(await targets()).toBe(10);
  // The newest ones.
  const { oldest } = await database.db.one<{ oldest: string }>(
    sql`select endpoint as oldest from messages_push_targets where user_id = ${user} order by id limit 1`,
  );
  expect(oldest).toBe(`${endpoint}2`);
});
