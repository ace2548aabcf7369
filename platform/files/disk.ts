import { mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '@karat/platform/durable';

/** Returns the path of the bytes of a SHA-256 (hex): two levels of folders keep each folder small. */
export const pathOf = (directory: string, hash: string): string =>
  join(directory, hash.slice(0, 2), hash.slice(2, 4), hash);

/** Creates a folder durably: the parent folder needs fsync too. */
async function makeFolder(path: string, root: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let folder = path; folder.length >= root.length; folder = dirname(folder)) await syncFolder(folder);
}

/** Writes bytes durably (fsync before return). An existing file is left alone. */
export async function writeDurably(
  directory: string,
  hash: string,
  bytes: Uint8Array,
  draft: string,
): Promise<void> {
  const path = pathOf(directory, hash);
  const there = await stat(path).catch(() => undefined);
  if (there?.size === bytes.length) return;
  await makeFolder(dirname(path), directory);
  const draftPath = `${path}.${draft}.tmp`;
  const file = await open(draftPath, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await unlink(draftPath).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
  await rename(draftPath, path);
  await syncFolder(dirname(path));
}

/** Returns the bytes, or undefined if the store has lost them. */
export const readBytes = (directory: string, hash: string): Promise<Buffer | undefined> =>
  readFile(pathOf(directory, hash)).catch(() => undefined);
