import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export interface FileRow {
  readonly id: string;
  /** UID of the user who uploaded it. */
  readonly owner: number;
  readonly visibility: 'public' | 'private';
  readonly mime: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  /** Unix ms. */
  readonly createdMs: number;
}

const columns = sql`id, owner, visibility, mime, bytes, sha256, created_at as "createdMs"`;

/** Keeps a row, or finds the one that the same owner has of the same bytes. Answers its id. */
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

export const bytesOwned = async (db: Queries, owner: number): Promise<number> =>
  (
    await db.one<{ sum: number }>(
      sql`select coalesce(sum(bytes), 0) as sum from platform_files where owner = ${owner}`,
    )
  ).sum;
