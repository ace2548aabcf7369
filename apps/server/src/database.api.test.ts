import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLedger } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import { ServerProcess, placeDemo } from '@karat/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiClientAt } from './testing/api-client.ts';
import type { ApiClient } from './testing/api-client.ts';

const WAIT = { timeout: 60_000, interval: 20 };

let directory: string;
let server: ServerProcess;
let testServer: ApiClient;
let alice: string;
let bid: number;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'karat-database-'));
  await placeDemo(directory);
  server = await ServerProcess.start(directory);
  testServer = apiClientAt(server.url);
  alice = await testServer.login('alice');
  bid = await bidOf();
});
afterEach(async () => {
  await server.kill(false);
  rmSync(directory, { recursive: true, force: true });
});

const readiness = async (): Promise<number> => (await fetch(`${server.url}/readyz`)).status;

/** A price below the index, the same for every call. */
async function bidOf(): Promise<number> {
  const { message } = await testServer.ask('market/index', { method: 'GET', body: { match_id: 1 } });
  return Math.round(Number((message as { price: string }).price) / 10) * 10 - 1_000;
}
const place = (key: string) =>
  testServer.ask('coin/trade', {
    token: alice,
    key,
    body: { type: 1, currency_id: 1, legal_id: 3, amount: '0.001', target_price: bid },
  });
const idOf = (message: unknown): number => (message as { id: number }).id;
const move = (key: string, to: string) =>
  testServer.ask('wallet/change', {
    token: alice,
    key,
    body: { currency_id: 3, number: '500', from_field: 'change', to_field: to },
  });
const openPosition = (client_id: string) =>
  testServer.ask('lever/submit', {
    token: alice,
    body: { currency_id: 1, legal_id: 3, type: 1, status: 1, share: 1, multiple: 10, client_id },
  });

/** Asks until there is an index: one that pauses again after a restart of the database is waited for. */
const onIndex = (ask: () => ReturnType<typeof place>) =>
  vi.waitFor(async () => {
    const answer = await ask();
    expect(answer.error).not.toBe('index_stale');
    return answer;
  }, WAIT);

/** Waits until the server is ready and has an index with stored ticks: without one nobody trades. */
async function killed(): Promise<void> {
  server.killPostmaster();
  await vi.waitFor(async () => expect(await readiness()).toBe(503), WAIT);
  await vi.waitFor(async () => expect(await readiness()).toBe(200), WAIT);
  await vi.waitFor(async () => {
    const { message } = await testServer.ask('market/index', { method: 'GET', body: { match_id: 1 } });
    expect(message).toMatchObject({ stale: false });
  }, WAIT);
}

test('a killed database comes back under the server: acknowledged changes are there, and the next order, position and transfer succeed', async () => {
  const before = await place('before');
  const moved = await move('moved', 'lever');
  expect([before.type, moved.type]).toEqual(['ok', 'ok']);
  for (const round of ['first', 'second']) {
    await killed();
    const after = await onIndex(() => place(round));
    expect(after).toMatchObject({ type: 'ok', message: { status: 1 } });
    const position = await onIndex(() => openPosition(round));
    expect(position, JSON.stringify(position)).toMatchObject({ type: 'ok' });
    expect((await move('moved', 'lever')).message).toEqual(moved.message);
    expect((await place('before')).message).toMatchObject({ id: idOf(before.message) });
    const { message } = await testServer.ask('coin/list', {
      method: 'GET',
      token: alice,
      body: { status: 1, limit: 100 },
    });
    const open = (message as { data: { id: number }[] }).data.map(({ id }) => id);
    expect(open).toEqual(expect.arrayContaining([idOf(before.message), idOf(after.message)]));
  }
  await vi.waitFor(() => server.db.one(sql`select 1 as one`), WAIT);
  expect((await auditLedger(server.db)).differences).toEqual([]);
});

test('orders in flight when the database is killed are refused or there, never both', async () => {
  const asked = Array.from({ length: 40 }, (_, at) => place(`order-${at}`));
  await Promise.race(asked);
  const dead = killed();
  const answers = await Promise.all(asked);
  await dead;
  const placed = answers.filter(({ type }) => type === 'ok').map(({ message }) => idOf(message));
  expect(placed.length).toBeGreaterThan(0);
  const again = await Promise.all(answers.map((_, at) => onIndex(() => place(`order-${at}`))));
  expect(again.filter(({ type }) => type !== 'ok')).toEqual([]);
  const ids = again.map(({ message }) => idOf(message));
  expect(ids).toEqual(expect.arrayContaining(placed));
  expect(new Set(ids).size).toBe(answers.length);
});

test('a shutdown during an outage of the database ends in time and leaves nothing running', async () => {
  const dead = server.killPostmaster();
  await server.stop();
  expect(await server.ended()).toMatchObject({ code: 0 });
  const next = await ServerProcess.start(directory);
  const file = readFileSync(join(directory, 'database/cluster/postmaster.pid'), 'utf8');
  expect(Number(file.split('\n')[0])).not.toBe(dead);
  await next.stop();
});

test('a database that cannot be restarted ends the server, with a line that names the remedy', async () => {
  writeFileSync(join(directory, 'database/server.lock'), '1 another beginning\n');
  server.killPostmaster();
  const { code, printed } = await server.ended();
  expect(code).toBe(1);
  expect(printed).toMatch(
    /karat: The embedded database has ended and could not be started again \(.*another server has taken it\): .*postgres\.log, then start again\.\n/,
  );
});
