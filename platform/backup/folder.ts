import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupRefused } from '@karat/platform/age';
import type { Entry } from './tar.ts';

/** A file of a folder, by its path from there. */
const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._@-]*$/;
const isSafe = (path: string): boolean => path.split('/').every((part) => SEGMENT.test(part));

/** Yields the files of a folder as `<folder>/<path>`, in the order of their names. Drafts, locks and sockets are left out. */
export async function* folderEntries(root: string, folder: string, skip: RegExp): AsyncGenerator<Entry> {
  const found = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = found
    .filter((each) => each.isFile() && !skip.test(each.name))
    .map((each) => join(each.parentPath, each.name).slice(root.length + 1));
  for (const path of paths.toSorted()) yield* fileEntries(root, path);
}

/** Yields a file, cut at the length that it has now; nothing if it is gone. */
export async function* fileEntries(root: string, path: string): AsyncGenerator<Entry> {
  const size = (await stat(join(root, path)).catch(() => undefined))?.size;
  if (size === undefined) return;
  yield { name: path, size, body: readStart(join(root, path), size) };
}

async function* readStart(path: string, size: number): AsyncGenerator<Buffer> {
  if (size > 0) yield* createReadStream(path, { end: size - 1 });
}

/** Writes files beneath `<root>.restoring`, which `commit` makes visible. */
export interface FolderWriter {
  write(entry: Entry): Promise<void>;
  /** Moves the written folders and files into the root. Refuses to replace any. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

export function createFolderWriter(root: string): FolderWriter {
  const draft = join(root, '.restoring');
  return {
    async write({ name, body }) {
      if (!isSafe(name)) throw new BackupRefused(`the backup has a file that does not belong there: ${name}`);
      const path = join(draft, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const bytes of body) await file.write(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async commit() {
      for (const name of await readdir(draft).catch(() => []))
        await rename(join(draft, name), join(root, name));
      await rm(draft, { recursive: true, force: true });
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  };
}
