import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export interface FileRow {
  readonly id: string;
  /** UID of the user who uploaded it; a negative number for an owner that is no user. */
  readonly owner: number;
  readonly visibility: 'public' | 'private' | 'sealed';
  readonly mime: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  /** Unix ms. */
  readonly createdMs: number;
}

const columns = sql`id, owner, visibility, mime, bytes, sha256, created_at as "createdMs"`;

/** Stores a row, or finds the owner's row of the same bytes. Returns its id. */
export async function insertFile(tx: Tx, file: FileRow): Promise<string> {
  const row = await tx.one<{ id: string }>(sql`
    insert into platform_files (id, owner, visibility, mime, bytes, sha256, created_at)
    values (${file.id}, ${file.owner}, ${file.visibility}, ${file.mime}, ${file.bytes}, ${file.sha256},
      to_timestamp(${file.createdMs} / 1000.0))
    on conflict (owner, sha256, visibility) do update set owner = excluded.owner
    returning id`);
  return row.id;
}

export const findFile = (db: Queries, id: string): Promise<FileRow | undefined> =>
  db.maybe<FileRow>(sql`select ${columns} from platform_files where id = ${id}`);

export const ownFile = (db: Queries, id: string, owner: number): Promise<FileRow | undefined> =>
  db.maybe<FileRow>(sql`select ${columns} from platform_files where id = ${id} and owner = ${owner}`);

/** Seals a file. If the owner has sealed the same bytes before, that row stands for both. Returns its id. */
export async function sealFile(tx: Tx, file: FileRow): Promise<string> {
  const before = await tx.maybe<{ id: string }>(sql`
    select id from platform_files
    where owner = ${file.owner} and sha256 = ${file.sha256} and visibility = 'sealed'`);
  if (before && before.id !== file.id) await tx.run(sql`delete from platform_files where id = ${file.id}`);
  else await tx.run(sql`update platform_files set visibility = 'sealed' where id = ${file.id}`);
  return before?.id ?? file.id;
}

/** Makes a private file public. If the owner has published the same bytes before, that row stands for both. Returns its id. */
export async function publishFile(tx: Tx, file: FileRow): Promise<string> {
  const before = await tx.maybe<{ id: string }>(sql`
    select id from platform_files
    where owner = ${file.owner} and sha256 = ${file.sha256} and visibility = 'public'`);
  if (before) await tx.run(sql`delete from platform_files where id = ${file.id}`);
  else await tx.run(sql`update platform_files set visibility = 'public' where id = ${file.id}`);
  return before?.id ?? file.id;
}

/** Returns other users who own the same bytes, in order, up to a limit. */
export const otherOwners = async (db: Queries, file: FileRow, limit: number): Promise<number[]> =>
  (
    await db.rows<{ owner: number }>(sql`
      select distinct owner from platform_files where sha256 = ${file.sha256} and owner <> ${file.owner} and owner > 0
      order by owner limit ${limit}`)
  ).map((row) => row.owner);

export const bytesOwned = async (db: Queries, owner: number): Promise<number> =>
  (
    await db.one<{ sum: number }>(
      sql`select coalesce(sum(bytes), 0) as sum from platform_files where owner = ${owner}`,
    )
  ).sum;
