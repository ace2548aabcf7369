import { contract } from '@karat/contract';
import type { Call, ChatRoomFrame, SupportFrame } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import { sql } from '@karat/platform/db';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Path, ReplyAt } from './testing/api-client.ts';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { openClient } from './testing/client.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const methods = new Map<string, string>(
  Object.values(contract).flatMap((group) =>
    Object.entries<Call>(group).map(([path, { method }]): [string, string] => [path, method]),
  ),
);

let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let bruno: string;
let support: string;
let risk: string;
let finance: string;

type Body = Readonly<Record<string, string | number>>;
const reply = <P extends Path>(token: string, path: P, body: Body = {}) =>
  server.reply(path, { token, body }) as Promise<ReplyAt<P>>;
const errorOf = async (token: string, path: Path, body: Body): Promise<string | undefined> =>
  (await server.ask(path, { token, body, method: methods.get(path) ?? 'POST' })).error;

let count = 0;
/** A new client id. */
const next = (): string => `message-${(count += 1)}`;

/** Uploads a picture to a call; returns its address. */
async function uploadTo(token: string, path: Path, fields: Body = {}): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', new Blob([PICTURE]), 'a.png');
  return String((await server.ask(path, { token, body: form })).message);
}
const upload = (token: string): Promise<string> => uploadTo(token, 'upload');

/** Media type of a message's picture as its owner receives it. */
async function pictureType(
  token: string,
  of: { readonly id: number; readonly message_id: number },
): Promise<string | null> {
  const address = `${server.url}/api/support/picture?id=${of.id}&message_id=${of.message_id}`;
  return (await fetch(address, { headers: { authorization: token } })).headers.get('content-type');
}

const lastMail = (receiver: string): Promise<{ subject: string; body: string }> =>
  database.db.one(sql`
    select subject, body from platform_dev_outbox where receiver = ${receiver} order by id desc limit 1`);

const auditOf = async (action: string): Promise<number> =>
  (
    await database.db.one<{ n: number }>(
      sql`select count(*) as n from platform_audit where action = ${action}`,
    )
  ).n;

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  [alice, bruno] = [await server.login('alice'), await server.login('bruno')];
  support = await server.loginOperator('support');
  risk = await server.loginOperator('risk');
  finance = await server.loginOperator('finance');
}, 120_000);
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

test('a user asks with a picture and an own record, an operator takes it and answers, both see the same', async () => {
  const first = await reply(bruno, 'support/send', { client_id: next(), text: 'My order does not fill' });
  expect(first.conversation).toMatchObject({ kind: 'chat', state: 'waiting', queue_position: 1 });
  const { id } = first.conversation;
  const market = { type: 1, currency_id: 1, legal_id: 3, amount: '0.001', target_price: 70_000 };
  const order = await reply(bruno, 'coin/trade', market);
  const [record] = await reply(bruno, 'support/references', { kind: 'spot_order' });
  expect(record).toMatchObject({ id: order.id, kind: 'spot_order', title: 'BTC/USDT' });
  const file = await upload(bruno);
  const attached = { file, reference_kind: 'spot_order', reference_id: order.id };
  const second = await reply(bruno, 'support/send', { id, client_id: next(), ...attached });
  expect(second.message).toMatchObject({ seq: 2, file, reference: record });
  const foreign = { client_id: next(), text: 'x', file: await upload(alice) };
  expect(await errorOf(bruno, 'support/send', foreign)).toBe('image_invalid');
  expect(await pictureType(bruno, { id, message_id: second.message.id })).toBe('image/webp');
  expect(await errorOf(bruno, 'support/send', { client_id: next() })).toBe('support_empty');

  const { data, counts } = await reply(support, 'console/support_inbox', { state: 'waiting' });
  expect(data[0]).toMatchObject({ id, unanswered: 2, visitor: false });
  expect(counts.waiting).toBe(1);
  expect(await errorOf(finance, 'console/support_inbox', {})).toBe('forbidden');
  await reply(support, 'console/support_take', { id });
  expect(await errorOf(risk, 'console/support_take', { id })).toBe('support_assigned');
  const given = { id, client_id: next(), text: 'It is below the market; it waits in the book.' };
  expect(await errorOf(risk, 'console/support_answer', given)).toBe('support_assigned');
  const shown = await uploadTo(support, 'console/support_upload', { id });
  expect(
    await errorOf(support, 'console/support_answer', { ...given, file: second.message.file ?? '' }),
  ).toBe('image_invalid');
  const answered = await reply(support, 'console/support_answer', { ...given, file: shown });
  const picture = { id, message_id: answered.message.id };
  expect(await pictureType(bruno, picture)).toBe('image/webp');
  expect(await errorOf(alice, 'support/picture', picture)).toBe('support_unknown');
  expect((await fetch(server.url + shown, { headers: { authorization: bruno } })).status).toBe(404);
  const again = await reply(support, 'console/support_answer', given);
  expect(again.message.seq).toBe(4);
  const list = await reply(bruno, 'support/messages', { id, after: 2 });
  expect(list.data.map(({ author, event, seq }) => `${seq} ${event ?? author}`)).toEqual([
    '3 joined',
    '4 operator',
  ]);
  expect(list.conversation).toMatchObject({ unread: 1, operator: 'Sana Support', state: 'active' });
  expect(list.data[1]?.client_id).toBeNull();
  expect(await reply(bruno, 'support/read', { id, seq: 4 })).toEqual({ unread: 0 });
  await reply(support, 'console/support_note', { id, text: 'Seems new to limit orders.' });
  const inside = await reply(support, 'console/support_messages', { id });
  expect(inside.notes).toHaveLength(1);
  expect(JSON.stringify(await reply(bruno, 'support/messages', { id }))).not.toContain('Seems new');
});

test('an answer that asks for a secret or has an address needs a confirmation, which the audit log shows', async () => {
  const { id } = (await reply(bruno, 'support/conversation')) ?? expect.fail('no conversation');
  const text = 'Please send me the code from the SMS code message';
  const sensitive = { id, client_id: next(), text };
  expect(await errorOf(support, 'console/support_answer', sensitive)).toBe('support_sensitive');
  const address = { id, client_id: next(), text: `Send it to ${ADDRESS}` };
  expect(await errorOf(support, 'console/support_answer', address)).toBe('support_sensitive');
  expect(await auditOf('support sensitive answer')).toBe(0);
  await reply(support, 'console/support_answer', { ...address, confirmed: 1 });
  expect(await auditOf('support sensitive answer')).toBe(1);
});

test('the side panel shows the user to an operator, with an audit entry for each read', async () => {
  const { id } = (await reply(bruno, 'support/conversation')) ?? expect.fail('no conversation');
  const before = await auditOf('look at user');
  const panel = await reply(support, 'console/support_customer', { id });
  expect(panel.records[0]).toMatchObject({ kind: 'spot_order', title: 'BTC/USDT' });
  expect(panel.balances.length).toBeGreaterThan(0);
  expect(panel.devices.length).toBeGreaterThan(0);
  expect(await auditOf('look at user')).toBe(before + 1);
});

test('a closed conversation is rated once, mailed to its owner once an hour, and refuses messages', async () => {
  const { id, last_seq } = (await reply(bruno, 'support/conversation')) ?? expect.fail('no conversation');
  expect(await errorOf(bruno, 'support/rate', { id, stars: 5 })).toBe('support_not_closed');
  expect(await errorOf(support, 'console/support_close', { id, last_seq: last_seq - 1 })).toBe(
    'support_newer',
  );
  await reply(support, 'console/support_close', { id, last_seq });
  expect(await errorOf(bruno, 'support/send', { id, client_id: next(), text: 'hello?' })).toBe(
    'support_ended',
  );
  expect(await errorOf(support, 'console/support_answer', { id, client_id: next(), text: 'hello' })).toBe(
    'support_ended',
  );
  expect((await reply(bruno, 'support/rate', { id, stars: 4, comment: 'Fast' })).rating).toBe(4);
  expect(await errorOf(bruno, 'support/rate', { id, stars: 1 })).toBe('support_rated');
  await reply(bruno, 'support/transcript', { id });
  expect(await errorOf(bruno, 'support/transcript', { id })).toBe('support_transcript_limit');
  const { email } = await reply(bruno, 'user/info');
  expect((await lastMail(email ?? '')).body).toContain('My order does not fill');
  const period = { from_ms: 0, to_ms: Date.now() + 60_000 };
  const figures = await reply(support, 'console/support_statistics', period);
  expect(figures).toMatchObject({ conversations: 2, closed: 1, rating: '4.00', ratings: 1 });
  expect(figures.operators).toMatchObject([{ login: 'support', conversations: 2 }]);
});

test('tickets are limited, handed over and merged; a merge keeps every message', async () => {
  const ticket = (subject: string) => ({ client_id: next(), subject, text: `About: ${subject}` });
  const first = await reply(bruno, 'support/ticket', ticket('Card payment'));
  const second = await reply(bruno, 'support/ticket', ticket('Card payment again'));
  const [id, into] = [second.conversation.id, first.conversation.id];
  const own = (await reply(alice, 'support/conversation'))?.id ?? 0;
  expect(await errorOf(support, 'console/support_merge', { id, into: own })).toBe('support_merge');
  const merged = await reply(support, 'console/support_merge', { id, into });
  expect(merged).toMatchObject({ id: into, last_seq: 3, unanswered: 2 });
  const { data } = await reply(bruno, 'support/messages', { id: into });
  expect(data.map(({ text, event }) => event ?? text)).toEqual([
    'About: Card payment',
    'About: Card payment again',
    'merged',
  ]);
  expect(await errorOf(support, 'console/support_assign', { id: into, login: 'finance' })).toBe(
    'support_operator_unknown',
  );
  const handed = await reply(support, 'console/support_assign', { id: into, login: 'risk' });
  expect(handed).toMatchObject({ assignee: 'risk', state: 'active' });
  for (let open = 1; open < 5; open += 1) await reply(bruno, 'support/ticket', ticket(`More ${open}`));
  expect(await errorOf(bruno, 'support/ticket', ticket('One too many'))).toBe('support_too_many');
});

test('a visitor proves an e-mail address; the answers do not reveal whether it has an account', async () => {
  const files: { token: string; file: string }[] = [];
  const known = (await reply(alice, 'user/info')).email ?? '';
  for (const email of [known, 'stranger@people.example']) {
    expect(await server.ask('support/visitor/code', { body: { email } })).toMatchObject({ message: 'ok' });
    const code = /\b[0-9]{6}\b/.exec((await lastMail(email)).body)?.[0] ?? '';
    const start = { email, client_id: next(), subject: 'Sign up', text: 'How do I open an account?' };
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await errorOf('', 'support/visitor/start', { ...start, code: wrong })).toBe('code_wrong');
    const { token, conversation } = await reply('', 'support/visitor/start', { ...start, code });
    expect(conversation).toMatchObject({ kind: 'chat', state: 'waiting' });
    expect(await errorOf('', 'support/visitor/start', { ...start, client_id: next(), code })).toBe(
      'code_wrong',
    );
    const { id } = conversation;
    await reply(support, 'console/support_answer', { id, client_id: next(), text: 'With the button below.' });
    const { data } = await reply('', 'support/visitor/messages', { token, after: 1 });
    expect(data.map(({ text }) => text)).toContain('With the button below.');
    expect((await lastMail(email)).body).not.toContain('With the button below.');
    const file = await uploadTo('', 'support/visitor/upload', { token });
    const sent = await reply('', 'support/visitor/send', { token, client_id: next(), file });
    expect(sent.message).toMatchObject({ file, text: '' });
    const message = { token, message_id: sent.message.id };
    expect(await errorOf('', 'support/visitor/picture', { ...message, token: `${token}x` })).toBe(
      'support_unknown',
    );
    const read = await fetch(`${server.url}/api/support/visitor/picture`, {
      method: 'POST',
      body: new URLSearchParams({ token, message_id: String(sent.message.id) }),
    });
    expect(read.headers.get('content-type')).toBe('image/webp');
    expect((await fetch(server.url + file)).status).toBe(404);
    expect((await fetch(server.url + file, { headers: { authorization: support } })).status).toBe(200);
    files.push({ token, file });
    expect(await errorOf('', 'support/visitor/messages', { token: `${token}x` })).toBe('support_unknown');
    expect(await errorOf(support, 'console/support_customer', { id })).toBe('support_no_account');
    expect((await reply('', 'support/visitor/close', { token, stars: 5 })).rating).toBe(5);
  }
  const [first, second] = files;
  const stolen = { token: second?.token ?? '', client_id: next(), file: first?.file ?? '' };
  expect(await errorOf('', 'support/visitor/send', stolen)).toBe('image_invalid');
  // The visitor with alice's address sees nothing of her conversations, and she nothing of the visitor's.
  expect((await reply(alice, 'support/conversations')).total).toBe(1);
});

test('questions are answered by articles, canned answers fall back to the nearest language', async () => {
  const found = await reply('', 'support/articles', { q: 'which accounts are there', lang: 'en' });
  expect(found[0]?.title).toContain('four accounts');
  const { data } = await reply(support, 'console/support_canned', { lang: 'th', keyword: 'closing' });
  expect(data[0]).toMatchObject({ shortcut: 'closing', text_lang: 'en' });
  const texts = Object.fromEntries(LANGS.map((lang) => [lang, lang === 'en' ? 'One moment.' : '']));
  const save = (body: object) =>
    server.ask('console/support_canned_save', {
      token: support,
      type: 'application/json',
      body: JSON.stringify({ id: 0, ...body }),
    });
  expect(await save({ shortcut: 'wait', texts })).toMatchObject({ type: 'ok' });
  expect(await save({ shortcut: 'wait', texts })).toMatchObject({ error: 'support_shortcut_taken' });
  expect(await save({ shortcut: 'empty', texts: { ...texts, en: '' } })).toMatchObject({
    error: 'value_invalid',
  });
});

test('a room shows nickname and badge only, holds addresses and numbers, and refuses links', async () => {
  const rooms = await reply('', 'chat/rooms');
  expect(rooms.map(({ name }) => name)).toEqual(expect.arrayContaining(['BTC/USDT', '日本語']));
  const room_id = rooms.find(({ lang }) => lang === 'en')?.id ?? 0;
  const { uid, email } = await reply(bruno, 'user/info');
  const shown = await reply(bruno, 'chat/send', { room_id, client_id: next(), text: 'gm traders' });
  expect(shown).toMatchObject({ state: 'shown', vip_level: 0 });
  const write = (text: string) => reply(bruno, 'chat/send', { room_id, client_id: next(), text });
  const held = await write(`send to ${ADDRESS}`);
  expect(held).toMatchObject({ state: 'held', seq: 0 });
  expect((await write('call +852 5123 4567')).state).toBe('held');
  const link = { room_id, client_id: next(), text: 'join t.me/karat' };
  expect(await errorOf(bruno, 'chat/send', link)).toBe('chat_link');
  const list = async (token: string) => reply(token, 'chat/messages', { room_id });
  const asAlice = JSON.stringify(await list(alice));
  expect(asAlice).toContain('gm traders');
  for (const secret of [ADDRESS, String(uid), email ?? '-', '5123']) expect(asAlice).not.toContain(secret);
  expect((await list(bruno)).own).toHaveLength(2);
  expect(await errorOf('', 'chat/send', { room_id, client_id: next(), text: 'hi' })).toBe('unauthenticated');

  const queue = await reply(support, 'console/chat_messages', {});
  expect(queue.data.find(({ id }) => id === held.id)).toMatchObject({ holds: ['wallet_address'], uid });
  const released = await reply(support, 'console/chat_decide', { id: held.id, decision: 'release' });
  expect(released.state).toBe('shown');
  const decided = { id: held.id, decision: 'release' };
  expect(await errorOf(support, 'console/chat_decide', decided)).toBe('chat_decided');
  await reply(support, 'console/chat_decide', { id: held.id, decision: 'remove', reason: 'An address' });
  const removed = (await list(alice)).data.find(({ id }) => id === held.id);
  expect(removed).toMatchObject({ state: 'removed', text: '' });
});

test('a blocked author is hidden from the reader, a muted one cannot write, three reports hide a message', async () => {
  const room_id = (await reply('', 'chat/rooms')).find(({ lang }) => lang === 'fra')?.id ?? 0;
  const write = (token: string, text: string) =>
    reply(token, 'chat/send', { room_id, client_id: next(), text });
  const { id, author_id } = await write(bruno, 'Bonjour');
  await reply(alice, 'chat/block', { author_id, blocked: 1 });
  expect((await reply(alice, 'chat/messages', { room_id })).data).toEqual([]);
  expect((await reply(alice, 'chat/blocked'))[0]).toMatchObject({ author_id });
  await reply(alice, 'chat/block', { author_id, blocked: 0 });
  expect((await reply(alice, 'chat/messages', { room_id })).data).toHaveLength(1);
  expect(await errorOf(bruno, 'chat/block', { author_id, blocked: 1 })).toBe('chat_author_unknown');
  expect(await errorOf(bruno, 'chat/report', { message_id: id, reason: 'spam' })).toBe('chat_own_message');
  for (const name of ['alice', 'chloe', 'dana'])
    await reply(await server.login(name), 'chat/report', { message_id: id, reason: 'scam' });
  expect((await reply(alice, 'chat/messages', { room_id })).data[0]).toMatchObject({
    state: 'held',
    text: '',
  });
  await reply(support, 'console/chat_decide', { id, decision: 'release' });
  await reply(support, 'console/chat_mute', { author_id, room_id, minutes: 60, reason: 'Too loud' });
  expect(await errorOf(bruno, 'chat/send', { room_id, client_id: next(), text: 'hé' })).toBe('chat_muted');
  expect((await reply(bruno, 'chat/messages', { room_id })).me?.muted_until_ms).toBeGreaterThan(Date.now());
  await reply(support, 'console/chat_mute', { author_id, room_id, minutes: 0, reason: 'Calm again' });
  await reply(support, 'console/chat_room_save', { id: room_id, open: 1, slow_mode_s: 300, position: 5 });
  await write(alice, 'Salut');
  expect(await errorOf(alice, 'chat/send', { room_id, client_id: next(), text: 'encore' })).toBe(
    'chat_slow_mode',
  );
  await reply(support, 'console/chat_room_save', { id: room_id, open: 0, slow_mode_s: 0, position: 5 });
  expect(await errorOf(alice, 'chat/send', { room_id, client_id: next(), text: 'fin' })).toBe(
    'chat_room_closed',
  );
});

test('sockets push a room to everyone and a conversation to its owner alone; missed messages are listed', async () => {
  const room_id = (await reply('', 'chat/rooms')).find(({ lang }) => lang === 'jp')?.id ?? 0;
  const visitor = await openClient(server.url);
  const mine = await openClient(server.url, alice);
  const other = await openClient(server.url, bruno);
  const room = `chat:${room_id}`;
  await visitor.subscribe(room);
  expect((await visitor.next(room)).data).toEqual({ room_id, last_seq: 0, messages: [] });
  await mine.subscribe('chat');
  await other.subscribe('chat');
  const written = await reply(bruno, 'chat/send', { room_id, client_id: next(), text: 'こんにちは' });
  const frame = (await visitor.next(room)).data as ChatRoomFrame;
  expect(frame.messages).toMatchObject([{ id: written.id, seq: 1, text: 'こんにちは' }]);
  visitor.close();
  await reply(bruno, 'chat/send', { room_id, client_id: next(), text: 'またね' });
  const missed = await reply('', 'chat/messages', { room_id, after: 1 });
  expect(missed.data.map(({ text }) => text)).toEqual(['またね']);

  const { id } = (await reply(alice, 'support/conversation')) ?? expect.fail('no conversation');
  const answered = { id, client_id: next(), text: 'Is it there now?' };
  await reply(support, 'console/support_answer', answered);
  const pushed = (await mine.next('chat')).data as SupportFrame;
  expect(pushed).toMatchObject({ type: 'message', message: { conversation_id: id, text: answered.text } });
  await reply(support, 'console/support_typing', { id });
  expect((await mine.next('chat')).data).toEqual({ type: 'typing', conversation_id: id });
  // Bruno's next frame is his own: nothing of alice's came before it.
  await reply(support, 'console/chat_mute', {
    ...{ author_id: written.author_id, room_id, minutes: 60, reason: 'A test' },
  });
  expect((await other.next('chat')).data).toMatchObject({ type: 'room_muted', room_id });
  mine.close();
  other.close();
});
