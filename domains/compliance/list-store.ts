import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { ListFormat } from './list-file.ts';

/** A version of the sanction list. */
export interface ListVersion {
  readonly id: number;
  readonly title: string;
  readonly format: ListFormat;
  readonly sha256: Buffer;
  readonly fileMs: number;
  readonly loadedMs: number;
  readonly entries: number;
  readonly names: number;
}

export const newestList = (db: Queries): Promise<ListVersion | undefined> =>
  db.maybe<ListVersion>(sql`
    select id, title, format, sha256, file_at as "fileMs", loaded_at as "loadedMs", entries, names
    from compliance_lists order by id desc limit 1`);

const NEWEST = 'select id from compliance_lists order by id desc limit 1';

export async function newestListId(db: Queries): Promise<number | undefined> {
  const [row] = await db.prepared<{ id: number }>('compliance_newest_list', NEWEST, []);
  return row?.id;
}

/** Returns the compressed content of a version, which only the newest has. */
export const listContent = async (db: Queries, id: number): Promise<Buffer | undefined> =>
  (await db.maybe<{ content: Buffer | null }>(sql`select content from compliance_lists where id = ${id}`))
    ?.content ?? undefined;

/** Stores a version and drops the content of the earlier ones. Returns its id. */
export async function insertList(
  tx: Tx,
  list: Omit<ListVersion, 'id'> & { readonly content: Buffer },
): Promise<number> {
  await tx.run(sql`update compliance_lists set content = null where content is not null`);
  const { id } = await tx.one<{ id: number }>(sql`
    insert into compliance_lists (title, format, sha256, file_at, loaded_at, entries, names, content)
    values (${list.title}, ${list.format}, ${list.sha256}, to_timestamp(${list.fileMs} / 1000.0),
      to_timestamp(${list.loadedMs} / 1000.0), ${list.entries}, ${list.names}, ${list.content})
    returning id`);
  return id;
}

/** Result of the last check of the file. */
export interface ListCheck {
  readonly checkedMs: number;
  readonly error: string | null;
}

export const saveCheck = (tx: Tx, now: number, error: string | null): Promise<number> =>
  tx.run(sql`
    insert into compliance_list_check (checked_at, error) values (to_timestamp(${now} / 1000.0), ${error})
    on conflict (one) do update set checked_at = excluded.checked_at, error = excluded.error`);

export const readCheck = (db: Queries): Promise<ListCheck | undefined> =>
  db.maybe<ListCheck>(sql`select checked_at as "checkedMs", error from compliance_list_check`);

/** Screening of all verified users against a version. */
export interface Run {
  readonly list: number;
  readonly startedMs: number;
  readonly finishedMs: number | null;
  readonly after: number;
  readonly users: number;
  readonly matched: number;
}

const columns = sql`list_id as list, started_at as "startedMs", finished_at as "finishedMs", after_user as after,
  users, matched`;

export const insertRun = (tx: Tx, list: number, now: number): Promise<number> =>
  tx.run(
    sql`insert into compliance_runs (list_id, started_at) values (${list}, to_timestamp(${now} / 1000.0))`,
  );

export const lockRun = (tx: Tx, list: number): Promise<Run | undefined> =>
  tx.maybe<Run>(sql`select ${columns} from compliance_runs where list_id = ${list} for update`);

export const readRun = (db: Queries, list: number): Promise<Run | undefined> =>
  db.maybe<Run>(sql`select ${columns} from compliance_runs where list_id = ${list}`);

/** Moves a run on by a slice; `finishedMs` ends it. */
export const advanceRun = (
  tx: Tx,
  list: number,
  slice: {
    readonly after: number;
    readonly users: number;
    readonly matched: number;
    readonly finishedMs: number | null;
  },
): Promise<number> =>
  tx.run(sql`
    update compliance_runs set after_user = ${slice.after}, users = users + ${slice.users},
      matched = matched + ${slice.matched}, finished_at = to_timestamp(${slice.finishedMs}::numeric / 1000.0)
    where list_id = ${list}`);
