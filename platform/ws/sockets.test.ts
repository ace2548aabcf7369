import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { CLOSE_CODES } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { virtualClock } from '@karat/platform/clock';
import { addressReader, commonMessages } from '@karat/platform/http';
import type { Http } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import type { Log } from '@karat/platform/log';
import { createMetrics } from '@karat/platform/metrics';
import type { Metrics } from '@karat/platform/metrics';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ALICE, BEA, openShop } from '@karat/platform/testing';
import { createChannels, createPrivateChannels, createSockets, routeUpgrades } from './index.ts';
import type { Sockets } from './index.ts';

const clock = virtualClock();
const sessions = new Map([['alice', ALICE]]);
/** A token is looked up when its promise is kept. */
const lookups = new Map<string, Promise<void>>();
let http: Http;
let metrics: Metrics;
let logged: object[];
let sockets: Sockets;
let port: number;
let prices: {
  publish(
    params: readonly number[],
    data: { match_id: number; price: string; time: number; source: 'live' },
  ): void;
  hasReaders(params: readonly number[]): boolean;
};
const own = createPrivateChannels(clock);

beforeEach(async () => {
  const authenticate = async (token: string) => {
    if (token === 'broken') throw new Error('the session could not be looked up');
    await lookups.get(token);
    return sessions.get(token);
  };
  metrics = createMetrics();
  logged = [];
  const log: Log = {
    ...silentLog,
    info: (fields, text) => void (text === 'request handled' && logged.push(fields)),
  };
  http = await openShop(undefined, { authenticate, metrics, log, logSample: 1 });
  const channels = createChannels({ clock });
  prices = channels.register({
    pattern: 'index:<match_id>',
    known: ([id = '']) => /^[1789]$/.test(id),
    snapshot: () => price('1'),
    conflate: 'latest',
  });
  sockets = createSockets({
    channels,
    own,
    clock,
    invoker: http.invoker,
    mounted: http.mounted,
    nextId: http.nextId,
    observe: http.observe,
    messages: commonMessages,
    authenticate,
    origins: ['https://friend.example'],
    addressOf: addressReader(1),
    limits: {
      perAddress: 5,
      inAll: 7,
      calls: 4,
      channels: 3,
      framesPerSecond: 1_000,
      frameBytes: 4_096,
      subscriptionsPerMinute: 100,
    },
  });
  routeUpgrades(http.app.server, new Map([['/ws', sockets.upgrade]]));
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  port = (http.app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  await sockets.close();
  await http.close();
  sessions.clear();
  sessions.set('alice', ALICE);
  lookups.clear();
});

const price = (text: string) => ({ match_id: 1, price: text, time: 0, source: 'live' as const });

/** A client that waits for the next frame on demand. */
async function open(headers: Record<string, string> = {}) {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
  const frames: string[] = [];
  const waiting: ((frame: string) => void)[] = [];
  ws.on('message', (data: Buffer) => {
    const frame = data.toString();
    const next = waiting.shift();
    if (next) next(frame);
    else frames.push(frame);
  });
  await once(ws, 'open');
  return {
    ws,
    say: (frame: object) => ws.send(JSON.stringify(frame)),
    async next(): Promise<Record<string, unknown>> {
      const frame = frames.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve)));
      return JSON.parse(frame) as Record<string, unknown>;
    },
    closed: async () => ((await once(ws, 'close')) as [number])[0],
  };
}
const refusal = (headers: Record<string, string>) =>
  new Promise<string>((resolve) =>
    new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers }).once('error', (error) => resolve(error.message)),
  );

test('a reader receives the snapshot of a public channel at once and then the latest at each interval', async () => {
  const client = await open();
  client.say({ op: 'sub', ch: ['index:1', 'index:2'] });
  expect(await client.next()).toMatchObject({ op: 'sub', ok: false, ch: ['index:2'], error: 'not_found' });
  expect(await client.next()).toEqual({ op: 'sub', ok: true, ch: ['index:1'] });
  expect(await client.next()).toMatchObject({ ch: 'index:1', seq: 0, data: { price: '1' } });
  prices.publish([1], price('2'));
  prices.publish([1], price('3'));
  clock.advance(100);
  expect(await client.next()).toMatchObject({ ch: 'index:1', seq: 1, data: { price: '3' } });
  client.say({ op: 'unsub', ch: ['index:1'] });
  expect(await client.next()).toEqual({ op: 'unsub', ok: true, ch: ['index:1'] });
  prices.publish([1], price('4'));
  clock.advance(100);
  client.say({ op: 'ping' });
  expect(await client.next()).toEqual({ op: 'pong' });
});

test('private channels open after the login, and only to the owner', async () => {
  const client = await open();
  client.say({ op: 'sub', ch: ['orders'] });
  expect(await client.next()).toMatchObject({
    op: 'sub',
    ok: false,
    ch: ['orders'],
    type: '999',
    error: 'unauthenticated',
  });
  client.say({ op: 'login', token: 'wrong', lang: 'fra' });
  expect(await client.next()).toMatchObject({
    op: 'login',
    ok: false,
    message: commonMessages.unauthenticated.fra,
  });
  client.say({ op: 'login', token: 'alice' });
  client.say({ op: 'sub', ch: ['orders'] });
  expect(await client.next()).toEqual({ op: 'login', ok: true });
  expect(await client.next()).toEqual({ op: 'sub', ok: true, ch: ['orders'] });
  own.publishTo(ALICE.userId, 'balances', 'not asked for');
  own.publishTo((ALICE.userId + 1) as typeof ALICE.userId, 'orders', 'of somebody else');
  own.publishTo(ALICE.userId, 'orders', 'first');
  own.publishTo(ALICE.userId, 'orders', 'second');
  expect(await client.next()).toEqual({ ch: 'orders', seq: 1, data: 'first' });
  expect(await client.next()).toEqual({ ch: 'orders', seq: 2, data: 'second' });
});

test('a session that ended elsewhere ends the private channels of its sockets', async () => {
  const client = await open();
  client.say({ op: 'login', token: 'alice' });
  client.say({ op: 'sub', ch: ['orders'] });
  await client.next();
  await client.next();
  sessions.delete('alice');
  await sockets.recheck(ALICE.userId);
  expect(await client.next()).toMatchObject({ op: 'logout', error: 'unauthenticated' });
  expect(own.hasReaders(ALICE.userId, 'orders')).toBe(false);
});

/** A client that has logged in and subscribes to channels. */
async function openAs(token: string, ...ch: string[]) {
  const client = await open();
  client.say({ op: 'login', token });
  expect(await client.next()).toEqual({ op: 'login', ok: true });
  if (ch.length > 0) {
    client.say({ op: 'sub', ch });
    expect(await client.next()).toEqual({ op: 'sub', ok: true, ch });
  }
  const basket = async (): Promise<unknown> => {
    client.say({ op: 'call', id: 1, path: 'shop/basket' });
    const { error, message } = await client.next();
    return error ?? message;
  };
  return { ...client, basket };
}

test('another login ends the private channels of the one before, and a failed one leaves nobody logged in', async () => {
  sessions.set('bea', BEA);
  const client = await openAs('alice', 'orders');
  client.say({ op: 'login', token: 'bea' });
  expect(await client.next()).toEqual({ op: 'login', ok: true });
  expect(own.hasReaders(ALICE.userId, 'orders')).toBe(false);
  own.publishTo(ALICE.userId, 'orders', 'of the one before');
  own.publishTo(BEA.userId, 'orders', 'not subscribed yet');
  expect(await client.basket()).toEqual({ user: BEA.userId });
  client.say({ op: 'login', token: 'wrong' });
  expect(await client.next()).toMatchObject({ op: 'login', ok: false });
  expect(await client.basket()).toBe('unauthenticated');
});

test('a check of a session does not end the login that has replaced it meanwhile', async () => {
  sessions.set('bea', BEA);
  const client = await openAs('alice', 'orders');
  const { promise, resolve } = Promise.withResolvers<void>();
  lookups.set('alice', promise);
  const checked = sockets.recheck(ALICE.userId);
  sessions.delete('alice');
  client.say({ op: 'login', token: 'bea' });
  expect(await client.next()).toEqual({ op: 'login', ok: true });
  resolve();
  await checked;
  expect(await client.basket()).toEqual({ user: BEA.userId });
});

test('each heartbeat checks the session, so that one that ended in another process ends here', async () => {
  const client = await openAs('alice', 'orders');
  sessions.delete('alice');
  clock.advance(20_000);
  expect(await client.next()).toMatchObject({ op: 'logout', error: 'unauthenticated' });
  expect(own.hasReaders(ALICE.userId, 'orders')).toBe(false);
});

test('a private channel keeps its numbers when it is subscribed again, and outlives the end of another', async () => {
  const client = await openAs('alice', 'orders', 'balances');
  own.publishTo(ALICE.userId, 'orders', 'first');
  expect(await client.next()).toMatchObject({ ch: 'orders', seq: 1 });
  client.say({ op: 'sub', ch: ['orders'] });
  expect(await client.next()).toMatchObject({ op: 'sub', ok: true });
  own.publishTo(ALICE.userId, 'orders', 'second');
  expect(await client.next()).toMatchObject({ ch: 'orders', seq: 2 });
  client.say({ op: 'unsub', ch: ['orders'] });
  expect(await client.next()).toMatchObject({ op: 'unsub', ok: true });
  own.publishTo(ALICE.userId, 'orders', 'nobody listens');
  own.publishTo(ALICE.userId, 'balances', 'still open');
  expect(await client.next()).toEqual({ ch: 'balances', seq: 1, data: 'still open' });
});

describe('the snapshot of a private channel', () => {
  type Read = (user: UserId) => Promise<unknown>;
  const pending: ReturnType<typeof Promise.withResolvers<unknown>>[] = [];
  const read = vi.fn<Read>(() => {
    const next = Promise.withResolvers<unknown>();
    pending.push(next);
    return next.promise;
  });
  beforeAll(() => own.setSnapshot('positions', read));
  beforeEach(() => {
    pending.length = 0;
    read.mockClear();
  });

  test('comes first; what is published while it is read follows it in order', async () => {
    const client = await openAs('alice', 'positions');
    expect(read.mock.calls).toEqual([[ALICE.userId]]);
    own.publishTo(ALICE.userId, 'positions', 'first');
    own.publishTo(ALICE.userId, 'positions', 'second');
    pending[0]?.resolve(['state']);
    expect(await client.next()).toEqual({ ch: 'positions', seq: 0, snapshot: true, data: ['state'] });
    expect(await client.next()).toEqual({ ch: 'positions', seq: 1, data: 'first' });
    expect(await client.next()).toEqual({ ch: 'positions', seq: 2, data: 'second' });
    own.publishTo(ALICE.userId, 'positions', 'third');
    expect(await client.next()).toEqual({ ch: 'positions', seq: 3, data: 'third' });
    // Again on demand, with the number from which changes go on.
    client.say({ op: 'sub', ch: ['positions'] });
    expect(await client.next()).toMatchObject({ op: 'sub', ok: true });
    await expect.poll(() => pending.length).toBe(2);
    pending[1]?.resolve(['later']);
    expect(await client.next()).toEqual({ ch: 'positions', seq: 3, snapshot: true, data: ['later'] });
  });

  test('is read once for subscriptions that are repeated meanwhile, and not sent after the end of one', async () => {
    const client = await openAs('alice', 'positions');
    client.say({ op: 'sub', ch: ['positions'] });
    expect(await client.next()).toMatchObject({ op: 'sub', ok: true });
    expect(read).toHaveBeenCalledTimes(1);
    client.say({ op: 'unsub', ch: ['positions'] });
    expect(await client.next()).toMatchObject({ op: 'unsub', ok: true });
    client.say({ op: 'sub', ch: ['positions'] });
    expect(await client.next()).toMatchObject({ op: 'sub', ok: true });
    await expect.poll(() => pending.length).toBe(2);
    pending[0]?.resolve('of the one that ended');
    pending[1]?.resolve('state');
    expect(await client.next()).toEqual({ ch: 'positions', seq: 0, snapshot: true, data: 'state' });
  });

  test('is neither read nor sent to a client that wants none', async () => {
    const client = await openAs('alice');
    client.say({ op: 'sub', ch: ['positions'], snapshot: false });
    expect(await client.next()).toEqual({ op: 'sub', ok: true, ch: ['positions'] });
    own.publishTo(ALICE.userId, 'positions', 'first');
    expect(await client.next()).toEqual({ ch: 'positions', seq: 1, data: 'first' });
    expect(read).not.toHaveBeenCalled();
  });

  test('is read again after a failure', async () => {
    const client = await openAs('alice', 'positions');
    pending[0]?.reject(new Error('the database is away'));
    await pending[0]?.promise.catch(() => undefined);
    // The failure has passed through the queue of reads.
    await new Promise(setImmediate);
    clock.advance(1_999);
    expect(pending).toHaveLength(1);
    clock.advance(1);
    await expect.poll(() => pending.length).toBe(2);
    pending[1]?.resolve('state');
    expect(await client.next()).toEqual({ ch: 'positions', seq: 0, snapshot: true, data: 'state' });
  });

  test('that is not there in time ends the socket before its changes are lost', async () => {
    const client = await openAs('alice', 'positions');
    for (let change = 0; change <= 1_000; change++) own.publishTo(ALICE.userId, 'positions', change);
    expect(await client.closed()).toBe(4000);
  });
});

test('a socket that is closed reads no channel', async () => {
  const client = await openAs('alice', 'orders', 'index:1');
  expect(await client.next()).toMatchObject({ ch: 'index:1' });
  expect([own.hasReaders(ALICE.userId, 'orders'), prices.hasReaders([1])]).toEqual([true, true]);
  client.ws.close();
  await expect.poll(() => sockets.count()).toBe(0);
  expect([own.hasReaders(ALICE.userId, 'orders'), prices.hasReaders([1])]).toEqual([false, false]);
});

test('a socket has four calls at once, and a failed one is none of them any more', async () => {
  const client = await openAs('alice');
  for (let call = 0; call < 5; call++) {
    client.say({ op: 'call', id: call, path: 'shop/broken', body: { how: 'throw' } });
    expect(await client.next()).toMatchObject({ id: call, error: 'internal_error' });
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  lookups.set('alice', promise);
  for (let call = 0; call < 5; call++) client.say({ op: 'call', id: call, path: 'shop/basket' });
  expect(await client.next()).toMatchObject({ id: 4, error: 'too_many_requests' });
  resolve();
  for (let call = 0; call < 4; call++) expect(await client.next()).toMatchObject({ id: call, type: 'ok' });
});

test('a login that fails by a server failure reports it, and the socket stays open', async () => {
  const client = await open();
  client.say({ op: 'login', token: 'broken' });
  expect(await client.next()).toMatchObject({ op: 'login', ok: false, error: 'internal_error' });
  client.say({ op: 'login', token: 'alice' });
  expect(await client.next()).toEqual({ op: 'login', ok: true });
  client.ws.close();
});

test('unknown tokens are counted together, over sockets and over HTTP, and end with a refusal', async () => {
  const client = await open();
  const errors: unknown[] = [];
  for (let guess = 0; guess < 1_500; guess++) client.say({ op: 'login', token: `guess${guess}` });
  for (let guess = 0; guess < 1_500; guess++) errors.push((await client.next())['error']);
  expect(errors.filter((error) => error === 'unauthenticated')).toHaveLength(5);
  expect(errors.slice(5)).toEqual(errors.slice(5).map(() => 'too_many_requests'));
  const overHttp = await fetch(`http://127.0.0.1:${port}/api/shop/basket`, {
    method: 'POST',
    headers: { authorization: 'another guess' },
  });
  expect(overHttp.status).toBe(429);
  client.say({ op: 'login', token: 'alice' });
  expect(await client.next()).toEqual({ op: 'login', ok: true });
});

test('repeated logins of one account count against its request limit', async () => {
  const client = await open();
  for (let login = 0; login < 1_001; login++) client.say({ op: 'login', token: 'alice' });
  const errors: unknown[] = [];
  for (let login = 0; login < 1_001; login++) errors.push((await client.next())['error']);
  expect(errors.filter((error) => error === undefined)).toHaveLength(1_000);
  expect(errors.at(-1)).toBe('too_many_requests');
});

test('subscriptions are counted by account and by network, for any number of sockets', async () => {
  const refusals = async (client: Awaited<ReturnType<typeof open>>): Promise<unknown[]> => {
    const errors: unknown[] = [];
    for (let index = 0; index < 60; index++) client.say({ op: 'sub', ch: ['orders'] });
    for (let index = 0; index < 60; index++) errors.push((await client.next())['error']);
    return errors;
  };
  const [first, second, third] = [
    await open({ 'x-forwarded-for': '2001:db8::1' }),
    await open({ 'x-forwarded-for': '2001:db8::2' }),
    await open({ 'x-forwarded-for': '2001:db8::1' }),
  ];
  expect(new Set(await refusals(first))).toEqual(new Set(['unauthenticated']));
  expect((await refusals(second)).filter((error) => error === 'too_many_requests')).toHaveLength(20);
  third.say({ op: 'login', token: 'alice' });
  expect(await third.next()).toEqual({ op: 'login', ok: true });
  expect(new Set(await refusals(third))).toEqual(new Set([undefined]));
});

test('a call over the socket has the same reply as over HTTP, with the session of the login', async () => {
  const client = await open();
  client.say({ op: 'call', id: 'a', path: 'shop/echo', body: { word: 'hi' } });
  expect(await client.next()).toEqual({ op: 'reply', id: 'a', type: 'ok', message: { word: 'hi' }, code: 1 });
  client.say({ op: 'call', id: 1, path: 'shop/basket' });
  expect(await client.next()).toMatchObject({ op: 'reply', id: 1, type: '999', error: 'unauthenticated' });
  client.say({ op: 'login', token: 'alice' });
  client.say({ op: 'call', id: 2, path: 'shop/basket' });
  expect(await client.next()).toEqual({ op: 'login', ok: true });
  expect(await client.next()).toEqual({
    op: 'reply',
    id: 2,
    type: 'ok',
    message: { user: 100_001 },
    code: 1,
  });
  for (const [path, error] of [
    ['shop/none', 'not_found'],
    ['constructor', 'not_found'],
    ['shop/receipt', 'unsupported_media_type'],
    ['shop/picture', 'unsupported_media_type'],
    ['shop/echo', 'parameter_error'],
  ]) {
    client.say({ op: 'call', id: 3, path, body: { word: ['x'] } });
    expect(await client.next()).toMatchObject({ op: 'reply', id: 3, error });
  }
});

test('calls over a socket are counted by call and outcome and logged as over HTTP', async () => {
  const client = await open();
  client.say({ op: 'call', id: 1, path: 'shop/echo', body: { word: 'hi' } });
  client.say({ op: 'call', id: 2, path: 'shop/basket' });
  client.say({ op: 'call', id: 3, path: 'shop/none' });
  for (let call = 0; call < 3; call++) await client.next();
  client.say({ op: 'login', token: 'alice' });
  client.say({ op: 'call', id: 4, path: 'shop/basket' });
  await client.next();
  await client.next();
  const network = '127.0.0.0/24';
  const lines = [
    { call: 'shop/echo', status: 200, outcome: 'ok', refused: undefined },
    { call: 'shop/basket', status: 200, outcome: 'refused', refused: 'unauthenticated' },
    { call: '-', status: 200, outcome: 'refused', refused: 'not_found' },
    { call: 'shop/basket', user: ALICE.userId, status: 200, outcome: 'ok', refused: undefined },
  ].map((line) => expect.objectContaining({ ...line, network }) as object);
  expect(logged).toHaveLength(4);
  expect(logged).toEqual(expect.arrayContaining(lines));
  const text = await metrics.text();
  for (const labels of [
    'call="shop/echo",outcome="ok"',
    'call="shop/basket",outcome="refused"',
    'call="shop/basket",outcome="ok"',
    'call="-",outcome="refused"',
  ])
    expect(text).toContain(`karat_request_seconds_count{${labels}} 1\n`);
});

test('a malformed call is refused with its id', async () => {
  const client = await open();
  for (const more of [{ key: 'x'.repeat(129) }, { path: '' }, { body: [] }, { device: 1 }]) {
    client.say({ op: 'call', id: 'mine', path: 'shop/echo', ...more });
    expect(await client.next()).toMatchObject({ op: 'reply', id: 'mine', error: 'parameter_error' });
  }
  client.say({ op: 'call', id: 'x'.repeat(65), path: 'shop/echo' });
  expect(await client.next()).toMatchObject({ op: 'error', ok: false, error: 'parameter_error' });
  expect(await metrics.text()).toContain('karat_request_seconds_count{call="-",outcome="refused"} 4\n');
});

test('a page of a foreign site may not open a socket; own pages, configured sites and programs may', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    'file://',
    `https://127.0.0.1.evil.example:${port}`,
  ]) {
    expect(await refusal({ origin }), origin).toContain('403');
  }
  for (const origin of [`http://127.0.0.1:${port}`, 'https://friend.example'])
    (await open({ origin })).ws.close();
});

test("a refused upgrade carries a text in the caller's language", async () => {
  const asked = new WebSocket(`ws://127.0.0.1:${port}/ws?lang=fra`, {
    headers: { origin: 'https://evil.example' },
  });
  const [, response] = (await once(asked, 'unexpected-response')) as [unknown, IncomingMessage];
  expect(response.statusCode).toBe(403);
  expect(await json(response)).toMatchObject({
    type: 'error',
    message: commonMessages.forbidden.fra,
    code: 0,
    error: 'forbidden',
  });
});

test('invalid JSON gets a reply and closes the socket; an unknown op only gets a reply', async () => {
  const client = await open();
  for (const frame of [
    '{"op":"dance"}',
    '{"op":"sub","ch":"index:1"}',
    '{"op":"sub","ch":[1]}',
    '{"op":["ping"]}',
    '{"op":"call","path":"x"}',
    '{}',
  ]) {
    client.ws.send(frame);
    expect(await client.next(), frame).toMatchObject({ op: 'error', ok: false, error: 'parameter_error' });
  }
  client.ws.send('{"op":');
  expect(await client.next()).toMatchObject({ op: 'error', ok: false, error: 'parameter_error' });
  expect(await client.closed()).toBe(CLOSE_CODES.policy);
  for (const bad of ['{"op":"ping","x":"\\u0000"}', '[]', `{"a":${'['.repeat(99)}${']'.repeat(99)}}`]) {
    const other = await open();
    other.ws.send(bad);
    expect(await other.closed(), bad).toBe(CLOSE_CODES.policy);
  }
});

test('frames that are too large, binary or too frequent close the socket', async () => {
  const large = await open();
  large.ws.send(JSON.stringify({ op: 'ping', x: 'x'.repeat(5_000) }));
  expect(await large.closed()).toBe(1009);
  const binary = await open();
  binary.ws.send(Buffer.from('{"op":"ping"}'));
  expect(await binary.closed()).toBe(CLOSE_CODES.policy);
  const busy = await open();
  for (let count = 0; count < 3_001; count++) busy.say({ op: 'ping' });
  expect(await busy.closed()).toBe(CLOSE_CODES.policy);
});

test('an address and a socket have limits', async () => {
  const clients = await Promise.all(Array.from({ length: 5 }, () => open()));
  expect(await refusal({})).toContain('429');
  clients[0]?.ws.close();
  await clients[0]?.closed();
  const client = await open();
  client.say({ op: 'sub', ch: ['index:1', 'index:1', 'a', 'b'] });
  expect(await client.next()).toMatchObject({ ok: false, ch: ['a', 'b'] });
  expect(await client.next()).toMatchObject({ ok: true, ch: ['index:1'] });
});

test('sockets are counted by network, and there is a maximum of all', async () => {
  for (let host = 1; host <= 5; host++) await open({ 'x-forwarded-for': `2001:db8::${host}` });
  expect(await refusal({ 'x-forwarded-for': '2001:db8::6' })).toContain('429');
  for (let net = 1; net <= 2; net++) await open({ 'x-forwarded-for': `2001:db8:0:${net}::1` });
  expect(await refusal({ 'x-forwarded-for': '2001:db8:0:3::1' })).toContain('503');
});

test('a socket has a maximum of channels; one that it leaves, or has already, does not count', async () => {
  const client = await open();
  const sub = async (ch: string): Promise<void> => {
    client.say({ op: 'sub', ch: [ch] });
    expect(await client.next()).toEqual({ op: 'sub', ok: true, ch: [ch] });
    expect(await client.next()).toMatchObject({ ch, seq: 0 });
  };
  client.say({ op: 'sub', ch: ['index:1', 'index:7', 'index:8', 'index:9'] });
  const full = { ok: false, ch: ['index:9'], error: 'too_many_requests' };
  expect(await client.next()).toMatchObject(full);
  expect(await client.next()).toMatchObject({ ok: true, ch: ['index:1', 'index:7', 'index:8'] });
  for (const ch of ['index:1', 'index:7', 'index:8']) expect(await client.next()).toMatchObject({ ch });
  await sub('index:8');
  client.say({ op: 'unsub', ch: ['index:7'] });
  expect(await client.next()).toMatchObject({ op: 'unsub', ok: true });
  await sub('index:9');
});

test('a dead connection is closed after two heartbeats', async () => {
  const answering = await open();
  const raw = connect(port, '127.0.0.1');
  raw.write(
    'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await once(raw, 'data');
  expect(sockets.count()).toBe(2);
  clock.advance(20_000);
  await once(answering.ws, 'ping');
  answering.say({ op: 'ping' });
  await answering.next();
  clock.advance(20_000);
  await once(raw, 'close');
  answering.say({ op: 'ping' });
  await answering.next();
  expect(sockets.count()).toBe(1);
});

test('a reader that does not read its private messages is asked to reconnect, and the queue stays short', async () => {
  const client = await open();
  client.say({ op: 'login', token: 'alice' });
  client.say({ op: 'sub', ch: ['chat'] });
  await client.next();
  await client.next();
  client.ws.pause();
  const large = 'x'.repeat(100_000);
  for (let count = 0; count < 500; count++) own.publishTo(ALICE.userId, 'chat', large);
  let received = 0;
  client.ws.on('message', () => (received += 1));
  const closed = client.closed();
  client.ws.resume();
  expect(await closed).toBe(CLOSE_CODES.resync);
  expect(received).toBeLessThan(20);
});

test('at shutdown every client is asked to reconnect', async () => {
  const client = await open();
  const closed = client.closed();
  await sockets.close();
  expect(await closed).toBe(CLOSE_CODES.restart);
  expect(await refusal({})).toContain('503');
});

test('no socket opens while a shutdown waits for a slow client', async () => {
  const slow = await open();
  slow.ws.pause();
  const stopped = sockets.close();
  const asked = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const opened = once(asked, 'open').then(() => 'opened');
  const refused = once(asked, 'unexpected-response').then(
    ([, response]) => (response as IncomingMessage).statusCode,
  );
  expect(await Promise.race([opened, refused])).toBe(503);
  slow.ws.resume();
  await stopped;
});
