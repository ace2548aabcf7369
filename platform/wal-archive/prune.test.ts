import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { baseFolder, baseName, storedName, walFolder } from './names.ts';
import { pruneArchive } from './prune.ts';

const SYSTEM = '7711517507142512925';
const sha256 = 'ab'.repeat(32);
const segment = (number: number, timeline = 1): string =>
  `${String(timeline).padStart(8, '0')}00000000${number.toString(16).toUpperCase().padStart(8, '0')}`;
const DAY_MS = 86_400_000;

let archive: string;
beforeEach(() => {
  archive = mkdtempSync(join(tmpdir(), 'karat-prune-'));
  mkdirSync(baseFolder(archive, SYSTEM), { recursive: true });
  mkdirSync(walFolder(archive, SYSTEM));
});
afterEach(() => rmSync(archive, { recursive: true }));

const base = (day: number, firstSegment: string): string => baseName({ endMs: day * DAY_MS, firstSegment });
const putBase = (name: string): void => writeFileSync(join(baseFolder(archive, SYSTEM), name), '');
const putWal = (...names: readonly string[]): void => {
  for (const name of names) writeFileSync(join(walFolder(archive, SYSTEM), storedName(name, sha256)), '');
};
const bases = (): string[] => readdirSync(baseFolder(archive, SYSTEM));
const wal = (): string[] => readdirSync(walFolder(archive, SYSTEM)).map((file) => file.split('-')[0] ?? '');

test('the newest base backups stay, with every segment since the first of them, and all histories', async () => {
  for (const [day, number] of [
    [1, 3],
    [2, 5],
    [3, 8],
  ] as const)
    putBase(base(day, segment(number)));
  const label = `${segment(3)}.00000028.backup`;
  putWal(segment(3), label, segment(4), segment(5), segment(6, 2), segment(8, 2), '00000002.history');
  expect(await pruneArchive(archive, SYSTEM, 2)).toEqual({ bases: 1, segments: 3 });
  expect(bases()).toEqual([base(2, segment(5)), base(3, segment(8))]);
  expect(wal()).toEqual(['00000002.history', segment(5), segment(6, 2), segment(8, 2)].toSorted());
});

test('while there are not more base backups than that, nothing is removed', async () => {
  putBase(base(1, segment(3)));
  putWal(segment(1), segment(3));
  expect(await pruneArchive(archive, SYSTEM, 1)).toEqual({ bases: 0, segments: 0 });
  expect(await pruneArchive(archive, SYSTEM, 0)).toEqual({ bases: 0, segments: 0 });
  expect([bases().length, wal().length]).toEqual([1, 2]);
});

test('drafts and files of others stay', async () => {
  putBase(base(1, segment(3)));
  putBase(base(2, segment(4)));
  writeFileSync(join(walFolder(archive, SYSTEM), `${segment(1)}.part`), '');
  writeFileSync(join(walFolder(archive, SYSTEM), 'notes.txt'), '');
  writeFileSync(join(baseFolder(archive, SYSTEM), 'notes.txt'), '');
  await pruneArchive(archive, SYSTEM, 1);
  expect(bases()).toEqual([base(2, segment(4)), 'notes.txt']);
  expect(wal()).toHaveLength(2);
});
