import { open } from 'node:fs/promises';

/** Writes a new file, or replaces one, for its owner only, and returns its length after fsync. */
export async function writeDurably(path: string, source: AsyncIterable<Buffer>): Promise<number> {
  const file = await open(path, 'w', 0o600);
  let length = 0;
  try {
    for await (const bytes of source) {
      await file.writeFile(bytes);
      length += bytes.length;
    }
    await file.sync();
    return length;
  } finally {
    await file.close();
  }
}

/** Returns after fsync of a folder: names of its files, after a rename, are on the disk then. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
