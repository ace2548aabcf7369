import { createReadStream, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { auditLedger } from '@karat/domains/ledger';
import { stopAfterRestore } from '@karat/domains/operators';
import { headLine, readHeadsFile } from '@karat/platform/audit';
import { BackupRefused, decrypt } from '@karat/platform/age';
import { beginLoading, createFolderWriter, isTableFile, readTar } from '@karat/platform/backup';
import type { Identity } from '@karat/platform/age';
import type { Entry, FolderWriter, Loading } from '@karat/platform/backup';
import { findMigrations, migrate, openCopySession, openDatabase, sql } from '@karat/platform/db';
import type { CopySession, Database, Migration } from '@karat/platform/db';
import { uploadPath } from '@karat/platform/files';
import { AUDIT_HEADS_FILE } from '../audit-heads.ts';
import { MIGRATION_ROOTS } from '../database.ts';
import { BEGIN, END, FOLDERS, begin, end, readJson } from './archive.ts';
import type { Begin, End } from './archive.ts';
import { headsOf } from './heads.ts';

/** What a restore reads and where it goes. */
export interface RestoreOrder {
  readonly file: string;
  readonly identity: Identity;
  /** Address of an empty database. */
  readonly url: string;
  readonly dataDir: string;
  /** Unix ms. */
  readonly now: number;
}

/** Comparison of the restored database with the backup. */
export interface RestoreReport {
  readonly begin: Begin;
  readonly end: End;
  /** Migrations that this version has and the backup had not. */
  readonly migrated: readonly string[];
  /** One line per finding of the ledger's audit. */
  readonly differences: readonly string[];
  /** Uploads that have a row and no file. */
  readonly missing: readonly string[];
}

/** Reads and checks a whole backup without writing anything. */
export async function checkBackup(file: string, identity: Identity): Promise<{ begin: Begin; end: End }> {
  let files = 0;
  const ends: { begin?: Begin; end?: End } = {};
  await readArchive(createReadStream(file), identity, async (entry) => {
    if (entry.name === BEGIN) ends.begin = begin.parse(await readJson(entry));
    else if (entry.name === END) ends.end = end.parse(await readJson(entry));
    else if (!isTableFile(entry.name)) files += 1;
  });
  return checkEnds(ends, files);
}

function checkEnds(ends: { begin?: Begin; end?: End }, files: number): { begin: Begin; end: End } {
  if (ends.begin === undefined || ends.end === undefined) throw new BackupRefused('the backup is incomplete');
  if (ends.end.files !== files)
    throw new BackupRefused(`the backup has ${files} files, it should have ${ends.end.files}`);
  return { begin: ends.begin, end: ends.end };
}

/** Passes every file of an archive to `each`, in order. */
export const readArchive = (
  file: Readable,
  identity: Identity,
  each: (entry: Entry) => Promise<void>,
): Promise<void> =>
  pipeline(
    file,
    (encrypted: AsyncIterable<Buffer>) => decrypt(encrypted, identity),
    createGunzip(),
    async (plain: AsyncIterable<Buffer>) => {
      for await (const entry of readTar(plain)) await each(entry);
    },
  );

/**
 * Restores into an empty database and a folder without files, keys and signer. The rows are compared with the backup before they
 * are committed, then migrated to this version; withdrawals are stopped. A refused restore leaves no rows and no files.
 */
export async function restoreBackup(order: RestoreOrder): Promise<RestoreReport> {
  for (const name of [...FOLDERS, AUDIT_HEADS_FILE])
    if (existsSync(join(order.dataDir, name)))
      throw new BackupRefused(`${join(order.dataDir, name)} exists: restore into a fresh folder.`);
  await mkdir(order.dataDir, { recursive: true, mode: 0o711 });
  const db = openDatabase({ url: order.url, connections: 2, statementTimeoutMs: 0 });
  const session = await openCopySession(order.url);
  const folder = createFolderWriter(order.dataDir);
  try {
    await checkEmpty(db);
    const read = await readInto(order, db, session, folder).catch(async (failure: unknown) => {
      await emptyAgain(db, session);
      throw failure;
    });
    const migrated = await migrate(db, await allMigrations());
    await folder.commit();
    await cutHeads(db, join(order.dataDir, AUDIT_HEADS_FILE));
    const report = { ...read, migrated, ...(await proofOf(db, order.dataDir)) };
    await checkHeads(db, read.end);
    await db.transact((tx) => stopAfterRestore(tx, read.begin.madeAt, order.now));
    return report;
  } catch (failure) {
    await folder.discard();
    throw failure;
  } finally {
    await session.close();
    await db.close();
  }
}

const allMigrations = (): Promise<Migration[]> => findMigrations(MIGRATION_ROOTS);

async function checkEmpty(db: Database): Promise<void> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  if (count > 0) throw new BackupRefused('the database is not empty: restore into a new one.');
}

/** Removes the empty tables of the migrations. */
async function emptyAgain(db: Database, session: CopySession): Promise<void> {
  await session.run(sql`rollback`);
  await db.run(sql`drop schema public cascade`);
  await db.run(sql`create schema public`);
}

async function readInto(
  { file, identity }: RestoreOrder,
  db: Database,
  session: CopySession,
  folder: FolderWriter,
): Promise<{ begin: Begin; end: End }> {
  const ends: { begin?: Begin; end?: End } = {};
  let loading: Loading | undefined;
  let files = 0;
  await readArchive(createReadStream(file), identity, async (entry) => {
    if (entry.name === BEGIN) {
      ends.begin = begin.parse(await readJson(entry));
      await migrate(db, await migrationsOf(ends.begin));
      loading = await beginLoading(session, ends.begin.tables);
    } else if (entry.name === END) ends.end = end.parse(await readJson(entry));
    else if (isTableFile(entry.name)) {
      if (loading === undefined) throw new BackupRefused('the backup does not begin with its description');
      await loading.load(entry);
    } else {
      files += 1;
      await folder.write(entry);
    }
  });
  const checked = checkEnds(ends, files);
  await loading?.finish(checked.end.tables, checked.end.sequences);
  return checked;
}

/** Returns the migrations that the backup had. Refuses one that this version does not have. */
async function migrationsOf({ migrations, version }: Begin): Promise<Migration[]> {
  const known = new Map((await allMigrations()).map((each) => [each.name, each]));
  return migrations.map(({ name, checksum }) => {
    const own = known.get(name);
    if (own?.checksum === checksum) return own;
    throw new BackupRefused(
      `the backup was made by version ${version} with migration ${name}, which this version does not have: use that version or a newer one.`,
    );
  });
}

/** Removes heads from the file that were signed after the snapshot: their entries are not restored. */
export async function cutHeads(db: Database, path: string): Promise<void> {
  if (!existsSync(path)) return;
  const { number } = await db.one<{ number: number }>(
    sql`select coalesce(max(number), 0) as number from platform_audit_heads`,
  );
  const heads = readHeadsFile(path).heads.filter((head) => head.number <= number);
  await writeFile(path, heads.map((head) => `${headLine(head)}\n`).join(''), { mode: 0o600 });
}

async function proofOf(
  db: Database,
  dataDir: string,
): Promise<Pick<RestoreReport, 'differences' | 'missing'>> {
  const { differences } = await auditLedger(db);
  return { differences, missing: await missingFiles(db, dataDir) };
}

/** Returns the hashes of uploads that have a row and no file. */
export async function missingFiles(db: Database, dataDir: string): Promise<string[]> {
  const rows = await db.rows<{ hash: string }>(
    sql`select distinct encode(sha256, 'hex') as hash from platform_files order by 1`,
  );
  const files = join(dataDir, 'files');
  return rows.map(({ hash }) => hash).filter((hash) => !existsSync(uploadPath(files, hash)));
}

async function checkHeads(db: Database, { heads }: End): Promise<void> {
  const now = await headsOf(db);
  if (JSON.stringify(now) !== JSON.stringify(heads))
    throw new BackupRefused('the ends of the audit log and of the price chains are not those of the backup');
}
