import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { BackupRefused, encrypt } from '@karat/platform/age';
import { entryOf, fileEntries, folderEntries, writeTar } from '@karat/platform/backup';
import { syncFolder, writeDurably } from '@karat/platform/durable';
import type { Entry } from '@karat/platform/backup';
import { openCopySession, sql } from '@karat/platform/db';
import type { CopySession } from '@karat/platform/db';
import { archivedFiles, baseFolder, baseName } from '@karat/platform/wal-archive';
import type { WalArchive } from '@karat/platform/wal-archive';
import { AUDIT_HEADS_FILE } from '../audit-heads.ts';
import { VERSION } from '../version.ts';
import { BASE_BEGIN, BASE_END, CLUSTER, FOLDERS, SKIPPED, json } from './archive.ts';
import type { BaseBegin, BaseEnd } from './archive.ts';

/** What a base backup reads and where it goes. */
export interface BaseOrder {
  readonly url: string;
  readonly dataDir: string;
  readonly archive: WalArchive;
  /** Unix ms. */
  readonly now: number;
}

/** What a base backup holds. */
export interface BaseReport {
  readonly path: string;
  /** Database to which it belongs. */
  readonly system: string;
  readonly bytes: number;
  readonly files: number;
}

/** The database is copied as it lies on the disk: the faster level keeps up with it. */
const GZIP_LEVEL = 1;
const ARCHIVE_MS_MAX = 120_000;
const ARCHIVE_STEP_MS = 200;

/**
 * Copies the files of the running database, whose log since then makes them consistent, and files, keys and the signer's folder. The
 * backup appears in the archive under its name when it and the log that it needs are complete and on the disk. Refuses with
 * BackupRefused a server that does not archive its log.
 */
export async function makeBaseBackup(order: BaseOrder): Promise<BaseReport> {
  const session = await openCopySession(order.url);
  try {
    const begin = await beginBase(session, order);
    const folder = baseFolder(order.archive.directory, begin.system);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(folder, `${begin.firstSegment}.part`);
    try {
      const result: { end?: BaseEnd } = {};
      const bytes = await pipeline(
        writeTar(entriesOf(order, session, begin, result), Math.floor(order.now / 1_000)),
        createGzip({ level: GZIP_LEVEL }),
        (packed: AsyncIterable<Buffer>) =>
          encrypt(
            packed,
            order.archive.recipients.map((recipient) => ({ recipient })),
          ),
        (encrypted: AsyncIterable<Buffer>) => writeDurably(draft, encrypted),
      );
      if (result.end === undefined) throw new Error('the base backup has no end');
      await archived(order, begin.system, result.end.lastSegment);
      const path = join(folder, baseName({ endMs: Date.parse(result.end.endedAt), ...begin }));
      await rename(draft, path);
      await syncFolder(folder);
      return { path, system: begin.system, bytes, files: result.end.files };
    } catch (failure) {
      await rm(draft, { force: true });
      throw failure;
    }
  } finally {
    await session.close();
  }
}

async function beginBase(session: CopySession, { archive, dataDir }: BaseOrder): Promise<BaseBegin> {
  const { command } = await session.one<{ command: string }>(
    sql`select case current_setting('archive_mode') when 'off' then '' else current_setting('archive_command') end as command`,
  );
  if (!command.includes(archive.directory))
    throw new BackupRefused(
      `the database does not archive its log to ${archive.directory}: start the server with KARAT_WAL_ARCHIVE first.`,
    );
  const started = await session.one<{ firstSegment: string; system: string }>(sql`
    select pg_walfile_name(pg_backup_start('karat', true)) as "firstSegment",
      (select system_identifier::text from pg_control_system()) as system`);
  const cluster = join(dataDir, CLUSTER);
  const found = await readdir(cluster, { recursive: true, withFileTypes: true });
  const folders = found
    .filter((each) => each.isDirectory())
    .map((each) => join(each.parentPath, each.name).slice(cluster.length + 1));
  return { format: 1, version: VERSION, ...started, folders: folders.toSorted() };
}

async function* entriesOf(
  { dataDir }: BaseOrder,
  session: CopySession,
  begin: BaseBegin,
  result: { end?: BaseEnd },
): AsyncGenerator<Entry> {
  yield json(BASE_BEGIN, begin);
  let files = 1;
  for await (const entry of filesOf(dataDir)) {
    files += 1;
    yield entry;
  }
  const { label, lastSegment, endMs } = await session.one<{
    label: string;
    lastSegment: string;
    endMs: number;
  }>(sql`
    select labelfile as label, pg_walfile_name(lsn) as "lastSegment", clock_timestamp() as "endMs"
    from pg_backup_stop(false)`);
  yield entryOf(`${CLUSTER}/backup_label`, Buffer.from(label));
  result.end = { lastSegment, endedAt: new Date(Math.ceil(endMs)).toISOString(), files };
  yield json(BASE_END, result.end);
}

async function* filesOf(dataDir: string): AsyncGenerator<Entry> {
  yield* clusterEntries(dataDir);
  yield await controlEntry(dataDir);
  yield* fileEntries(dataDir, 'database/password');
  yield* fileEntries(dataDir, AUDIT_HEADS_FILE);
  for (const folder of FOLDERS) yield* folderEntries(dataDir, folder, SKIPPED);
}

/** Folders that a start fills again, and files of the running process and of its sessions. */
const LEFT_OUT =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|(^|\/)(pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*|postmaster\.(pid|opts)|current_logfiles|backup_label.*|tablespace_map.*|.*\.tmp)(\/|$)/;
const CONTROL = 'global/pg_control';

async function* clusterEntries(dataDir: string): AsyncGenerator<Entry> {
  const cluster = join(dataDir, CLUSTER);
  const found = await readdir(cluster, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(cluster.length + 1))
    .filter((path) => path !== CONTROL && !LEFT_OUT.test(path));
  for (const path of paths.toSorted()) yield* changingFile(join(cluster, path), `${CLUSTER}/${path}`);
}

const PIECE_BYTES = 1024 * 1024;

/**
 * Yields a file that the database may change meanwhile, cut at the length that it has now; the log brings what follows. A file
 * that was shortened is filled up with zeros, and one that is gone is left out: the log shortens and removes them again.
 */
async function* changingFile(path: string, name: string): AsyncGenerator<Entry> {
  const file = await open(path, 'r').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return undefined;
    throw failure;
  });
  if (file === undefined) return;
  try {
    const { size } = await file.stat();
    yield {
      name,
      size,
      body: (async function* () {
        for (let at = 0; at < size; at += PIECE_BYTES) {
          const piece = Buffer.alloc(Math.min(PIECE_BYTES, size - at));
          await file.read(piece, 0, piece.length, at);
          yield piece;
        }
      })(),
    };
  } finally {
    await file.close();
  }
}

/** Reads the control file until two reads agree, so that it is not one that is half written; last, so that it is the newest. */
async function controlEntry(dataDir: string): Promise<Entry> {
  const read = async (): Promise<Buffer> => {
    const file = await open(join(dataDir, CLUSTER, CONTROL), 'r');
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  };
  for (let last = await read(); ;) {
    const next = await read();
    if (next.equals(last)) return entryOf(`${CLUSTER}/${CONTROL}`, next);
    last = next;
  }
}

/** Waits until a segment is in the archive. */
async function archived({ archive }: BaseOrder, system: string, segment: string): Promise<void> {
  const end = performance.now() + ARCHIVE_MS_MAX;
  while (!(await archivedFiles(archive.directory, system)).includes(segment)) {
    if (performance.now() > end || !existsSync(archive.directory))
      throw new BackupRefused(
        `${archive.directory} has not received the end of the log (${segment}): see postgres.log in the folder of the database.`,
      );
    await setTimeout(ARCHIVE_STEP_MS);
  }
}
