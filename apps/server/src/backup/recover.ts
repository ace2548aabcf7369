import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { auditLedger } from '@karat/domains/ledger';
import { stopAfterRestore } from '@karat/domains/operators';
import { BackupRefused } from '@karat/platform/age';
import { createFolderWriter } from '@karat/platform/backup';
import type { FolderWriter } from '@karat/platform/backup';
import { findMigrations, migrate, openDatabase, sql } from '@karat/platform/db';
import { StartRefused, prepareRecovery, startEmbedded } from '@karat/platform/postgres';
import type { Embedded } from '@karat/platform/postgres';
import {
  SYSTEM,
  archivedFiles,
  baseFolder,
  fetchUploads,
  fetchingFrom,
  firstGap,
  readBaseName,
  segmentNumber,
} from '@karat/platform/wal-archive';
import type { BaseName } from '@karat/platform/wal-archive';
import { AUDIT_HEADS_FILE } from '../audit-heads.ts';
import { MIGRATION_ROOTS } from '../database.ts';
import { BASE_BEGIN, BASE_END, FOLDERS, baseBegin, baseEnd, readJson } from './archive.ts';
import type { BaseBegin, BaseEnd } from './archive.ts';
import { headsOf } from './heads.ts';
import { cutHeads, missingFiles, readArchive } from './restore.ts';

/** What a recovery reads and where it goes. */
export interface RecoverOrder {
  /** Folder of `KARAT_WAL_ARCHIVE`. */
  readonly archive: string;
  /** Secret key of age. */
  readonly key: string;
  readonly dataDir: string;
  /** Unix ms: what was committed until then is restored. Undefined: all that the archive has. */
  readonly untilMs: number | undefined;
  /** Unix ms. */
  readonly now: number;
}

/** The recovered database. */
export interface RecoverReport {
  /** End of the base backup that it began with, unix ms. */
  readonly baseMs: number;
  readonly version: string;
  /** Time of the last commit that was restored from the log, unix ms; undefined if none was. */
  readonly lastMs: number | undefined;
  /** Number and hash of the last entry of the audit log. */
  readonly audit: string;
  /** Migrations that this version has and the backup had not. */
  readonly migrated: readonly string[];
  /** One line per finding of the ledger's audit. */
  readonly differences: readonly string[];
  /** Uploads that have a row and no file. */
  readonly missing: readonly string[];
}

/**
 * Recovers the embedded database as it was at a moment into a folder without database, files, keys and signer: the newest base
 * backup before it, and the log since then. Withdrawals are stopped. A refused recovery leaves nothing; the archive is only read.
 */
export async function recover(order: RecoverOrder): Promise<RecoverReport> {
  const places = ['database', ...FOLDERS, AUDIT_HEADS_FILE].map((name) => join(order.dataDir, name));
  for (const place of places)
    if (existsSync(place)) throw new BackupRefused(`${place} exists: restore into a fresh folder.`);
  const base = await chooseBase(order);
  await mkdir(order.dataDir, { recursive: true, mode: 0o711 });
  const folder = createFolderWriter(order.dataDir);
  try {
    const begin = await readBase(base, order, folder);
    await folder.commit();
    prepareRecovery(join(order.dataDir, 'database'), begin.folders);
    const embedded = await replay(order, base);
    try {
      return { baseMs: base.endMs, version: begin.version, ...(await finish(order, embedded, base)) };
    } finally {
      await embedded.stop();
    }
  } catch (failure) {
    await folder.discard();
    for (const place of places) await rm(place, { recursive: true, force: true });
    throw failure;
  }
}

/** A base backup in the archive. */
interface Base extends BaseName {
  readonly system: string;
  readonly path: string;
}

/** Returns the newest base backup that ended before the moment. Refuses an archive whose log since then has a gap. */
async function chooseBase({ archive, untilMs }: RecoverOrder): Promise<Base> {
  const bases = (await basesIn(archive)).toSorted((a, b) => b.endMs - a.endMs);
  const oldest = bases.at(-1);
  if (oldest === undefined) throw new BackupRefused(`${archive} has no base backup`);
  const chosen = bases.find(({ endMs }) => untilMs === undefined || endMs <= untilMs);
  if (chosen === undefined)
    throw new BackupRefused(`the oldest base backup is of ${new Date(oldest.endMs).toISOString()}`);
  const first = segmentNumber(chosen.firstSegment) ?? 0;
  const names = await archivedFiles(archive, chosen.system);
  const gap = firstGap(names, first);
  if (gap !== undefined)
    throw new BackupRefused(`the archive has not segment ${gap} of the log, counted from the beginning`);
  return chosen;
}

async function basesIn(archive: string): Promise<Base[]> {
  const systems = (await readdir(archive).catch(() => [])).filter((name) => SYSTEM.test(name));
  const found: Base[] = [];
  for (const system of systems) {
    const folder = baseFolder(archive, system);
    for (const file of await readdir(folder).catch(() => [])) {
      const name = readBaseName(file);
      if (name !== undefined) found.push({ ...name, system, path: join(folder, file) });
    }
  }
  return found;
}

async function readBase(base: Base, { key }: RecoverOrder, folder: FolderWriter): Promise<BaseBegin> {
  const ends: { begin?: BaseBegin; end?: BaseEnd } = {};
  let files = 0;
  await readArchive(createReadStream(base.path), { key }, async (entry) => {
    if (entry.name === BASE_BEGIN) ends.begin = baseBegin.parse(await readJson(entry));
    else if (entry.name === BASE_END) ends.end = baseEnd.parse(await readJson(entry));
    else {
      files += 1;
      await folder.write(entry);
    }
  });
  if (ends.begin === undefined || ends.end === undefined)
    throw new BackupRefused(`${base.path} is incomplete`);
  if (ends.end.files !== files)
    throw new BackupRefused(`${base.path} has ${files} files, it should have ${ends.end.files}`);
  return ends.begin;
}

/** Starts the database, which reads the log up to the moment first. */
async function replay({ archive, key, dataDir, untilMs }: RecoverOrder, base: Base): Promise<Embedded> {
  const recovery = {
    command: fetchingFrom(archive, base.system),
    untilMs,
    secrets: { KARAT_BACKUP_KEY: key },
  };
  try {
    return await startEmbedded({ dataDir: join(dataDir, 'database'), durable: true, recovery });
  } catch (failure) {
    if (!(failure instanceof StartRefused)) throw failure;
    if (failure.message.includes('before configured recovery target was reached'))
      throw new BackupRefused(
        'the archive ends before that moment: leave --at out to restore all that it has',
      );
    if (failure.message.includes('before consistent recovery point'))
      throw new BackupRefused('the base backup ends after that moment');
    throw new BackupRefused(`the log cannot be restored: ${failure.message}`);
  }
}

async function finish(
  { archive, key, dataDir, now }: RecoverOrder,
  embedded: Embedded,
  base: Base,
): Promise<Omit<RecoverReport, 'baseMs' | 'version'>> {
  const db = openDatabase({ url: embedded.url, connections: 2, statementTimeoutMs: 0 });
  try {
    const { lastMs } = await db.one<{ lastMs: number | null }>(
      sql`select pg_last_xact_replay_timestamp() as "lastMs"`,
    );
    const { audit } = await headsOf(db);
    const migrated = await migrate(db, await findMigrations(MIGRATION_ROOTS));
    await cutHeads(db, join(dataDir, AUDIT_HEADS_FILE));
    const { differences } = await auditLedger(db);
    const lost = await missingFiles(db, dataDir);
    const missing = await fetchUploads({ archive, key, system: base.system }, lost, join(dataDir, 'files'));
    const moment = new Date(lastMs ?? base.endMs).toISOString();
    await db.transact((tx) => stopAfterRestore(tx, moment, now));
    return { lastMs: lastMs ?? undefined, audit, migrated, differences, missing };
  } finally {
    await db.close();
  }
}
