import { BackupRefused } from '@karat/platform/age';
import { bytesOf, entryOf } from '@karat/platform/backup';
import type { Entry } from '@karat/platform/backup';
import * as z from 'zod';

/** Folders and files under `KARAT_DATA` that belong to a backup. The embedded database is read over its connection. */
export const FOLDERS = ['files', 'keys', 'signer'] as const;
/** Drafts of uploads, and socket and lock of the running signer. */
export const SKIPPED = /(\.tmp|\.sock|\.lock)$/;

/** First and last file of an archive. */
export const BEGIN = 'begin.json';
export const END = 'end.json';
/** A file of JSON above this size is refused. */
const JSON_BYTES_MAX = 16 * 1024 * 1024;

const count = z.int().min(0);
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What a restore needs before the rows. */
export const begin = z.object({
  format: z.literal(1),
  version: z.string().max(40),
  /** ISO time of the snapshot. */
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: hash })),
  tables: z.array(
    z.object({
      name,
      columns: z.array(name).min(1).readonly(),
      partitions: z
        .array(z.object({ name, bound: z.string().max(200) }))
        .readonly()
        .optional(),
    }),
  ),
});
export type Begin = z.output<typeof begin>;

/** What a restore compares with. */
export const end = z.object({
  tables: z.array(z.object({ name, rows: count, bytes: count, sha256: hash })),
  sequences: z.array(z.object({ name, last: z.int(), isCalled: z.boolean() })),
  files: count,
  heads: z.object({
    /** Number and hash of the last entry of the audit log. */
    audit: z.string(),
    /** The newest second and signed head of every market. */
    ticks: z.array(z.string()),
  }),
});
export type End = z.output<typeof end>;

/** The files of the embedded database under `KARAT_DATA`. */
export const CLUSTER = 'database/cluster';

/** First and last file of a base backup. */
export const BASE_BEGIN = 'base.json';
export const BASE_END = 'base-end.json';

const segment = z.string().regex(/^[0-9A-F]{24}$/);
const folder = z.string().regex(/^[A-Za-z0-9_]+(\/[A-Za-z0-9_]+)*$/);

/** What a recovery needs before the files. */
export const baseBegin = z.object({
  format: z.literal(1),
  version: z.string().max(40),
  /** System identifier of the database. */
  system: z.string().regex(/^\d{1,20}$/),
  /** Segment of the log with which the recovery begins. */
  firstSegment: segment,
  /** Folders of the cluster, empty ones too. */
  folders: z.array(folder).readonly(),
});
export type BaseBegin = z.output<typeof baseBegin>;

export const baseEnd = z.object({
  /** Segment that makes the files consistent. */
  lastSegment: segment,
  endedAt: z.iso.datetime(),
  /** Number of files between first and last, with the label. */
  files: count,
});
export type BaseEnd = z.output<typeof baseEnd>;

/** A description in an archive. */
export const json = (path: string, value: object): Entry =>
  entryOf(path, Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`));

/** Reads a description. Refuses one that is too large. */
export async function readJson({ size, body }: Entry): Promise<unknown> {
  if (size > JSON_BYTES_MAX) throw new BackupRefused('a description in the backup is too large');
  return JSON.parse((await bytesOf(body)).toString());
}
