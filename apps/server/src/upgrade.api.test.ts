import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLedger } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreBackup } from './backup/restore.ts';
import type { RestoreReport } from './backup/restore.ts';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { VERSION } from './version.ts';

/**
 * A demonstration of release 1.8.0 that had been used: alice has an open order, fills, a position with stops, an option, a pending
 * withdrawal, addresses, cards, a purchase, a voucher, an API key and a copy of bruno. How to make one: testing/releases/README.md.
 */
const RELEASE = {
  file: join(import.meta.dirname, 'testing/releases/1.8.0.age'),
  key: 'AGE-SECRET-KEY-16ZDP5HWE09D4XA89P38DJYWPJPNJL50NGMSP33GH7AWQ8GG5TSUQRJM2MP',
};
const folder = mkdtempSync(join(tmpdir(), 'karat-upgrade-'));
let database: TestDatabase;
let report: RestoreReport;
let server: TestServer;
let alice: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.run(sql`drop schema public cascade`);
  await database.db.run(sql`create schema public`);
  const dataDir = join(folder, 'data');
  report = await restoreBackup({
    file: RELEASE.file,
    identity: { key: RELEASE.key },
    url: database.url,
    dataDir,
    now: Date.now(),
  });
  // Its own keys, which are in the backup.
  server = await startTestServer(database, {
    KARAT_DATA: dataDir,
    KARAT_HASH_KEY: '',
    KARAT_SIGNING_KEY: '',
  });
  alice = await server.login('alice');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('the migrations since the release go through on its rows, and the ledger adds up as before', async () => {
  expect(report.migrated.length).toBeGreaterThan(50);
  expect(report).toMatchObject({ differences: [], missing: [] });
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('what a user of the release had is there: order, position, copy, addresses, cards, purchase, key', async () => {
  const asked = { token: alice };
  const order = { id: 616, filled: '0', reason: null };
  expect(await server.reply('coin/order', { ...asked, body: { id: 616 } })).toMatchObject(order);
  expect(await server.reply('lever/detail', { ...asked, body: { id: 1 } })).toMatchObject({
    id: 1,
    status: 1,
  });
  expect(await server.reply('withdrawal/detail', { ...asked, body: { id: 1 } })).toMatchObject({ id: 1 });
  expect(await server.reply('follow/my', asked)).not.toEqual([]);
  expect((await server.reply('user/wallet/list', asked)).data).toMatchObject([{ name: 'Cold' }]);
  expect(await server.reply('user/cash_list', asked)).toHaveLength(2);
  expect(await server.reply('otc/order_detail', { ...asked, body: { id: 1 } })).toMatchObject({ id: 1 });
  expect(await server.reply('api_keys', asked)).toContainEqual(expect.objectContaining({ label: 'bot' }));
});

test('orders and positions of the release end by the rules of this one', async () => {
  const ended = async (path: string, id: number) => {
    const { type, message } = await server.ask(path, { token: alice, body: { id } });
    expect(type, `${path}: ${String(message)}`).toBe('ok');
  };
  await ended('coin/cancel', 616);
  await ended('lever/cancel', 2);
  await ended('lever/close', 1);
  await ended('withdrawal/cancel', 1);
  expect(await server.reply('coin/order', { token: alice, body: { id: 616 } })).toMatchObject({
    reason: 'requested',
  });
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('the audit log of the release goes on: its chain is whole', async () => {
  const page = await server.reply('console/health', { token: await server.loginOperator('risk') });
  expect(page.checks).toContainEqual(expect.objectContaining({ name: 'audit log', state: 'ok' }));
});

test('rolled back from the next release this one serves what was written since; a migration that took something away stops it', async () => {
  const index = async () =>
    Number((await server.reply('market/index', { token: alice, body: { match_id: 1 } })).price);
  const limit = String(Math.floor((await index()) * 0.95));
  const order = { type: 1, currency_id: 1, legal_id: 3, amount: '0.001', target_price: limit };
  await expect
    .poll(async () => (await server.ask('coin/trade', { token: alice, body: order })).type)
    .toBe('ok');
  await server.close();
  const record = (name: string, worksWith: string | null) =>
    database.db.run(sql`
      insert into platform_migrations (name, checksum, works_with) values (${name}, 'of the next release', ${worksWith})`);
  await record('9998_adds.sql', VERSION);
  const boot = () =>
    startTestServer(database, {
      KARAT_DATA: join(folder, 'data'),
      KARAT_HASH_KEY: '',
      KARAT_SIGNING_KEY: '',
    });
  server = await boot();
  alice = await server.login('alice');
  const { data } = await server.reply('coin/list', { token: alice, body: { currency_id: 1, legal_id: 3 } });
  expect(data).toContainEqual(expect.objectContaining({ target_price: limit }));
  await server.close();
  await record('9999_drops.sql', null);
  await expect(boot()).rejects.toThrow('9999_drops.sql, which this version does not know');
});
