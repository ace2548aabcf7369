import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { CHANNEL_TEXTS, CLOSE_CODES, PRIVATE_CHANNELS, contract } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { SOCKET_LIMITS } from '@karat/platform/ws';
import { messages } from './calls.ts';
import { readConfig } from './config.ts';
import { createServer } from './server.ts';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { openClient } from './testing/client.ts';
import { deployedMetrics, exposedNames } from './testing/deployed-metrics.ts';
import { PRODUCTION } from './testing/production.ts';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

let database: TestDatabase;
let server: TestServer;
let alice: string;
let bruno: string;
let admin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  alice = await server.login('alice');
  bruno = await server.login('bruno');
  admin = await server.loginOperator('admin');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

/** Returns a price on the tick, a number of ten-tick steps from the index. */
async function near(steps: number): Promise<string> {
  const { price } = await server.reply('market/index', { body: { match_id: 1 } });
  return String(Math.round(Number(price) / 10) * 10 + steps * 10);
}
const btc = { currency_id: 1, legal_id: 3 };
const trade = (token: string, body: Record<string, string | number>) =>
  server.ask('coin/trade', { token, body: { ...btc, ...body } });
const traded = (token: string, body: Record<string, string | number>) =>
  server.reply('coin/trade', { token, body: { ...btc, ...body } });

test('a demonstration gives its logins, calls and sockets to no page of another host', async () => {
  const { host } = new URL(server.url);
  const under = async (name: string): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(`${server.url}/api/console/demo_logins`, { headers: { host: name } }, resolve)
      .on('error', reject)
      .end();
    return text(await promise);
  };
  const refused = await under('evil.example');
  expect(JSON.parse(refused)).toMatchObject({ type: 'error', error: 'host_unknown' });
  expect(refused).not.toContain('totp');
  expect(JSON.parse(await under(host))).toMatchObject({ type: 'ok' });
  const socket = new WebSocket(`ws://${host}/ws`, {
    headers: { host: 'evil.example', origin: 'http://evil.example' },
  });
  const [error] = (await once(socket, 'error')) as [Error];
  expect(error.message).toContain('404');
});

test('every call of the contract is described, and the pages around the API are there', async () => {
  const description = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, object>;
    'x-notes': { lines: string[] }[];
  };
  const notes = description['x-notes'].flatMap(({ lines }) => lines);
  for (const channel of Object.keys(CHANNEL_TEXTS))
    expect(notes).toContainEqual(expect.stringMatching(new RegExp(`^\`${channel}\`: .`)));
  expect(notes.join(' ')).toContain(`${SOCKET_LIMITS.frameBytes} bytes a frame`);
  const paths = Object.values(contract).flatMap((group) => Object.keys(group).map((path) => `/api/${path}`));
  expect(Object.keys(description.paths).toSorted()).toEqual(paths.toSorted());
  for (const path of ['/docs', '/docs/page.js', '/healthz', '/metrics', '/logos/btc'])
    expect((await fetch(server.url + path)).status, path).toBe(200);
  const readiness = async (): Promise<unknown> => (await fetch(`${server.url}/readyz`)).json();
  // On a busy machine the index may be late for a moment.
  await expect.poll(readiness).toEqual({
    ok: true,
    checks: { database: true, engine: true, open: true },
    degraded: ['signer'],
  });
});

test('every metric of the alert rules and dashboards is exposed, and the money is counted', async () => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const exposed = exposedNames(metrics);
  const unknown = [...deployedMetrics()].filter(([name]) => !exposed.has(name));
  expect(unknown).toEqual([]);
  expect(metrics).toMatch(/^karat_build_info\{version="[\d.]+",node="v24/m);
  expect(metrics).toMatch(/^karat_engine_running 1$/m);
  expect(metrics).toMatch(/^karat_liabilities\{currency="USDT"\} [1-9]/m);
  expect(metrics).toMatch(/^karat_house_balance\{account="external",currency="USDT"\} -[1-9]/m);
  expect(metrics).toMatch(/^karat_batch_size_count \d/m);
  expect(metrics).toMatch(/^karat_contract_tick_seconds_count \d/m);
  expect(metrics).toMatch(/^karat_health\{check="database"\} 0$/m);
  const { total } = await server.server.ctx.db.one<{ total: number }>(sql`
    select sum(available + held)::float8 as total from ledger_balances b join ledger_currencies c on c.id = currency_id
    where account_id > 65535 and code = 'BTC'`);
  expect(Number(/^karat_liabilities\{currency="BTC"\} (\S+)$/m.exec(metrics)?.[1])).toBeCloseTo(total, 6);
});

test('two users trade, and both see it on their sockets and in their balances', async () => {
  const price = await near(0);
  const watching = await openClient(server.url, alice);
  await watching.subscribe('orders', 'balances', 'trade:1');
  const sold = await trade(bruno, { type: 2, amount: '0.01', target_price: price });
  expect(sold.message).toMatchObject({ status: 1, filled: '0' });
  const bought = await trade(alice, { type: 1, amount: '0.01', target_price: price });
  expect(bought.message).toMatchObject({ status: 2, filled: '0.01', avg_price: price });
  expect((await watching.next('orders')).data).toMatchObject({ status: 2, filled: '0.01' });
  expect((await watching.next('trade:1')).data).toMatchObject([
    { price, quantity: '0.01', side: 'buy', house: false },
  ]);
  const { data } = await watching.next('balances');
  expect(data).toContainEqual(expect.objectContaining({ type: 2, currency: 1, available: '0.05999' }));
  watching.close();
});

test('every private channel begins with the state as the calls of the account show it', async () => {
  const price = await near(-8);
  const asked = { token: alice };
  const placed = await traded(alice, { type: 1, amount: '0.001', target_price: price });
  const client = await openClient(server.url, alice);
  await client.subscribe(...PRIVATE_CHANNELS);
  const [orders, positions, options, balances, messages, chat] = (
    await Promise.all(PRIVATE_CHANNELS.map((channel) => client.snapshot(channel)))
  ).map(({ data }) => data);
  const list = await server.reply('coin/list', { ...asked, body: { open: 1, limit: 100 } });
  expect(orders).toEqual(list.data);
  expect(orders).toContainEqual(placed);
  const levers = await server.reply('lever/deal', { ...asked, body: { currency_id: 1, legal_id: 3 } });
  expect(positions).toHaveLength(levers.all_levers.length);
  expect(options).toEqual((await server.reply('microtrade/lists', { ...asked, body: { status: 1 } })).data);
  const kept = await server.server.ctx.db.rows(sql`
    select account_id % 8 as type, currency_id as currency, trim_scale(available)::text as available,
      trim_scale(held)::text as held
    from ledger_balances where account_id / 8 = (select user_id from spot_orders where id = ${placed.id})`);
  expect(balances).toHaveLength(kept.length);
  expect(balances).toEqual(expect.arrayContaining(kept));
  expect(messages).toEqual({ unread: expect.any(Number) as number, notices: [] });
  const conversations = await server.reply('support/conversations', asked);
  expect(chat).toEqual(conversations.data.map((conversation) => ({ type: 'conversation', conversation })));
  await server.reply('coin/cancel', { ...asked, body: { id: placed.id } });
  client.close();
});

test('several orders of one request are placed and cancelled, over HTTP and a socket', async () => {
  const price = await near(-6);
  const buy = { ...btc, type: 1, amount: '0.001', target_price: price };
  const { status, message } = await server.ask('coin/batch_trade', {
    token: alice,
    lang: 'fra',
    type: 'application/json',
    body: JSON.stringify({
      orders: [
        { ...buy, client_id: 'http-1' },
        { ...buy, currency_id: 77 },
      ],
    }),
  });
  expect(status).toBe(200);
  expect(message).toMatchObject({
    outcomes: [
      { order: { client_id: 'http-1', status: 1 }, error: null, message: null },
      { order: null, error: 'market_unknown', message: messages.market_unknown.fra },
    ],
  });
  const socket = await openClient(server.url, alice);
  const placed = await socket.call('coin/batch_trade', {
    orders: Array.from({ length: 20 }, (_, at) => ({ ...buy, client_id: `ws-${at}` })),
  });
  const { outcomes } = placed.message as { outcomes: { order: { id: number } | null }[] };
  const ids = outcomes.map(({ order }) => order?.id ?? 0);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(new Set(ids).size).toBe(20);
  const names = [{ client_id: 'http-1' }, ...ids.slice(1).map((id) => ({ id }))];
  const cancelled = await socket.call('coin/batch_cancel', { orders: names });
  expect(cancelled.message).toEqual({
    outcomes: Array(20).fill(expect.objectContaining({ error: null })),
  });
  expect(await server.reply('coin/cancel', { token: alice, body: { client_id: 'ws-0' } })).toMatchObject({
    id: ids[0],
    status: 3,
  });
  socket.close();
});

test('differences of the depth channel continue a snapshot read by a call', async () => {
  const watching = await openClient(server.url);
  await watching.subscribe('depth:1');
  const first = await watching.next('depth:1');
  const snapshot = async () =>
    (await server.ask('market/depth', { method: 'GET', body: { match_id: 1, limit: 200 } })).message as Book;
  const read = await snapshot();
  expect(read.seq).toBe(first.seq);
  const bids = new Map(read.bids);
  const wanted: [string, string][] = [];
  for (const step of [-3, -4, -5]) {
    const price = await near(step);
    const order = await traded(alice, { type: 1, amount: '0.001', target_price: price });
    if (step === -4) await server.ask('coin/cancel', { token: alice, body: { id: order.id } });
    else wanted.push([price, '0.001']);
  }
  let seq = read.seq;
  const complete = (): boolean =>
    wanted.every(([price, quantity]) => bids.get(price) === quantity) && bids.size === wanted.length;
  while (!complete()) {
    const difference = await watching.next('depth:1');
    expect(difference.seq).toBe(seq + 1);
    seq = difference.seq;
    for (const [price, quantity] of (difference.data as Book).bids) {
      if (quantity === '0') bids.delete(price);
      else bids.set(price, quantity);
    }
  }
  const after = await snapshot();
  expect(new Map(after.bids)).toEqual(bids);
  watching.close();
});

interface Book {
  readonly seq: number;
  readonly bids: readonly (readonly [string, string])[];
}

test('a transfer with a key happens once, however often it is repeated', async () => {
  const body = { currency_id: 3, number: '25', from_field: 'change', to_field: 'lever' };
  const first = await server.ask('wallet/change', { token: alice, key: 'transfer-1', body });
  expect(first.type).toBe('ok');
  const again = await Promise.all(
    Array.from({ length: 8 }, () => server.ask('wallet/change', { token: alice, key: 'transfer-1', body })),
  );
  for (const answer of again) expect(answer.message).toEqual(first.message);
  expect(
    await server.ask('wallet/change', {
      token: alice,
      key: 'transfer-1',
      body: { ...body, number: '26' },
    }),
  ).toMatchObject({ error: 'idempotency_conflict' });
  const { message } = await server.ask('wallet/detail', {
    token: alice,
    body: { currency: 3, type: 'lever' },
  });
  expect(message).toMatchObject({ balance: '25' });
});

describe('rows of other users', () => {
  test('are unknown: orders can be neither read nor changed, favourites and sessions not removed', async () => {
    const mine = await traded(alice, { type: 1, amount: '0.001', target_price: await near(-20) });
    const favourite = await server.reply('optional/add', { token: alice, body: { currency_id: 1 } });
    const sessions = await server.reply('user/sessions', { token: alice });
    const answers = [
      await server.ask('coin/order', { method: 'GET', token: bruno, body: { id: mine.id } }),
      await server.ask('coin/cancel', { token: bruno, body: { id: mine.id } }),
      await server.ask('coin/amend', { token: bruno, body: { id: mine.id, amount: '0.0005' } }),
      await server.ask('optional/del', { token: bruno, body: { id: favourite.id } }),
      ...(await Promise.all(
        sessions.map(({ id }) => server.ask('user/session/revoke', { token: bruno, body: { id } })),
      )),
    ];
    for (const answer of answers) expect(['order_unknown', 'not_found']).toContain(answer.error);
    expect(
      (await server.ask('coin/order', { method: 'GET', token: alice, body: { id: mine.id } })).message,
    ).toMatchObject({ status: 1, amount: '0.001' });
    expect((await server.ask('optional/list', { method: 'GET', token: alice })).message).toEqual([
      { id: favourite.id, currency_id: 1 },
    ]);
    expect((await server.ask('user/sessions', { method: 'GET', token: alice })).message).toHaveLength(
      sessions.length,
    );
    const fills = await server.ask('coin/fills', {
      method: 'GET',
      token: bruno,
      body: { order_id: mine.id },
    });
    expect(fills.message).toMatchObject({ total: 0 });
  });
});

test('audit log and journals are exported as CSV, and each export is in the audit log', async () => {
  const file = async (path: string): Promise<string> => {
    const reply = await fetch(`${server.url}/api/${path}`, { headers: { authorization: admin } });
    expect(reply.headers.get('content-type')).toContain('text/csv');
    return reply.text();
  };
  const { data: journals } = await server.reply('console/journals', {
    token: admin,
    body: { uid: 100_001, kind: 'demo:grant', limit: 100 },
  });
  const postings = journals.reduce((sum, { postings: each }) => sum + each.length, 0);
  expect(postings).toBeGreaterThan(1);
  const saved = await file('console/journals_export?uid=100001&kind=demo:grant');
  expect(saved.trimEnd().split('\r\n')).toHaveLength(1 + postings);
  expect(saved).toContain(',demo:grant,');
  expect(await file('console/audit_export?operator=admin&action=look%20at%20journals')).toContain(
    ',admin,look at journals,user:100001,',
  );
  const { data } = await server.reply('console/audit', {
    token: admin,
    body: { operator: 'admin', limit: 2 },
  });
  expect(data.map(({ action }) => action)).toEqual(['export audit', 'export journals']);
  const people = await server.reply('console/users', { token: admin, body: { keyword: 'alice', limit: 5 } });
  const [search] = (await server.reply('console/audit', { token: admin, body: { action: 'search users' } }))
    .data;
  expect(search?.detail).toBe(JSON.stringify({ page: 1, found: people.data.map(({ uid }) => uid) }));
  expect(search?.detail).not.toContain('alice');
  expect(JSON.parse(data[1]?.detail ?? '')).toEqual({
    uid: '100001',
    kind: 'demo:grant',
    count: journals.length,
  });
});

test('the first page of the console has the queues, and liabilities that add up with the house accounts', async () => {
  const { at_ms: at, withdrawals } = await server.reply('console/dashboard', { token: admin });
  expect(at).toBeGreaterThan(0);
  expect(withdrawals).toEqual([]);
  const { rows } = await server.reply('console/liabilities', { token: admin });
  const usdt = rows.find(({ currency_name: name }) => name === 'USDT') ?? expect.fail('no USDT');
  expect(Number(usdt.users)).toBeGreaterThan(10_000);
  expect(usdt.booked).toBeNull();
});

test('notes on a user are kept for good and audited without their text', async () => {
  const note = { uid: 100_001, text: 'Called about a deposit' };
  const added = await server.reply('console/user_note', { token: admin, body: note });
  const { data, total } = await server.reply('console/user_notes', {
    token: admin,
    body: { uid: 100_001 },
  });
  expect({ data, total }).toEqual({ data: [added], total: 1 });
  expect(added).toMatchObject({ operator: 'admin', text: note.text });
  const log = await server.reply('console/audit', { token: admin, body: { action: 'note on user' } });
  expect(log.data).toMatchObject([{ subject: 'user:100001', detail: JSON.stringify({ note: added.id }) }]);
  expect(
    await server.ask('console/user_note', { token: admin, body: { ...note, uid: 999_999 } }),
  ).toMatchObject({
    error: 'not_found',
  });
  await expect(database.db.run(sql`delete from operators_user_notes`)).rejects.toThrow('append-only');
});

describe('uploads', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = (bytes: Uint8Array<ArrayBuffer>, name: string) => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    return server.ask('upload', { token: alice, body: form, lang: 'spa' });
  };
  /** A header that declares 60,000 by 60,000 pixels. */
  const bomb = (): Buffer<ArrayBuffer> => {
    const claimed = Buffer.from(png);
    claimed.writeUInt32BE(60_000, 16);
    claimed.writeUInt32BE(60_000, 20);
    return claimed;
  };

  test('a picture is stored and served, encoded anew', async () => {
    const { type, message } = await upload(png, 'a.png');
    expect(type).toBe('ok');
    const served = await fetch(server.url + String(message), { headers: { authorization: alice } });
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toMatch(/^image\//);
    expect(served.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('a view by an operator is in the audit log, and one by its owner is not', async () => {
    const { message } = await upload(png, 'looked-at.png');
    for (const token of [alice, admin])
      expect((await fetch(server.url + String(message), { headers: { authorization: token } })).status).toBe(
        200,
      );
    const { data } = await server.reply('console/audit', { token: admin, body: { limit: 1 } });
    expect(data).toMatchObject([
      { operator: 'admin', action: 'look at file', subject: String(message).replace('/files/', 'file:') },
    ]);
  });

  test('SVG with scripts, files of two formats, pixel bombs and large files are refused', async () => {
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const bytes of [
      Buffer.from(script),
      Buffer.from(`<html>${script}</html>`),
      Buffer.from('GIF89a/*<script>*/'),
      bomb(),
      png.subarray(0, 40),
      Buffer.alloc(0),
    ]) {
      const { status, error } = await upload(bytes, 'a.png');
      expect(status).toBeLessThan(500);
      expect(['image_invalid', 'image_too_large', 'parameter_error']).toContain(error);
    }
    expect((await upload(Buffer.alloc(11_000_000, 1), 'large.png')).status).toBe(413);
  });

  test('a picture with HTML appended is returned without it, to its owner alone', async () => {
    const { message } = await upload(
      Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
      'a.html',
    );
    const served = await fetch(server.url + String(message), { headers: { authorization: alice } });
    expect(served.status).toBe(200);
    expect(await served.text()).not.toContain('script');
    expect((await fetch(server.url + String(message), { headers: { authorization: bruno } })).status).toBe(
      404,
    );
  });
});

describe('shutdown and restart', () => {
  test('clients are asked to reconnect, running requests are finished, and every order is there after the restart', async () => {
    const other = await createTestDatabase();
    const first = await startTestServer(other);
    const token = await first.login('chloe');
    const watching = await openClient(first.url, token);
    // Open connections first: a connection attempt during a shutdown may be refused.
    await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${first.url}/healthz`).then((answer) => answer.text())),
    );
    const orders = Array.from({ length: 20 }, () =>
      first.ask('coin/trade', {
        token,
        body: { type: 1, currency_id: 1, legal_id: 3, amount: '0.001', target_price: '90000' },
      }),
    );
    const [answers] = await Promise.all([Promise.all(orders), orders[0]?.then(() => first.close())]);
    expect(await watching.closed).toBe(CLOSE_CODES.restart);
    const placed = answers.flatMap(({ type, message }) =>
      type === 'ok' ? [(message as { id: number }).id] : [],
    );
    expect(placed).toHaveLength(20);

    const second = await startTestServer(other);
    const { message } = await second.ask('coin/list', {
      method: 'GET',
      token,
      body: { status: 1, limit: 100 },
    });
    const open = (message as { data: { id: number }[] }).data.map(({ id }) => id);
    expect(open).toEqual(expect.arrayContaining(placed));
    await second.close();
    await other.drop();
  });

  test('production refuses a database without durable commits', async () => {
    const config = readConfig({
      ...PRODUCTION,
      DATABASE_URL: database.url,
      PORT: '0',
      KARAT_LOG: 'silent',
    });
    await expect(createServer(config)).rejects.toThrow(
      /production refuses to start: the database has \w+ = off/,
    );
  });

  test('an unreachable database and a taken port are reported in one line', async () => {
    const { port } = new URL(server.url);
    const failures: unknown[] = [];
    await expect(
      createServer(
        readConfig({
          DATABASE_URL: database.url,
          PORT: port,
          KARAT_LOG: 'silent',
          KARAT_BOTS: '0',
          ROLES: 'work',
        }),
        undefined,
        (failure) => failures.push(failure),
      ),
    ).rejects.toThrow(`port ${port} is taken`);
    // Before the stop, which may take a while.
    expect(failures).toEqual([
      expect.objectContaining({ message: expect.stringContaining('is taken') as string }),
    ]);
    await expect(
      createServer(readConfig({ DATABASE_URL: 'postgresql://127.0.0.1:1/none', KARAT_LOG: 'silent' })),
    ).rejects.toThrow('the database at 127.0.0.1:1 cannot be used');
  });
});
