import { NOTICE_KINDS, contract, userId, wireTime } from '@karat/contract';
import type { NoticeKind, UserId } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { FrameReader, callHandler, pageAt } from '@karat/platform/testing';
import { createPrivateChannels } from '@karat/platform/ws';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMessages } from './index.ts';
import type { Messages, NoticeText } from './index.ts';

const [ANN, BEN] = [userId(700_001), userId(700_002)];
const START = Date.parse('2026-03-01T12:00:00Z');
const at = (minutes: number): number => START + minutes * MINUTE_MS;
const clock = virtualClock(START);

const inAll = (text: string): Record<Lang, string> =>
  Object.fromEntries(LANGS.map((lang) => [lang, `${lang} ${text}`])) as Record<Lang, string>;
const textOf = (group: NoticeText['group']): NoticeText => ({
  ...{ group, title: inAll('title {amount}'), body: inAll('body {coin}') },
});
const texts: Record<NoticeKind, NoticeText> = {
  ...(Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, textOf('trade')])) as Record<
    NoticeKind,
    NoticeText
  >),
  'verification:approved': textOf('account'),
  'operators:correction': textOf('money'),
};

let database: TestDatabase;
let messages: Messages;
const ids: number[] = [];

const call = <Path extends keyof typeof contract.messages>(path: Path, fields = {}, who = ANN) =>
  callHandler(contract.messages, messages.handlers, path, { who, fields, lang: 'spa' });
async function notify(user: UserId, kind: NoticeKind, amount: number, minutes: number): Promise<void> {
  clock.set(at(minutes));
  const values = { amount, coin: `C${amount}` };
  const key = `${user}:${minutes}`;
  await database.db.transact((tx) => messages.notify(tx, { user, kind, values, key }));
}

beforeAll(async () => {
  database = await createTestDatabase();
  const [bus, random] = [createBus(() => undefined), seededRandom('messages')];
  messages = createMessages({
    ctx: { db: database.db, clock, bus, log: silentLog, random, demo: true },
    texts,
    mail: { mode: 'none', work: {}, send: () => Promise.resolve() },
    addressees: (_, users) =>
      Promise.resolve(users.map((id) => ({ id, email: null, lang: 'fra' as const, antiPhishing: null }))),
  });
  await notify(ANN, 'verification:approved', 11, 1);
  await notify(ANN, 'operators:correction', 12, 2);
  await notify(BEN, 'operators:correction', 13, 3);
  await notify(ANN, 'wallet:sent', 14, 4);
  await notify(ANN, 'wallet:sent', 15, 5);
  ids.push(...(await call('mailMessage/getList')).data.map(({ id }) => id).toReversed());
  await call('mailMessage/read', { id: ids[1] });
});
afterAll(() => database.drop());

const notice = (index: number, kind: string, group: string, amount: number, minutes: number, read = 0) => ({
  ...{ id: ids[index], kind, group, title: `spa title ${amount}`, content: `spa body C${amount}` },
  ...{ is_read: read, created_at: wireTime(at(minutes)), created_ms: at(minutes) },
});
const approved = () => notice(0, 'verification:approved', 'account', 11, 1);
const corrected = () => notice(1, 'operators:correction', 'money', 12, 2, 1);
const sent = () => notice(2, 'wallet:sent', 'trade', 14, 4);
const newest = () => notice(3, 'wallet:sent', 'trade', 15, 5);

test('the newest notice of each group, and how many are unread', async () => {
  expect(await call('usermessage')).toEqual({ unread: 3, latest: [newest(), corrected(), approved()] });
});

test('the own notices, the newest first, by group and reading, in pages', async () => {
  const list = (fields: object) => call('mailMessage/getList', fields);
  const rows = [newest(), sent(), corrected(), approved()];
  const page = { limit: 3, total: 4 };
  expect(await list({ limit: 3 })).toEqual(pageAt({ ...page, page: 1 }, rows.slice(0, 3)));
  expect(await list({ limit: 3, page: 2 })).toEqual(pageAt({ ...page, page: 2 }, rows.slice(3)));
  const one = { page: 1, limit: 10, total: 1 };
  expect(await list({ group: 'account' })).toEqual(pageAt(one, [approved()]));
  expect(await list({ is_read: 1 })).toEqual(pageAt(one, [corrected()]));
  expect(await list({ is_read: 0, group: 'trade' })).toEqual(
    pageAt({ ...one, total: 2 }, [newest(), sent()]),
  );
  expect((await call('mailMessage/getList', {}, BEN)).data.map(({ title }) => title)).toEqual([
    'spa title 13',
  ]);
});

test('the ways of each group, with the own choices', async () => {
  const choices = [
    { group: 'money', way: 'mail', on: 0 },
    { group: 'security', way: 'push', on: 0 },
    { group: 'alerts', way: 'in_app', on: 0 },
  ];
  for (const choice of choices) await call('mailMessage/setPreference', choice);
  const ways = (group: string, in_app: boolean, mail: boolean, push: boolean) => ({
    ...{ group, in_app, mail, push, fixed: group === 'security' ? ['in_app', 'mail'] : [] },
  });
  const defaults = [
    ways('security', true, true, true),
    ways('account', true, true, true),
    ways('money', true, true, true),
    ways('trade', true, false, true),
    ways('alerts', true, false, true),
    ways('support', true, true, true),
    ways('announcements', true, false, false),
  ];
  expect(await call('mailMessage/preferences', {}, BEN)).toEqual(defaults);
  expect(await call('mailMessage/setPreference', { group: 'trade', way: 'mail', on: 1 })).toEqual([
    ways('security', true, true, false),
    ways('account', true, true, true),
    ways('money', true, false, true),
    ways('trade', true, true, true),
    ways('alerts', false, false, true),
    ways('support', true, true, true),
    ways('announcements', true, false, false),
  ]);
  expect(await call('push/config')).toEqual({ public_key: null });
});

test('the channel sends a new notice in the language of the account, with the count', async () => {
  const own = createPrivateChannels();
  const stop = messages.connect(own);
  const reader = new FrameReader();
  own.listen(ANN, 'messages', reader);
  await expect.poll(() => reader.snapshotsOf('messages')).toEqual([{ unread: 3, notices: [] }]);
  await notify(ANN, 'operators:correction', 16, 6);
  await expect.poll(() => reader.of('messages').length).toBe(1);
  const { data } = await call('mailMessage/getList', { limit: 1 });
  await call('mailMessage/delete', { id: data[0]?.id });
  await expect.poll(() => reader.of('messages').length).toBe(2);
  stop();
  // What was removed is nowhere the newest.
  expect((await call('usermessage')).latest.map(({ id }) => id)).toEqual([ids[3], ids[1], ids[0]]);
  const added = { id: data[0]?.id, kind: 'operators:correction', title: 'fra title 16' };
  expect(reader.of('messages')).toEqual([
    { unread: 4, notices: [{ ...added, content: 'fra body C16', created_ms: at(6) }] },
    { unread: 3, notices: [] },
  ]);
});
