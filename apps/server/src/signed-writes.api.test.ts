import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { askSigned, sign } from './testing/program.ts';
import type { ProgramKey, SignedSent } from './testing/program.ts';

const PAY = { pay_password: '274951' };

let database: TestDatabase;
/** Secrets of the server, the same after its restart. */
let directory: string;
let server: TestServer;
let alice: string;
let bot: ProgramKey;
let reader: ProgramKey;

const makeKey = async (trade: '0' | '1'): Promise<ProgramKey> =>
  (
    await server.ask('api_keys/create', {
      token: alice,
      body: { label: 'bot', trade, withdraw: '0', ...PAY },
    })
  ).message as ProgramKey;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'karat-signed-'));
  server = await startTestServer(database, { KARAT_DATA: directory });
  alice = await server.login('alice');
  bot = await makeKey('1');
  reader = await makeKey('0');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
  await rm(directory, { recursive: true, force: true });
});

const order = { type: '1', currency_id: '1', legal_id: '3', amount: '0.001', order_type: 'limit' };
/** A limit price below the market and inside the band. */
async function price(): Promise<string> {
  const index = await server.reply('market/index', { body: { match_id: 1 } });
  return String(Math.floor(Number(index.price) * 0.98));
}
const countOrders = async (): Promise<number> =>
  (await database.db.one<{ n: number }>(sql`select count(*) as n from spot_orders where user_id > 100000`)).n;
const trade = async (sent: SignedSent): Promise<string> => {
  const { type, error } = await askSigned(server.url, bot, 'coin/trade', sent);
  return error ?? type;
};

test('the same signed order ten times, concurrently and in sequence, is one order', async () => {
  const body = { ...order, target_price: await price() };
  const before = await countOrders();
  const at = Date.now();
  const all = await Promise.all(Array.from({ length: 10 }, () => trade({ body, at })));
  expect(all.toSorted()).toEqual(['ok', ...Array.from({ length: 9 }, () => 'signature_used')].toSorted());
  expect(await trade({ body, at })).toBe('signature_used');
  // Another notation of a signature is the same signature.
  expect(await trade({ body, at, inCapitals: true })).toBe('signature_used');
  expect((await countOrders()) - before).toBe(1);
});

test('a signature used before a restart is refused after it', async () => {
  const sent = { body: { id: '999999' }, at: Date.now() };
  expect(await askSigned(server.url, bot, 'coin/cancel', sent)).toMatchObject({ error: 'order_unknown' });
  await server.close();
  server = await startTestServer(database, { KARAT_DATA: directory });
  // Still within its window, however long the restart took.
  expect(await askSigned(server.url, bot, 'coin/cancel', { ...sent, window: 60_000 })).toMatchObject({
    error: 'signature_used',
  });
});

test('a nonce distinguishes equal orders of one millisecond, and is part of the signed text', async () => {
  const body = { ...order, target_price: await price() };
  const at = Date.now();
  expect(await trade({ body, at, nonce: 'a' })).toBe('ok');
  expect(await trade({ body, at, nonce: 'b' })).toBe('ok');
  expect(await trade({ body, at, nonce: 'a' })).toBe('signature_used');
  expect(await trade({ body, at, nonce: 'a b' })).toBe('signature_wrong');
});

test('reads use up no signature, and a refused request does not use up its signature', async () => {
  const at = Date.now();
  for (let n = 0; n < 2; n++) {
    expect(await askSigned(server.url, bot, 'coin/list', { at })).toMatchObject({ type: 'ok' });
  }
  const taken = async (): Promise<number> =>
    (await database.db.one<{ n: number }>(sql`select count(*) as n from credentials_used_signatures`)).n;
  const before = await taken();
  const body = { ...order, target_price: '1' };
  expect(await askSigned(server.url, reader, 'coin/trade', { body, at })).toMatchObject({
    error: 'right_missing',
  });
  expect(await taken()).toBe(before);
});

/** A socket client for one frame at a time. */
async function open(url: string) {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  const frames: Record<string, unknown>[] = [];
  const waiting: ((frame: Record<string, unknown>) => void)[] = [];
  ws.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Record<string, unknown>;
    const next = waiting.shift();
    if (next) next(frame);
    else frames.push(frame);
  });
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject));
  return {
    say: (frame: object) => ws.send(JSON.stringify(frame)),
    next: async () => frames.shift() ?? new Promise<Record<string, unknown>>((done) => waiting.push(done)),
    close: () => ws.close(),
  };
}
function loginFrame({ key, secret }: ProgramKey): object {
  const timestamp = Date.now();
  const nonce = randomUUID();
  const signature = sign(secret, [`${timestamp}.${nonce}`, 'GET', '/ws', '']);
  return { op: 'login', key, timestamp, nonce, signature };
}

test('a key logs in to the socket once per signature, calls and subscribes by its rights', async () => {
  const socket = await open(server.url);
  const login = loginFrame(reader);
  socket.say({ ...login, nonce: 'another' });
  expect(await socket.next()).toMatchObject({ op: 'login', ok: false, error: 'signature_wrong' });
  socket.say(login);
  expect(await socket.next()).toEqual({ op: 'login', ok: true });
  socket.say({ op: 'sub', ch: ['orders', 'positions', 'options', 'balances', 'messages', 'chat'] });
  expect(await socket.next()).toMatchObject({ ok: false, ch: ['messages', 'chat'], error: 'forbidden' });
  expect(await socket.next()).toMatchObject({ ok: true, ch: ['orders', 'positions', 'options', 'balances'] });
  const call = async (path: string, body: object = {}): Promise<unknown> => {
    socket.say({ op: 'call', id: 1, path, body });
    for (;;) {
      const frame = await socket.next();
      if (frame['op'] === 'reply') return frame['error'] ?? frame['type'];
    }
  };
  expect(await call('coin/list')).toBe('ok');
  expect(await call('coin/trade', { ...order, target_price: '1' })).toBe('right_missing');
  expect(await call('safe/state')).toBe('forbidden');
  expect(await call('safe/freeze', { password: 'karat-alice' })).toBe('forbidden');
  expect(await call('user/logout')).toBe('forbidden');
  const replayed = await open(server.url);
  replayed.say(login);
  expect(await replayed.next()).toMatchObject({ op: 'login', ok: false, error: 'signature_used' });
  replayed.close();
  // After the key was deleted its connections are closed.
  await server.ask('api_keys/remove', { token: alice, body: { id: reader.id } });
  let frame = await socket.next();
  while (frame['op'] !== 'logout') frame = await socket.next();
  expect(frame).toMatchObject({ error: 'unauthenticated' });
  expect(await call('coin/list')).toBe('unauthenticated');
  socket.close();
});

test('a reset of the login password deletes every key and notifies the owner', async () => {
  const user_string = 'alice@demo.karat.example';
  await server.ask('sms_mail', { body: { user_string, type: 'forget' } });
  const { body: email } = await database.db.one<{ body: string }>(sql`
    select body from platform_dev_outbox where receiver = ${user_string} order by id desc limit 1`);
  const body = {
    user_string,
    password: 'violin-moss-42',
    re_password: 'violin-moss-42',
    code: /\d{6}/.exec(email)?.[0] ?? '',
  };
  expect(await server.ask('user/forget', { body })).toMatchObject({ type: 'ok' });
  expect(await askSigned(server.url, bot, 'coin/list')).toMatchObject({ error: 'signature_wrong' });
  const notifications = await database.db.rows<{ kind: string }>(sql`
    select kind from messages_notices where kind = 'credentials:api_keys_ended'`);
  expect(notifications).toHaveLength(1);
});
