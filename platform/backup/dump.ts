import { createHash } from 'node:crypto';
import { quoted, sql } from '@karat/platform/db';
import type { CopySession, Queries, RowPiece } from '@karat/platform/db';
import type { Entry } from './tar.ts';

/** A table with its columns, generated ones left out. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Partitions in the order in which their rows are read; absent for a table without any. */
  readonly partitions?: readonly { readonly name: string; readonly bound: string }[] | undefined;
}

/** A table's content: number of rows, and length and SHA-256 of their text. */
export interface TableContent {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Sequence {
  readonly name: string;
  readonly last: number;
  readonly isCalled: boolean;
}

/** Folder of the tables in an archive. */
export const DATABASE = 'database';
const target = ({ name, columns }: Table): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`;
export const copyInStatement = (table: Table): string => `copy ${target(table)} from stdin`;
const copyOutStatement = (table: Table): string =>
  table.partitions === undefined
    ? `copy ${target(table)} to stdout`
    : `copy (${table.partitions.map((each) => `select ${table.columns.map(quoted).join(', ')} from ${quoted(each.name)}`).join(' union all ')}) to stdout`;

/** Reads as the same text everywhere; whole tables in the order of their rows. */
export async function prepareSession(session: Queries): Promise<void> {
  for (const setting of [
    sql`set client_encoding = 'UTF8'`,
    sql`set datestyle = 'ISO, YMD'`,
    sql`set intervalstyle = 'postgres'`,
    sql`set timezone = 'UTC'`,
    sql`set bytea_output = 'hex'`,
    sql`set extra_float_digits = 1`,
    sql`set synchronize_seqscans = off`,
    sql`set max_parallel_workers_per_gather = 0`,
    sql`set lock_timeout = '30s'`,
  ])
    await session.run(setting);
}

/** Begins a snapshot: all later reads of the session see the database as it is now, while others go on writing. */
export async function beginSnapshot(session: Queries): Promise<void> {
  await prepareSession(session);
  await session.run(sql`begin transaction isolation level repeatable read read only`);
}

/** All tables by name; a partition belongs to its table. */
export async function tablesOf(db: Queries): Promise<Table[]> {
  const tables = await db.rows<Table>(sql`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname collate "C"`);
  const partitions = await partitionsByTable(db);
  return tables.map((table) => {
    const own = partitions.get(table.name);
    return own === undefined ? table : { ...table, partitions: own };
  });
}

/** From the catalogue: a restored database of an earlier version has no view of them. */
async function partitionsByTable(db: Queries) {
  const rows = await db.rows<{ parent: string; name: string; bound: string }>(sql`
    select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relkind = 'p' and p.relnamespace = 'public'::regnamespace
    order by pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT', c.relname !~ '_initial$', c.relname collate "C"`);
  const byTable = new Map<string, { readonly name: string; readonly bound: string }[]>();
  for (const { parent, name, bound } of rows)
    byTable.set(parent, [...(byTable.get(parent) ?? []), { name, bound }]);
  return byTable;
}

/** Their numbers may be ahead of the snapshot's rows, never behind. */
export const sequencesOf = (db: Queries): Promise<Sequence[]> =>
  db.rows<Sequence>(sql`
    select sequencename::text as name, coalesce(last_value, start_value) as last, last_value is not null as "isCalled"
    from pg_sequences where schemaname = 'public' order by sequencename collate "C"`);

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

export const entryOf = (name: string, bytes: Buffer): Entry => ({
  name,
  size: bytes.length,
  body: once(bytes),
});

/** Adds up the pieces of a table. */
function tableSum(name: string) {
  const hash = createHash('sha256');
  const sum = { rows: 0, bytes: 0 };
  return {
    add({ rows, bytes }: RowPiece): void {
      hash.update(bytes);
      sum.rows += rows;
      sum.bytes += bytes.length;
    },
    content: (): TableContent => ({ name, ...sum, sha256: hash.digest('hex') }),
  };
}

/** Returns the contents of all tables, for a comparison. */
export async function contentsOf(session: CopySession, tables: readonly Table[]): Promise<TableContent[]> {
  const contents: TableContent[] = [];
  for (const table of tables) {
    const sum = tableSum(table.name);
    for await (const piece of session.copyOut(copyOutStatement(table))) sum.add(piece);
    contents.push(sum.content());
  }
  return contents;
}

/** Yields the tables of a snapshot as files `database/<table>/<number>` and adds what it has read to `contents`. */
export async function* dumpTables(
  session: CopySession,
  tables: readonly Table[],
  contents: TableContent[],
): AsyncGenerator<Entry> {
  for (const table of tables) {
    const sum = tableSum(table.name);
    let number = 0;
    for await (const piece of session.copyOut(copyOutStatement(table))) {
      sum.add(piece);
      number += 1;
      yield entryOf(`${DATABASE}/${table.name}/${String(number).padStart(6, '0')}`, piece.bytes);
    }
    contents.push(sum.content());
  }
}
