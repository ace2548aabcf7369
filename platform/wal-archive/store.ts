import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupRefused } from '@karat/platform/age';
import { historyOf, isWalFile, readStoredName, storedName, walFolder } from './names.ts';
import { readSealed, writeSealed } from './sealed.ts';

/** A file that PostgreSQL wants archived. */
export interface PushOrder {
  readonly archive: string;
  /** Public keys of age. */
  readonly recipients: readonly string[];
  /** Directory of the cluster. */
  readonly cluster: string;
  readonly path: string;
  readonly name: string;
}

/** Length of the system identifier, with which `global/pg_control` begins, in the machine's byte order. */
const IDENTIFIER_BYTES = 8;

/** Returns the system identifier of a cluster, also while no server runs on it. */
async function systemOf(cluster: string): Promise<string> {
  const file = await open(join(cluster, 'global/pg_control'), 'r');
  try {
    const bytes = Buffer.alloc(IDENTIFIER_BYTES);
    await file.read(bytes, 0, IDENTIFIER_BYTES, 0);
    return bytes.readBigUInt64LE().toString();
  } finally {
    await file.close();
  }
}

/**
 * Stores a file encrypted in the archive. A second try of the same file changes nothing; another file of that name is refused,
 * because a second database writes to the archive then. The history of a restored database's timeline goes before its first
 * segment: PostgreSQL does not archive it when the recovery ran without an archive.
 */
export async function archiveFile(order: PushOrder): Promise<void> {
  if (!isWalFile(order.name)) throw new BackupRefused(`${order.name} is no file of the log`);
  const folder = walFolder(order.archive, await systemOf(order.cluster));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const history = historyOf(order.name);
  if (history !== undefined) {
    const path = join(order.cluster, 'pg_wal', history);
    if (existsSync(path)) await store(folder, { ...order, path, name: history });
  }
  await store(folder, order);
}

async function store(folder: string, { path, name, recipients }: PushOrder): Promise<void> {
  const bytes = await readFile(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const found = await findStored(folder, name);
  if (found?.sha256 === sha256) return;
  if (found !== undefined)
    throw new BackupRefused(`${folder} has another file ${name}: do two databases write here?`);
  await writeSealed(folder, storedName(name, sha256), bytes, recipients);
}

const findStored = async (folder: string, name: string) =>
  (await readdir(folder)).map(readStoredName).find((each) => each?.name === name);

/** A file that a recovery asks for. */
export interface FetchOrder {
  readonly folder: string;
  readonly name: string;
  readonly path: string;
  /** Secret key of age. */
  readonly key: string;
}

/** Writes a file of the archive to `path`; returns false if there is none. Refuses a changed one with BackupRefused. */
export async function fetchFile({ folder, name, path, key }: FetchOrder): Promise<boolean> {
  const stored = await findStored(folder, name);
  if (stored === undefined) return false;
  await readSealed(join(folder, storedName(name, stored.sha256)), key, stored.sha256, path);
  return true;
}

/** Returns the names of all files of the log in an archive. */
export const archivedFiles = async (archive: string, system: string): Promise<string[]> =>
  (await readdir(walFolder(archive, system)).catch(() => [])).flatMap((each) => {
    const stored = readStoredName(each);
    return stored === undefined ? [] : [stored.name];
  });
