import { join } from 'node:path';

/**
 * Layout of an archive: `<system identifier>/wal/<file>-<SHA-256>.age` for segments and histories of timelines, and
 * `<system identifier>/base/<end>-<first segment>.age` for base backups, `<system identifier>/files/…/<SHA-256>.age` for uploads. A database with another identifier, such as one that
 * was made anew, does not meet the files of the one before.
 */
export const walFolder = (archive: string, system: string): string => join(archive, system, 'wal');
export const uploadFolder = (archive: string, system: string): string => join(archive, system, 'files');
export const baseFolder = (archive: string, system: string): string => join(archive, system, 'base');

/** System identifier of a cluster: a 64-bit number. */
export const SYSTEM = /^\d{1,20}$/;
/** A segment of the log: timeline, and its number in two parts. */
const SEGMENT = /^[0-9A-F]{24}$/;
/** What PostgreSQL archives: segments, incomplete ones at the end of a timeline, labels of backups, histories of timelines. */
const WAL_FILE = /^([0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;
const STORED = /^([0-9A-F.a-z]{8,60})-([0-9a-f]{64})\.age$/;

export const isWalFile = (name: string): boolean => WAL_FILE.test(name);

/** Name in the archive. The hash of the content distinguishes a second try of the same file from another file of that name. */
export const storedName = (name: string, sha256: string): string => `${name}-${sha256}.age`;

/** Returns what `storedName` was given; undefined for drafts and files of others. */
export function readStoredName(
  stored: string,
): { readonly name: string; readonly sha256: string } | undefined {
  const [, name = '', sha256 = ''] = STORED.exec(stored) ?? [];
  return isWalFile(name) ? { name, sha256 } : undefined;
}

const TIMELINE_DIGITS = 8;
/** Segments of 16 MiB: 256 in each 4 GiB, which the first part of the number counts. */
const SEGMENTS_PER_PART = 256;

/** Returns the number of a segment, counted from the first of the cluster, whatever its timeline; undefined for other files. */
export function segmentNumber(name: string): number | undefined {
  if (!SEGMENT.test(name)) return undefined;
  const part = Number.parseInt(name.slice(TIMELINE_DIGITS, 2 * TIMELINE_DIGITS), 16);
  return part * SEGMENTS_PER_PART + Number.parseInt(name.slice(2 * TIMELINE_DIGITS), 16);
}

/** Returns the name of the history of a file's timeline; undefined on the first timeline, which has none. */
export function historyOf(name: string): string | undefined {
  const timeline = name.slice(0, TIMELINE_DIGITS);
  return SEGMENT.test(name) && timeline !== '00000001' ? `${timeline}.history` : undefined;
}

/** Returns the first number from `first` up to the highest one that no segment has; undefined if there is no gap. */
export function firstGap(names: readonly string[], first: number): number | undefined {
  const numbers = new Set(names.map(segmentNumber).filter((each) => each !== undefined));
  let last = first;
  for (const number of numbers) last = Math.max(last, number);
  for (let number = first; number <= last; number += 1) if (!numbers.has(number)) return number;
  return undefined;
}

/** A base backup by its file's name. */
export interface BaseName {
  /** Its end, unix ms: the database can be restored to any moment since. */
  readonly endMs: number;
  /** Segment with which a recovery begins. */
  readonly firstSegment: string;
}

const BASE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z-([0-9A-F]{24})\.age$/;

/** Name of a base backup's file: its end in UTC, and its first segment. */
export const baseName = ({ endMs, firstSegment }: BaseName): string =>
  `${new Date(endMs).toISOString().replaceAll(/[-:]/g, '')}-${firstSegment}.age`;

/** Returns what a file's name says; undefined for drafts and files of others. */
export function readBaseName(file: string): BaseName | undefined {
  const parts = BASE.exec(file);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second, ms, firstSegment = ''] = parts;
  const endMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(endMs) ? undefined : { endMs, firstSegment };
}
