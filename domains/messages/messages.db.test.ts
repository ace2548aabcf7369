import { NOTICE_KINDS, Refusal, userId } from '@karat/contract';
import type { NoticeGroup, NoticeKind, NoticesChange, UserId } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import type { Mail } from '@karat/platform/mail';
import { seededRandom } from '@karat/platform/random';
import { createPrivateChannels } from '@karat/platform/ws';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMessages } from './index.ts';
import type { Messages, NoticeText } from './index.ts';

const inAll = (text: string): Record<Lang, string> =>
  Object.fromEntries(LANGS.map((lang) => [lang, `${lang} ${text}`])) as Record<Lang, string>;
const textOf = (group: NoticeText['group'], more: Partial<NoticeText> = {}): NoticeText => ({
  group,
  title: inAll('title {level}'),
  body: inAll('body {reason} {note}'),
  ...more,
});
/** One kind for each group; the other kinds behave alike. */
const texts: Record<NoticeKind, NoticeText> = {
  ...(Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, textOf('trade')])) as Record<
    NoticeKind,
    NoticeText
  >),
  'verification:approved': textOf('account'),
  'verification:rejected': textOf('account', { words: { reason: { blurred: inAll('Blurred.') } } }),
  'verification:revoked': textOf('security'),
  'operators:correction': textOf('money'),
};

let database: TestDatabase;
let ctx: Context;
let messages: Messages;
let mode: Mail['mode'] = 'outbox';
const sent: { to: string; lang: Lang; subject?: string; body: string }[] = [];
const mail: Mail = {
  get mode() {
    return mode;
  },
  work: {},
  send: async (_tx, { to, lang, subject, body }) =>
    void sent.push({ to, lang, body, ...(subject === undefined ? {} : { subject }) }),
};
const codes = new Map<UserId, string>();
const clock = virtualClock(Date.parse('2026-03-01T12:00:00Z'));

beforeAll(async () => {
  database = await createTestDatabase();
  const bus = createBus(() => undefined);
  ctx = { db: database.db, clock, bus, log: silentLog, random: seededRandom('messages'), demo: true };
  messages = createMessages({
    ctx,
    texts,
    mail,
    addressees: async (_db, ids) =>
      ids.map((id) => ({
        id,
        email: id % 2 === 0 ? `u${id}@example.com` : null,
        lang: 'fra' as const,
        antiPhishing: codes.get(id) ?? null,
      })),
  });
});
afterAll(() => database.drop());
beforeEach(() => {
  sent.length = 0;
  codes.clear();
  mode = 'outbox';
});

let users = 700_000;
/** A user with an email address. */
const newUser = (): UserId => userId((users += 2));
const request: RequestInfo = { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined };
const as = (user: UserId, lang: Lang = 'en') => ({
  caller: { userId: user, sessionId: 1 as never, verified: true },
  lang,
  request,
  tx: undefined,
  file: undefined,
});
const notifyUser = (user: UserId, key: string, kind: NoticeKind = 'verification:approved', values = {}) =>
  database.db.transact((tx) => messages.notify(tx, { user, kind, values, key }));
const list = (
  user: UserId,
  filter: { group?: 'account' | 'money'; is_read?: 0 | 1 } = {},
  lang: Lang = 'en',
) =>
  messages.handlers['mailMessage/getList']({
    ...as(user, lang),
    input: { group: filter.group, is_read: filter.is_read, page: 1, limit: 10 },
  });
const read = async (user: UserId, id: number) =>
  messages.handlers['mailMessage/read']({ ...as(user), input: { id } });
const remove = async (user: UserId, id: number) =>
  messages.handlers['mailMessage/delete']({ ...as(user), input: { id } });
const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : String(error));

test('a notice is in the language of its reader, and codes among its values become words', async () => {
  const user = newUser();
  await notifyUser(user, `t:${user}`, 'verification:rejected', {
    level: 2,
    reason: 'blurred',
    note: 'Again, please.',
  });
  for (const lang of LANGS) {
    const { data } = await list(user, {}, lang);
    expect(data).toMatchObject([
      {
        title: `${lang} title 2`,
        content: `${lang} body ${lang} Blurred. Again, please.`,
        is_read: 0,
        group: 'account',
      },
    ]);
  }
});

test('the same step notifies once, for any number of attempts, and also after its notice was removed', async () => {
  const user = newUser();
  await notifyUser(user, `once:${user}`);
  await notifyUser(user, `once:${user}`);
  const { data, total } = await list(user);
  expect(total).toBe(1);
  await remove(user, data[0]?.id ?? 0);
  await notifyUser(user, `once:${user}`);
  expect((await list(user)).total).toBe(0);
  expect(sent).toHaveLength(1);
});

test('a step that rolls back notifies nobody, neither here nor by email', async () => {
  const user = newUser();
  const own = createPrivateChannels();
  const stop = messages.connect(own);
  const undone = database.db.transact(async (tx) => {
    await messages.notify(tx, { user, kind: 'verification:approved', key: `undone:${user}` });
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  expect((await list(user)).total).toBe(0);
  stop();
});

test('reading one or all reduces the count, and filters return the rest', async () => {
  const user = newUser();
  for (const n of [1, 2, 3]) await notifyUser(user, `r:${user}:${n}`);
  await notifyUser(user, `r:${user}:4`, 'operators:correction');
  const { data } = await list(user);
  expect(await read(user, data[0]?.id ?? 0)).toEqual({ unread: 3 });
  expect(await read(user, data[0]?.id ?? 0)).toEqual({ unread: 3 });
  expect((await list(user, { is_read: 1 })).total).toBe(1);
  expect((await list(user, { group: 'account' })).total).toBe(3);
  const overview = await messages.handlers.usermessage({ ...as(user), input: {} });
  expect(overview.unread).toBe(3);
  expect(overview.latest.map((row) => row.kind)).toEqual(['operators:correction', 'verification:approved']);
  expect(await read(user, 0)).toEqual({ unread: 0 });
});

test('removing all removes only read notices', async () => {
  const user = newUser();
  await notifyUser(user, `d:${user}:1`);
  await notifyUser(user, `d:${user}:2`);
  const [newest] = (await list(user)).data;
  await read(user, newest?.id ?? 0);
  expect(await remove(user, 0)).toEqual({ unread: 1 });
  expect((await list(user)).data.map((row) => row.is_read)).toEqual([0]);
});

test("nobody reads or removes another user's notice", async () => {
  const [user, other] = [newUser(), newUser()];
  await notifyUser(user, `o:${user}`);
  const id = (await list(user)).data[0]?.id ?? 0;
  expect(await read(other, id).catch(codeOf)).toBe('notice_unknown');
  expect(await remove(other, id).catch(codeOf)).toBe('notice_unknown');
  await read(other, 0);
  await remove(other, 0);
  expect((await list(user)).data).toMatchObject([{ id, is_read: 0 }]);
});

test("emails follow the user's choice by group, in the language of the account, with the anti-phishing phrase", async () => {
  const user = newUser();
  codes.set(user, 'blue-heron');
  await notifyUser(user, `m:${user}:1`, 'verification:approved', { level: 1, reason: '', note: '' });
  await notifyUser(user, `m:${user}:2`, 'wallet:sent');
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ to: `u${user}@example.com`, lang: 'fra', subject: '[Karat] fra title 1' });
  expect(sent[0]?.body).toContain('blue-heron');
  const set = (group: NoticeGroup, on: boolean) =>
    messages.handlers['mailMessage/setPreference']({ ...as(user), input: { group, way: 'mail', on } });
  await set('account', false);
  const all = await set('trade', true);
  expect(Object.fromEntries(all.map(({ group, mail: on }) => [group, on]))).toEqual({
    security: true,
    account: false,
    money: true,
    trade: true,
    alerts: false,
    support: true,
    announcements: false,
  });
  await notifyUser(user, `m:${user}:3`);
  await notifyUser(user, `m:${user}:4`, 'wallet:sent');
  expect(sent).toHaveLength(2);
});

test('security emails cannot be turned off', async () => {
  const user = newUser();
  const off = () =>
    messages.handlers['mailMessage/setPreference']({
      ...as(user),
      input: { group: 'security', way: 'mail', on: false },
    });
  expect(await Promise.resolve().then(off).catch(codeOf)).toBe('notice_group_fixed');
  await notifyUser(user, `s:${user}`, 'verification:revoked');
  expect(sent).toHaveLength(1);
});

test('without an email address, or without a mail server, notices are in the message centre only', async () => {
  const phoneOnly = userId(newUser() + 1);
  await notifyUser(phoneOnly, `p:${phoneOnly}`);
  mode = 'none';
  const user = newUser();
  await notifyUser(user, `n:${user}`);
  expect(sent).toEqual([]);
  expect([(await list(phoneOnly)).total, (await list(user)).total]).toEqual([1, 1]);
});

test('new notices and the unread count reach the own sockets, and reading updates other devices', async () => {
  const user = newUser();
  const own = createPrivateChannels();
  const stop = messages.connect(own);
  const waiting: ((change: NoticesChange) => void)[] = [];
  const next = (): Promise<NoticesChange> => new Promise((resolve) => waiting.push(resolve));
  const parse = (frame: Buffer): NoticesChange => {
    const text = frame.toString('utf8');
    return (JSON.parse(text.slice(text.indexOf('{'))) as { data: NoticesChange }).data;
  };
  own.listen(user, 'messages', {
    open: true,
    waiting: 0,
    behind: new Set(),
    numbers: new Map(),
    held: new Map(),
    resync: () => undefined,
    write: (frame) => waiting.shift()?.(parse(frame)),
  });
  expect(await next()).toEqual({ unread: 0, notices: [] });
  const notices = next();
  await notifyUser(user, `w:${user}`, 'verification:approved', { level: 1, reason: '', note: '' });
  expect(await notices).toMatchObject({
    unread: 1,
    notices: [{ kind: 'verification:approved', title: 'fra title 1' }],
  });
  const statements = next();
  await read(user, 0);
  expect(await statements).toEqual({ unread: 0, notices: [] });
  stop();
});

test('notices older than two years are deleted, the rest stays', async () => {
  const user = newUser();
  await notifyUser(user, `f:${user}:1`);
  await database.db.run(
    sql`update messages_notices set created_at = to_timestamp(${clock.now() - 731 * DAY_MS} / 1000.0) where key = ${`f:${user}:1`}`,
  );
  await notifyUser(user, `f:${user}:2`);
  await messages.start();
  const forget = messages.work['messages:forget'];
  await database.db.transact(async (tx) => {
    await forget?.(tx, { kind: 'messages:forget', subject: 'all', dueAt: clock.now(), attempts: 0 } as never);
  });
  const rows = await database.db.rows<{ key: string }>(
    sql`select key from messages_notices where user_id = ${user}`,
  );
  expect(rows).toEqual([{ key: `f:${user}:2` }]);
});
