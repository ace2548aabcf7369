import * as z from 'zod';

/** Folders and files under `KARAT_DATA` that belong to a backup. The embedded database is read over its connection. */
export const FOLDERS = ['files', 'keys', 'signer'] as const;
/** Drafts of uploads, and socket and lock of the running signer. */
export const SKIPPED = /(\.tmp|\.sock|\.lock)$/;

/** First and last file of an archive. */
export const BEGIN = 'begin.json';
export const END = 'end.json';
/** A file of JSON above this size is refused. */
export const JSON_BYTES_MAX = 16 * 1024 * 1024;

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
  tables: z.array(z.object({ name, columns: z.array(name).min(1).readonly() })),
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
