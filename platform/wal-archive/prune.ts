import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { baseFolder, readBaseName, readStoredName, segmentNumber, walFolder } from './names.ts';

/** What was removed from an archive. */
export interface Pruned {
  readonly bases: number;
  readonly segments: number;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/**
 * Removes all base backups but the newest `keep`, then the segments that no kept one needs. Histories of timelines stay, and
 * so do uploads. Removes nothing while there are not more base backups than that.
 */
export async function pruneArchive(archive: string, system: string, keep: number): Promise<Pruned> {
  const bases = (await namesIn(baseFolder(archive, system))).flatMap((file) => {
    const name = readBaseName(file);
    return name === undefined ? [] : [{ file, ...name }];
  });
  const newestFirst = bases.toSorted((a, b) => b.endMs - a.endMs);
  const old = newestFirst.slice(keep);
  if (keep < 1 || old.length === 0) return { bases: 0, segments: 0 };
  // Base backups first: one without its segments must not be found.
  for (const { file } of old) await rm(join(baseFolder(archive, system), file));
  const needed = newestFirst.slice(0, keep).map(({ firstSegment }) => segmentNumber(firstSegment) ?? 0);
  const first = Math.min(...needed);
  const folder = walFolder(archive, system);
  const unneeded = (await namesIn(folder)).filter((file) => {
    const number = segmentNumber(readStoredName(file)?.name.slice(0, 24) ?? '');
    return number !== undefined && number < first;
  });
  for (const file of unneeded) await rm(join(folder, file));
  return { bases: old.length, segments: unneeded.length };
}
