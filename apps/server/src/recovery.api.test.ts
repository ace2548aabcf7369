import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLedger } from '@karat/domains/ledger';
import { createKey } from '@karat/platform/age';
import { openDatabase, sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { startEmbedded } from '@karat/platform/postgres';
import type { Embedded } from '@karat/platform/postgres';
import { archivingTo, createUploadArchive } from '@karat/platform/wal-archive';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeBaseBackup } from './backup/base.ts';
import { recover } from './backup/recover.ts';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

const { key, recipient } = createKey();
const folder = mkdtempSync(join(tmpdir(), 'karat-recovery-'));
const dataDir = join(folder, 'data');
/** Its parent is not there either. */
const archive = { directory: join(folder, 'disk', 'archive'), recipients: [recipient] };
let embedded: Embedded;
let db: Database;
let server: TestServer;
let user: string;
/** Before the second transfer. */
let moment: number;
/** Before the base backup. */
let tooEarly: number;
/** Address of a file that was uploaded after the base backup. */
let upload: string;
let wallets: { readonly atMoment: unknown; readonly atEnd: unknown };

const balances = (of: Database): Promise<unknown> =>
  of.rows(sql`select account_id, available, held from ledger_balances order by account_id, currency_id`);
const transfer = async (number: string): Promise<void> => {
  const reply = await server.ask('wallet/change', {
    token: user,
    body: { currency_id: 3, number, from_field: 'change', to_field: 'legal' },
  });
  expect(reply.error).toBeUndefined();
};
/** Returns the database's time once it has passed the last commit. */
const timeOf = async (of: Database): Promise<number> =>
  (await of.one<{ now: number }>(sql`select clock_timestamp() as now, pg_sleep(0.05)`)).now;
const restoreTo = (name: string, untilMs: number | undefined, from = archive.directory) =>
  recover({ archive: from, key, dataDir: join(folder, name), untilMs, now: Date.now() });
const segments = (): string[] => {
  const [system = ''] = readdirSync(archive.directory);
  return readdirSync(join(archive.directory, system, 'wal')).map((each) => join(system, 'wal', each));
};

/** A base backup while a server runs; one transfer, a moment, another transfer; then the machine is gone. */
beforeAll(async () => {
  embedded = await startEmbedded({
    dataDir: join(dataDir, 'database'),
    durable: true,
    archiving: archivingTo(archive),
  });
  db = openDatabase({ url: embedded.url, connections: 2 });
  server = await startTestServer(embedded, { KARAT_DATA: dataDir });
  user = await server.login('alice');
  tooEarly = await timeOf(db);
  await makeBaseBackup({ url: embedded.url, dataDir, archive, now: Date.now() });
  await transfer('1');
  const { ctx, files } = server.server.container;
  upload = await ctx.db.transact((tx) =>
    files.keep(tx, { owner: 1, visibility: 'public', mime: 'image/png', bytes: Buffer.from('a picture') }),
  );
  await createUploadArchive(ctx, join(dataDir, 'files'), archive).archiveNow();
  const quiet = await balances(db);
  moment = await timeOf(db);
  await transfer('2');
  await server.close();
  wallets = { atMoment: quiet, atEnd: await balances(db) };
  await db.close();
  // A stop archives the last segment, as the timeout does on a machine that is lost later.
  await embedded.stop();
});
afterAll(async () => {
  await server?.close();
  await embedded?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function withRecovered<T>(
  name: string,
  look: (recovered: Database, url: string) => Promise<T>,
): Promise<T> {
  const running = await startEmbedded({ dataDir: join(folder, name, 'database'), durable: true });
  const recovered = openDatabase({ url: running.url, connections: 2 });
  try {
    return await look(recovered, running.url);
  } finally {
    await recovered.close();
    await running.stop();
  }
}

test('a recovery to a moment has what was committed until then and nothing since, and a server starts on it', async () => {
  const report = await restoreTo('moment', moment);
  expect(report).toMatchObject({ differences: [], missing: [], migrated: [] });
  expect(report.lastMs).toBeLessThanOrEqual(moment);
  await withRecovered('moment', async (recovered, url) => {
    expect(await balances(recovered)).toEqual(wallets.atMoment);
    expect(await balances(recovered)).not.toEqual(wallets.atEnd);
    const again = await startTestServer({ url }, { KARAT_DATA: join(folder, 'moment') });
    try {
      expect(again.server.container.productStops.isStopped('withdrawals')).toBe(true);
      expect(await again.login('alice')).not.toBe('');
      expect(await (await fetch(new URL(upload, again.url))).text()).toBe('a picture');
      const page = await again.reply('console/health', { token: await again.loginOperator('risk') });
      expect(page.checks).toContainEqual(expect.objectContaining({ name: 'audit log', state: 'ok' }));
    } finally {
      await again.close();
    }
  });
});

test('without a moment all that the archive has is restored; an upload that it does not have is named', async () => {
  const copy = join(folder, 'without-uploads');
  cpSync(archive.directory, copy, { recursive: true, filter: (path) => !path.endsWith('/files') });
  const { differences, missing } = await restoreTo('latest', undefined, copy);
  expect(differences).toEqual([]);
  expect(missing).toContain(createHash('sha256').update('a picture').digest('hex'));
  await withRecovered('latest', async (recovered) => {
    expect(await balances(recovered)).toEqual(wallets.atEnd);
    expect((await auditLedger(recovered)).differences).toEqual([]);
  });
});

test('the archive shows nothing of the database without its key', () => {
  const sealed = readdirSync(archive.directory, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.age'),
  );
  expect(sealed.filter((path) => path.includes('/files/'))).not.toEqual([]);
  for (const path of sealed)
    expect(readFileSync(join(archive.directory, path)).subarray(0, 21).toString()).toBe(
      'age-encryption.org/v1',
    );
});

test.each([
  [
    'a moment before the first base backup',
    () => restoreTo('refused', tooEarly),
    'the oldest base backup is of',
  ],
  ['a moment after the end', () => restoreTo('refused', Date.now() + 3_600_000), 'ends before that moment'],
  [
    'an archive without a base backup',
    () => restoreTo('refused', undefined, join(folder, 'none')),
    'no base backup',
  ],
  [
    'another key',
    () =>
      recover({
        archive: archive.directory,
        key: createKey().key,
        dataDir: join(folder, 'refused'),
        untilMs: undefined,
        now: 0,
      }),
    'another key or passphrase',
  ],
])('%s is refused and leaves nothing', async (_, attempt, reason) => {
  await expect(attempt()).rejects.toThrow(reason);
  expect(existsSync(join(folder, 'refused')) ? readdirSync(join(folder, 'refused')) : []).toEqual([]);
});

test('a lost segment and a changed one are refused, never restored up to there', async () => {
  const copy = join(folder, 'copy');
  cpSync(archive.directory, copy, { recursive: true });
  const all = segments().filter((path) => /[0-9A-F]{24}-/.test(path));
  const last = join(copy, all.toSorted().at(-1) ?? '');
  const bytes = readFileSync(last);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(last, bytes);
  await expect(restoreTo('refused', undefined, copy)).rejects.toThrow('the log cannot be restored');
  rmSync(join(copy, all.toSorted().at(-2) ?? ''));
  await expect(restoreTo('refused', undefined, copy)).rejects.toThrow('the archive has not segment');
  expect(readdirSync(join(folder, 'refused'))).toEqual([]);
});

test('a folder that is used is not restored into', async () => {
  await expect(
    recover({ archive: archive.directory, key, dataDir, untilMs: undefined, now: 0 }),
  ).rejects.toThrow('exists: restore into a fresh folder');
});

test('the log of a recovered database continues in the archive and is restored from the old base backup', async () => {
  await restoreTo('continued', moment);
  const running = await startEmbedded({
    dataDir: join(folder, 'continued', 'database'),
    durable: true,
    archiving: archivingTo(archive),
  });
  const recovered = openDatabase({ url: running.url, connections: 1 });
  await recovered.run(sql`create table after_recovery (id int)`);
  const { segment } = await recovered.one<{ segment: string }>(
    sql`select pg_walfile_name(pg_switch_wal()) as segment`,
  );
  // PostgreSQL rests for a minute after an archive command that failed three times.
  await vi.waitUntil(
    () => [segment, '00000002.history'].every((name) => segments().some((path) => path.includes(`${name}-`))),
    { timeout: 150_000 },
  );
  await recovered.close();
  await running.stop();
  await restoreTo('again', undefined);
  await withRecovered('again', async (db2) => {
    const { found } = await db2.one<{ found: string | null }>(
      sql`select to_regclass('after_recovery')::text as found`,
    );
    expect(found).toBe('after_recovery');
    // Twice: the stop of withdrawals after the second recovery follows the first, which the log brought back.
    expect(await balances(db2)).toEqual(wallets.atMoment);
  });
}, 300_000);

test('a start that would break the archived log is refused; ending the archive is said', async () => {
  const options = { dataDir: join(dataDir, 'database'), durable: true } as const;
  await expect(startEmbedded(options)).rejects.toThrow('set KARAT_WAL_ARCHIVE to it, or to off');
  await (await startEmbedded({ ...options, archiving: 'off' })).stop();
  await (await startEmbedded(options)).stop();
});

test('a folder that cannot be made is refused, and does not count as an archive', async () => {
  const options = { dataDir: join(folder, 'latest', 'database'), durable: true } as const;
  const blocked = { ...archive, directory: join(dataDir, 'database', 'password', 'archive') };
  await expect(startEmbedded({ ...options, archiving: archivingTo(blocked) })).rejects.toThrow(
    'the folder of KARAT_WAL_ARCHIVE cannot be made',
  );
  await (await startEmbedded(options)).stop();
});

test('a server that archives elsewhere gets no base backup', async () => {
  await withRecovered('latest', async (_, url) => {
    const order = { url, dataDir: join(folder, 'latest'), archive, now: Date.now() };
    await expect(makeBaseBackup(order)).rejects.toThrow('start the server with KARAT_WAL_ARCHIVE first');
  });
});
