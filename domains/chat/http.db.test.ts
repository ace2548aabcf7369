import { contract, wireTime } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { FrameReader, callHandler, pageAt } from '@karat/platform/testing';
import { createChannels, createPrivateChannels } from '@karat/platform/ws';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectChat } from './channel.ts';
import { chatHandlers } from './http.ts';
import { ChatFixture, START, user } from './testing/fixture.ts';

const [ANN, BOB, CAT] = [user(1), user(2), user(3)];
const PEOPLE = new Map([
  [ANN, { nickname: 'Ann', vipLevel: 1 }],
  [BOB, { nickname: 'Bob', vipLevel: 4 }],
  [CAT, { nickname: 'Cat', vipLevel: 0 }],
]);
const MARKET = 7;
/** Minutes of the third day. */
const at = (minutes: number): number => START + 2 * DAY_MS + minutes * MINUTE_MS;
const created = (minutes: number) => ({ created_at: wireTime(at(minutes)), created_ms: at(minutes) });

let database: TestDatabase;
let chat: ChatFixture;
let handlers: ReturnType<typeof chatHandlers>;
const reader = new FrameReader();
let english = 0;
let thai = 0;
let market = 0;
const replies: Awaited<ReturnType<typeof write>>[] = [];

const as = <Path extends keyof typeof contract.chat>(path: Path, who?: UserId, fields = {}) =>
  callHandler(contract.chat, handlers, path, { who, fields });
const console_ = <Path extends keyof typeof contract.chat>(path: Path, fields = {}) =>
  callHandler(contract.chat, handlers, path, { login: 'support', fields });
const write = (who: UserId, room_id: number, client_id: string, text: string, more = {}) =>
  as('chat/send', who, { room_id, client_id, text, ...more });
const roomTerms = (id: number, open: boolean, slow_mode_s: number, position: number, more: object) => ({
  ...{ id, open: open ? 1 : 0, slow_mode_s, position, ...more },
});

/** Messages of each state and reports, each in a minute of its own. */
async function talk(): Promise<void> {
  const save = async (terms: object) => (await console_('console/chat_room_save', terms)).id;
  english = await save(roomTerms(0, true, 0, 3, { lang: 'en' }));
  thai = await save(roomTerms(0, false, 5, 2, { lang: 'th' }));
  market = await save(roomTerms(0, true, 0, 1, { match_id: MARKET }));
  await write(BOB, english, 'long-ago-1', 'two days ago');
  await console_('console/chat_room_save', roomTerms(english, true, 30, 3, {}));
  const minute = (minutes: number) => chat.clock.set(at(minutes));
  minute(1);
  replies.push(await write(ANN, market, 'from-ann-1', 'hello'));
  minute(2);
  replies.push(await write(BOB, market, 'from-bob-1', 'hi', { reply_to: replies[0]?.id }));
  minute(3);
  replies.push(await write(ANN, market, 'from-ann-2', 'call +852 9123 4567'));
  minute(4);
  replies.push(await write(CAT, market, 'from-cat-1', 'bye'));
  await as('chat/report', CAT, { message_id: replies[1]?.id, reason: 'insult', comment: 'rude' });
  minute(5);
  await as('chat/report', ANN, { message_id: replies[1]?.id, reason: 'scam' });
  const { author_id } = replies[0] ?? {};
  minute(7);
  const mute = { author_id, room_id: market, minutes: 60, reason: 'a test' };
  expect(await console_('console/chat_mute', mute)).toBe('ok');
  minute(8);
  await as('chat/block', CAT, { author_id: replies[1]?.author_id, blocked: 1 });
  minute(9);
  await as('chat/block', CAT, { author_id, blocked: 1 });
  minute(10);
  await write(BOB, english, 'from-bob-2', 'good morning');
}

beforeAll(async () => {
  database = await createTestDatabase();
  chat = new ChatFixture(database.db, {
    people: (_, users) =>
      Promise.resolve(users.flatMap((id) => ({ id, ...(PEOPLE.get(id) ?? { nickname: '', vipLevel: 0 }) }))),
    symbolOf: (id) => (id === MARKET ? 'ETH/USDT' : undefined),
  });
  handlers = chatHandlers(chat.deps, chat.send);
  await talk();
});
afterAll(() => database.drop());

const messageOf = (index: number, more: object) => {
  const { id, author_id, room_id } = replies[index] ?? {};
  return { id, room_id, author_id, state: 'shown', reply_to: null, ...more };
};
const hello = () => messageOf(0, { seq: 1, nickname: 'Ann', vip_level: 1, text: 'hello', ...created(1) });
const hi = () =>
  messageOf(1, {
    ...{ seq: 2, nickname: 'Bob', vip_level: 4, text: 'hi', ...created(2) },
    reply_to: { id: replies[0]?.id, nickname: 'Ann', text: 'hello' },
  });
const held = () =>
  messageOf(2, {
    ...{ seq: 0, state: 'held', nickname: 'Ann', vip_level: 1, text: 'call +852 9123 4567', ...created(3) },
    client_id: 'from-ann-2',
  });
const bye = () => messageOf(3, { seq: 3, nickname: 'Cat', vip_level: 0, text: 'bye', ...created(4) });
const marketRoom = () => ({
  ...{ id: market, kind: 'market', name: 'ETH/USDT', lang: null, match_id: MARKET, open: true },
  ...{ slow_mode_s: 0, last_seq: 3, last_ms: at(4) },
});

test('each message is replied as its author sees it', () => {
  expect(replies).toEqual([
    { ...hello(), client_id: 'from-ann-1' },
    { ...hi(), client_id: 'from-bob-1' },
    held(),
    { ...bye(), client_id: 'from-cat-1' },
  ]);
});

test('rooms, those of languages first', async () => {
  const language = { kind: 'language', match_id: null };
  expect(await as('chat/rooms')).toEqual([
    {
      ...{ ...language, id: thai, name: 'ไทย', lang: 'th', open: false, slow_mode_s: 5 },
      ...{ last_seq: 0, last_ms: null },
    },
    {
      ...{ ...language, id: english, name: 'English', lang: 'en', open: true, slow_mode_s: 30 },
      ...{ last_seq: 2, last_ms: at(10) },
    },
    marketRoom(),
  ]);
});

test('the messages of a room with what the caller alone sees', async () => {
  const ann = { author_id: replies[0]?.author_id, nickname: 'Ann', vip_level: 1 };
  expect(await as('chat/messages', ANN, { room_id: market })).toEqual({
    ...{ room: marketRoom(), data: [hello(), hi(), bye()], own: [held()] },
    me: { ...ann, muted_until_ms: at(67), next_ms: null },
  });
  const cat = { author_id: replies[3]?.author_id, nickname: 'Cat', vip_level: 0 };
  expect(await as('chat/messages', CAT, { room_id: market })).toEqual({
    ...{ room: marketRoom(), data: [bye()], own: [] },
    me: { ...cat, muted_until_ms: null, next_ms: null },
  });
  expect(await as('chat/messages', undefined, { room_id: market, after: 1, limit: 1 })).toEqual({
    ...{ room: marketRoom(), data: [hi()], own: [], me: null },
  });
  const earlier = { room_id: market, before: replies[3]?.id, limit: 1 };
  expect((await as('chat/messages', undefined, earlier)).data).toEqual([hi()]);
  const bob = { author_id: replies[1]?.author_id, nickname: 'Bob', vip_level: 4, muted_until_ms: null };
  const inEnglish = await as('chat/messages', BOB, { room_id: english });
  expect(inEnglish.me).toEqual({ ...bob, next_ms: at(10) + 30_000 });
  expect((await as('chat/messages', user(9), { room_id: english })).me).toEqual({
    ...{ author_id: null, nickname: 'K#…', vip_level: 0, muted_until_ms: null, next_ms: null },
  });
});

test('blocked authors, the newest first', async () => {
  expect(await as('chat/blocked', CAT)).toEqual([
    { author_id: replies[0]?.author_id, nickname: 'Ann', blocked_ms: at(9) },
    { author_id: replies[1]?.author_id, nickname: 'Bob', blocked_ms: at(8) },
  ]);
  expect(await as('chat/blocked', ANN)).toEqual([]);
});

test('moderators see rooms with what is held and what was written within a day', async () => {
  const rooms = [
    {
      ...{ id: thai, kind: 'language', name: 'ไทย', lang: 'th', match_id: null, open: false },
      ...{ slow_mode_s: 5, position: 2, held: 0, messages_day: 0 },
    },
    {
      ...{ id: english, kind: 'language', name: 'English', lang: 'en', match_id: null, open: true },
      ...{ slow_mode_s: 30, position: 3, held: 0, messages_day: 1 },
    },
    {
      ...{ id: market, kind: 'market', name: 'ETH/USDT', lang: null, match_id: MARKET, open: true },
      ...{ slow_mode_s: 0, position: 1, held: 1, messages_day: 4 },
    },
  ];
  expect(await console_('console/chat_rooms')).toEqual(rooms);
  const closed = roomTerms(thai, true, 10, 4, {});
  expect(await console_('console/chat_room_save', closed)).toEqual({
    ...{ ...rooms[0], open: true, slow_mode_s: 10, position: 4 },
  });
});

test('moderators see messages by filter, room and author, the newest first', async () => {
  const row = { room_id: market, room: 'ETH/USDT', holds: [], reports: [], decided_by: null };
  const none = { ...row, decided_ms: null, muted_until_ms: null, state: 'shown' };
  const ofAnn = { uid: ANN, author_id: replies[0]?.author_id, nickname: 'Ann', vip_level: 1 };
  const phone = {
    ...{ ...none, ...ofAnn, id: replies[2]?.id, text: 'call +852 9123 4567', state: 'held' },
    ...{ holds: ['phone'], muted_until_ms: at(67), created_ms: at(3) },
  };
  const reported = {
    ...{ ...none, id: replies[1]?.id, uid: BOB, author_id: replies[1]?.author_id, nickname: 'Bob' },
    ...{ vip_level: 4, text: 'hi', created_ms: at(2) },
    reports: [
      { reason: 'insult', comment: 'rude', created_ms: at(4) },
      { reason: 'scam', comment: '', created_ms: at(5) },
    ],
  };
  const first = {
    ...none,
    ...ofAnn,
    id: replies[0]?.id,
    text: 'hello',
    muted_until_ms: at(67),
    created_ms: at(1),
  };
  const list = (fields: object) => console_('console/chat_messages', fields);
  const one = { page: 1, limit: 10, total: 1 };
  expect(await list({})).toEqual(pageAt(one, [phone]));
  expect(await list({ filter: 'reported' })).toEqual(pageAt(one, [reported]));
  expect(await list({ filter: 'removed' })).toEqual(pageAt({ ...one, total: 0 }, []));
  expect(await list({ filter: 'all', author_id: ofAnn.author_id })).toEqual(
    pageAt({ ...one, total: 2 }, [phone, first]),
  );
  expect(await list({ filter: 'all', room_id: market, limit: 2, page: 2 })).toEqual(
    pageAt({ page: 2, limit: 2, total: 4 }, [reported, first]),
  );
});

test('a removal is replied, and reaches the room, the author and a muted user', async () => {
  const channels = createChannels({ clock: chat.clock });
  const own = createPrivateChannels();
  const { load, stop } = connectChat(chat.deps, channels, own);
  await load();
  const channel = channels.find(`chat:${market}`) ?? expect.fail('no channel');
  channels.listen(channel, reader);
  own.listen(CAT, 'chat', reader);
  chat.clock.set(at(20));
  const decided = { id: replies[3]?.id, decision: 'remove', reason: 'a test' };
  expect(await console_('console/chat_decide', decided)).toEqual({
    ...{ id: replies[3]?.id, room_id: market, room: 'ETH/USDT', author_id: replies[3]?.author_id, uid: CAT },
    ...{ nickname: 'Cat', vip_level: 0, text: 'bye', state: 'removed', holds: [], reports: [] },
    ...{ decided_by: 'support', decided_ms: at(20), muted_until_ms: null, created_ms: at(4) },
  });
  const mute = { author_id: replies[3]?.author_id, minutes: 60, reason: 'a test' };
  await console_('console/chat_mute', mute);
  chat.clock.set(at(21));
  stop();
  const removed = { ...bye(), seq: 4, state: 'removed', text: '' };
  expect(reader.of(`chat:${market}`)).toEqual([
    { room_id: market, last_seq: 3, messages: [] },
    { room_id: market, last_seq: 4, messages: [removed] },
  ]);
  expect(reader.of('chat')).toEqual([
    { type: 'room_message', message: { ...removed, client_id: 'from-cat-1' } },
    { type: 'room_muted', room_id: null, until_ms: at(80) },
  ]);
  expect(await as('chat/messages', CAT, { room_id: market })).toMatchObject({
    ...{ data: [removed], me: { muted_until_ms: at(80) } },
  });
});

test('of own messages that wait for a moderator the newest is first', async () => {
  for (const [minutes, number] of [
    [30, '+852 9123 4567'],
    [31, '+852 9123 4568'],
  ] as const) {
    chat.clock.set(at(minutes));
    await write(BOB, english, `held-of-bob-${minutes}`, number);
  }
  const { own } = await as('chat/messages', BOB, { room_id: english });
  expect(own.map(({ text }) => text)).toEqual(['+852 9123 4568', '+852 9123 4567']);
});
