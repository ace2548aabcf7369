import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { encrypt } from '@karat/platform/age';
import {
  beginSnapshot,
  dumpTables,
  fileEntries,
  folderEntries,
  sequencesOf,
  tablesOf,
  writeTar,
} from '@karat/platform/backup';
import { syncFolder, writeDurably } from '@karat/platform/durable';
import type { Recipient } from '@karat/platform/age';
import type { Entry, TableContent } from '@karat/platform/backup';
import { openCopySession, sql } from '@karat/platform/db';
import type { CopySession } from '@karat/platform/db';
import { AUDIT_HEADS_FILE } from '../audit-heads.ts';
import { VERSION } from '../version.ts';
import { BEGIN, END, FOLDERS, SKIPPED, json } from './archive.ts';
import type { Begin, End } from './archive.ts';
import { headsOf } from './heads.ts';

/** What a backup reads and where it goes. */
export interface BackupOrder {
  readonly url: string;
  readonly dataDir: string;
  readonly target: string;
  readonly recipients: readonly Recipient[];
  /** Unix ms. */
  readonly now: number;
}

/** What a backup holds. */
export interface BackupReport {
  readonly bytes: number;
  readonly end: End;
}

/** Rows compress well at once; a higher level takes twice the time for a tenth less. */
const GZIP_LEVEL = 4;

/**
 * Backs up while the server runs: the database as it was at one moment, then files, keys and the signer's folder, which may only
 * be newer. The file appears under its name when it is complete and on the disk; a file of that name is not replaced.
 */
export async function makeBackup(order: BackupOrder): Promise<BackupReport> {
  const session = await openCopySession(order.url);
  const draft = `${order.target}.part`;
  try {
    await beginSnapshot(session);
    const result: { end?: End } = {};
    const archive = writeTar(entriesOf(order, session, result), Math.floor(order.now / 1_000));
    const bytes = await pipeline(
      archive,
      createGzip({ level: GZIP_LEVEL }),
      (packed: AsyncIterable<Buffer>) => encrypt(packed, order.recipients),
      (encrypted: AsyncIterable<Buffer>) => writeDurably(draft, encrypted),
    );
    if (result.end === undefined) throw new Error('the backup has no end');
    await rename(draft, order.target);
    await syncFolder(dirname(order.target));
    return { bytes, end: result.end };
  } catch (failure) {
    await rm(draft, { force: true });
    throw failure;
  } finally {
    await session.close();
  }
}

async function* entriesOf(
  { dataDir, now }: BackupOrder,
  session: CopySession,
  result: { end?: End },
): AsyncGenerator<Entry> {
  const tables = await tablesOf(session);
  const migrations = await session.rows<Begin['migrations'][number]>(
    sql`select name, checksum from platform_migrations order by name`,
  );
  const madeAt = new Date(now).toISOString();
  yield json(BEGIN, { format: 1, version: VERSION, madeAt, migrations, tables } satisfies Begin);
  const contents: TableContent[] = [];
  yield* dumpTables(session, tables, contents);
  const sequences = await sequencesOf(session);
  const heads = await headsOf(session);
  let files = 0;
  for await (const entry of filesOf(dataDir)) {
    files += 1;
    yield entry;
  }
  result.end = { tables: contents, sequences, files, heads };
  yield json(END, result.end);
}

async function* filesOf(dataDir: string): AsyncGenerator<Entry> {
  yield* fileEntries(dataDir, AUDIT_HEADS_FILE);
  for (const folder of FOLDERS) yield* folderEntries(dataDir, folder, SKIPPED);
}
