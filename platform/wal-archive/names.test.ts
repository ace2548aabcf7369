import { expect, test } from 'vitest';
import {
  baseName,
  firstGap,
  historyOf,
  isWalFile,
  readBaseName,
  readStoredName,
  segmentNumber,
  storedName,
} from './names.ts';

const SEGMENT = '0000000100000000000000FE';
const sha256 = 'ab'.repeat(32);

test('what PostgreSQL archives is stored under a name that gives the file back', () => {
  for (const name of [SEGMENT, `${SEGMENT}.partial`, `${SEGMENT}.00000028.backup`, '00000002.history']) {
    expect(isWalFile(name)).toBe(true);
    expect(readStoredName(storedName(name, sha256))).toEqual({ name, sha256 });
  }
});

test('other files are neither taken nor read: drafts, paths, names without hash', () => {
  for (const name of [
    '',
    '../x',
    `${SEGMENT}/x`,
    `${SEGMENT}.part`,
    `a${SEGMENT}`,
    '2.history',
    'PG_VERSION',
  ])
    expect(isWalFile(name)).toBe(false);
  for (const stored of [`${SEGMENT}.part`, `${SEGMENT}.age`, `${SEGMENT}-ab.age`, `x-${sha256}.age`])
    expect(readStoredName(stored)).toBeUndefined();
});

test('segments are numbered over the end of each 4 GiB, whatever their timeline', () => {
  expect(segmentNumber('000000010000000000000000')).toBe(0);
  expect(segmentNumber('0000000100000000000000FF')).toBe(255);
  expect(segmentNumber('000000020000000100000000')).toBe(256);
  expect(segmentNumber('0000000A0000000200000003')).toBe(515);
  expect(segmentNumber('00000002.history')).toBeUndefined();
  expect(segmentNumber(`${SEGMENT}.partial`)).toBeUndefined();
});

test('a gap is found before the last segment, between timelines too, and not before the first', () => {
  const names = (...numbers: readonly string[]): string[] =>
    numbers.map((each) => `${each.slice(0, 8)}00000000000000${each.slice(8)}`);
  expect(firstGap(names('0000000103', '0000000104', '0000000205'), 3)).toBeUndefined();
  expect(firstGap(names('0000000101', '0000000103', '0000000104'), 3)).toBeUndefined();
  expect(firstGap(names('0000000103', '0000000205'), 3)).toBe(4);
  expect(firstGap(names('0000000104'), 3)).toBe(3);
  expect(firstGap([], 3)).toBe(3);
});

test('only a restored database has a history', () => {
  expect(historyOf(SEGMENT)).toBeUndefined();
  expect(historyOf('0000000200000000000000FE')).toBe('00000002.history');
  expect(historyOf('00000002.history')).toBeUndefined();
});

test('the name of a base backup has its end to the millisecond', () => {
  const base = { endMs: Date.parse('2026-11-22T14:00:00.001Z'), firstSegment: SEGMENT };
  expect(baseName(base)).toBe(`20261122T140000.001Z-${SEGMENT}.age`);
  expect(readBaseName(baseName(base))).toEqual(base);
  for (const file of [
    `${SEGMENT}.part`,
    `20261322T140000.001Z-${SEGMENT}.age`,
    `20261122T140000Z-${SEGMENT}.age`,
  ])
    expect(readBaseName(file)).toBeUndefined();
});
