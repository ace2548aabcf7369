import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLedger } from '@karat/domains/ledger';
import { createKey } from '@karat/platform/age';
import { sql } from '@karat/platform/db';
import { listPartitions } from '@karat/platform/partitions';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { End } from './backup/archive.ts';
import { makeBackup } from './backup/make.ts';
import { checkBackup, restoreBackup } from './backup/restore.ts';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

const key = createKey();
const folder = mkdtempSync(join(tmpdir(), 'karat-backup-'));
const dataDir = join(folder, 'data');
const file = join(folder, 'karat.backup');
let source: TestDatabase;
let server: TestServer;
let user: string;
let end: End;
let upload: string;
let transfersMeanwhile: number;

const transfer = (): Promise<unknown> =>
  server.ask('wallet/change', {
    token: user,
    body: { currency_id: 3, number: '1', from_field: 'change', to_field: 'legal' },
  });
const backupTo = (target: string) =>
  makeBackup({ url: source.url, dataDir, target, recipients: [key], now: Date.now() });
const rowsOf = (name: string): number => end.tables.find((table) => table.name === name)?.rows ?? 0;

/** Backs up while a user goes on to transfer. */
beforeAll(async () => {
  source = await createTestDatabase();
  server = await startTestServer(source, { KARAT_DATA: dataDir });
  user = await server.login('alice');
  const { ctx, files } = server.server.container;
  upload = await ctx.db.transact((tx) =>
    files.keep(tx, { owner: 1, visibility: 'public', mime: 'image/png', bytes: Buffer.from('a picture') }),
  );
  // A fill of a month without a partition.
  await source.db.run(sql`
    insert into spot_fills (id, at, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user,
      taker_user, maker_fee, taker_fee, house)
    values (1000000000, '2100-01-01T00:00:00Z', 999, 1, 1, 1, 1, 1, 2, 1, 2, 0, 0, true)`);
  const state = { done: false, transfers: 0 };
  const writing = (async () => {
    for (; !state.done; state.transfers += 1) await transfer();
  })();
  await transfer();
  ({ end } = await backupTo(file));
  transfersMeanwhile = state.transfers;
  state.done = true;
  await writing;
});
afterAll(async () => {
  await server?.close();
  await source?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** An empty database and a fresh folder. */
async function emptyTarget(name: string) {
  const database = await createTestDatabase();
  await database.db.run(sql`drop schema public cascade`);
  await database.db.run(sql`create schema public`);
  const target = join(folder, name);
  return {
    database,
    dataDir: target,
    restore: (path: string, identity = { key: key.key }) =>
      restoreBackup({ file: path, identity, url: database.url, dataDir: target, now: Date.now() }),
  };
}

test('a backup made during writes is restored with equal audit and heads, and a server starts on it', async () => {
  expect(transfersMeanwhile).toBeGreaterThan(0);
  const target = await emptyTarget('restored');
  await using _ = target.database;
  const report = await target.restore(file);
  expect(report).toMatchObject({ differences: [], missing: [], migrated: [], end });
  const partitions = async ({ db }: TestDatabase) =>
    (await listPartitions(db)).map(({ name, until }) => [name, until]);
  expect(await partitions(target.database)).toEqual(await partitions(source));
  expect(await target.database.db.rows(sql`select id from spot_fills_default`)).toEqual([
    { id: 1_000_000_000 },
  ]);
  const { postings, differences } = await auditLedger(target.database.db);
  expect({ postings, differences }).toEqual({ postings: rowsOf('ledger_postings'), differences: [] });
  expect(await auditLedger(source.db)).toMatchObject({ differences: [] });
  expect((await auditLedger(source.db)).postings).toBeGreaterThan(postings);
  const restored = await startTestServer(target.database, { KARAT_DATA: target.dataDir });
  try {
    const alice = await restored.login('alice');
    const page = await restored.reply('console/health', { token: await restored.loginOperator('risk') });
    expect(page.checks).toContainEqual(expect.objectContaining({ name: 'audit log', state: 'ok' }));
    expect(await (await fetch(new URL(upload, restored.url))).text()).toBe('a picture');
    expect(restored.server.container.productStops.isStopped('withdrawals')).toBe(true);
    const moved = await restored.ask('wallet/change', {
      token: alice,
      body: { currency_id: 3, number: '1', from_field: 'legal', to_field: 'change' },
    });
    expect(moved.error).toBeUndefined();
  } finally {
    await restored.close();
  }
});

test('the whole file is checked without writing anything', async () => {
  expect(await checkBackup(file, { key: key.key })).toMatchObject({ end });
  await expect(checkBackup(file, { key: createKey().key })).rejects.toThrow('another key or passphrase');
});

test('another key, a cut-off file and a flipped byte are refused and leave neither rows nor files', async () => {
  const whole = readFileSync(file);
  const cut = join(folder, 'cut.backup');
  writeFileSync(cut, whole.subarray(0, whole.length - 100));
  const flipped = join(folder, 'flipped.backup');
  const bytes = Buffer.from(whole);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(flipped, bytes);
  const target = await emptyTarget('refused');
  await using _ = target.database;
  await expect(target.restore(file, { key: createKey().key })).rejects.toThrow('another key or passphrase');
  await expect(checkBackup(cut, { key: key.key })).rejects.toThrow('changed or cut off');
  await expect(target.restore(flipped)).rejects.toThrow('changed or cut off');
  const { count } = await target.database.db.one<{ count: number }>(
    sql`select count(*) as count from pg_class where relnamespace = 'public'::regnamespace`,
  );
  expect(count).toBe(0);
  expect(readdirSync(target.dataDir)).toEqual([]);
});

test('a database with tables and a folder with files are not restored into', async () => {
  const target = await emptyTarget('used');
  await using _ = target.database;
  await target.database.db.run(sql`create table mine (id int)`);
  await expect(target.restore(file)).rejects.toThrow('the database is not empty');
  const used = { file, identity: { key: key.key }, url: target.database.url, dataDir, now: 0 };
  await expect(restoreBackup(used)).rejects.toThrow('exists: restore into a fresh folder');
});

test('a backup that fails leaves no file', async () => {
  const target = join(folder, 'failed.backup');
  const order = { url: source.url, dataDir, target, recipients: [], now: 0 };
  await expect(makeBackup(order)).rejects.toThrow('needs a public key or a passphrase');
  expect(existsSync(target) || existsSync(`${target}.part`)).toBe(false);
});
