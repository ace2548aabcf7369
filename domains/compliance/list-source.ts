import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Queries } from '@karat/platform/db';
import { readList } from './list-file.ts';
import { indexOf } from './list-index.ts';
import type { SanctionSource } from './list-index.ts';
import { listContent, newestListId } from './list-store.ts';

const unpack = promisify(gunzip);

/** The list in use, with the version that it came from. */
export interface LoadedList {
  readonly id: number;
  readonly source: SanctionSource;
}

/** Returns the newest version of the list, in every process: loaded from the database when it changes. */
export function createListSource(threshold: number): (db: Queries) => Promise<LoadedList | undefined> {
  let loaded: LoadedList | undefined;
  return async (db) => {
    const id = await newestListId(db);
    if (id === undefined) return undefined;
    if (loaded?.id === id) return loaded;
    const content = await listContent(db, id);
    // A newer version came between both statements: the next call has it.
    if (content === undefined) return loaded;
    loaded = { id, source: indexOf(readList(await unpack(content)), threshold / 100) };
    return loaded;
  };
}
