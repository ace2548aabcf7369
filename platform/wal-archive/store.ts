import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupRefused, decrypt, encrypt } from '@karat/platform/age';
import { syncFolder, writeDurably } from '@karat/platform/durable';
import { historyOf, isWalFile, storedName, walFolder, walNameOf } from './names.ts';

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

/** Offset and length of the system identifier in `global/pg_control`, in the machine's byte order. */
const IDENTIFIER_BYTES = 8;

/** Returns the system identifier of a cluster, also while no server runs on it. */
export async function systemOf(cluster: string): Promise<string> {
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
  const stored = storedName(name, createHash('sha256').update(bytes).digest('hex'));
  const [found] = await storedAs(folder, name);
  if (found === stored) return;
  if (found !== undefined)
    throw new BackupRefused(
      `${join(folder, found)} is another file of that name: do two databases write here?`,
    );
  const draft = join(folder, `${name}.part`);
  await pipeline(
    [bytes],
    createGzip({ level: 1 }),
    (packed: AsyncIterable<Buffer>) =>
      encrypt(
        packed,
        recipients.map((recipient) => ({ recipient })),
      ),
    (encrypted: AsyncIterable<Buffer>) => writeDurably(draft, encrypted),
  );
  await rename(draft, join(folder, stored));
  await syncFolder(folder);
}

const storedAs = async (folder: string, name: string): Promise<string[]> =>
  (await readdir(folder)).filter((each) => walNameOf(each) === name);

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
  const [stored] = await storedAs(folder, name);
  if (stored === undefined) return false;
  const hash = createHash('sha256');
  try {
    await pipeline(
      createReadStream(join(folder, stored)),
      (encrypted: AsyncIterable<Buffer>) => decrypt(encrypted, { key }),
      createGunzip(),
      async function* (plain: AsyncIterable<Buffer>) {
        for await (const bytes of plain) {
          hash.update(bytes);
          yield bytes;
        }
      },
      (plain: AsyncIterable<Buffer>) => writeDurably(path, plain),
    );
    if (storedName(name, hash.digest('hex')) !== stored)
      throw new BackupRefused(`${stored} has another content than its name says`);
    return true;
  } catch (failure) {
    await rm(path, { force: true });
    throw failure;
  }
}

/** Returns the names of all files of the log in an archive. */
export const archivedFiles = async (archive: string, system: string): Promise<string[]> =>
  (await readdir(walFolder(archive, system)).catch(() => []))
    .map(walNameOf)
    .filter((each) => each !== undefined);
