import { quoted, sql } from '@karat/platform/db';
import type { CopySession } from '@karat/platform/db';
import { BackupRefused } from '@karat/platform/age';
import { DATABASE, contentsOf, copyInStatement, prepareSession, tablesOf } from './dump.ts';
import type { Sequence, Table, TableContent } from './dump.ts';
import type { Entry } from './tar.ts';

/** A piece of rows is a little above one MiB, or one row. */
const PIECE_BYTES_MAX = 256 * 1024 * 1024;
const PATH = /^database\/([a-z0-9_]+)\/[0-9]{6,}$/;

/** Writes the tables of a backup into a database that has them, empty or with the rows of its migrations. */
export interface Loading {
  /** Writes one file of `dumpTables`. */
  load(entry: Entry): Promise<void>;
  /** Compares every table with what was backed up, then commits. Refuses with the names of those that differ. */
  finish(contents: readonly TableContent[], sequences: readonly Sequence[]): Promise<void>;
}

/**
 * Begins to load. Nothing is visible to others until `finish`. The user of the database must own the tables and be allowed to
 * set `session_replication_role`: triggers and references were checked when the rows were written first.
 */
export async function beginLoading(session: CopySession, tables: readonly Table[]): Promise<Loading> {
  await prepareSession(session);
  await checkTables(session, tables);
  await session.run(sql`begin`);
  await session.run(sql`set local session_replication_role = replica`);
  for (const { name, partitions } of tables)
    if (partitions !== undefined) await takePartitions(session, name, partitions);
  if (tables.length > 0)
    await session.run(sql([`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`]));
  const byName = new Map(tables.map((table) => [table.name, table]));
  return {
    async load({ name, size, body }) {
      const table = byName.get(PATH.exec(name)?.[1] ?? '');
      if (table === undefined || size > PIECE_BYTES_MAX)
        throw new BackupRefused(`the backup has a file that does not belong there: ${name}`);
      await session.copyIn(copyInStatement(table), await bytesOf(body));
    },
    async finish(contents, sequences) {
      for (const { name, last, isCalled } of sequences)
        await session.run(sql`select setval(quote_ident(${name})::regclass, ${last}, ${isCalled})`);
      const differences = differencesOf(contents, await contentsOf(session, tables));
      if (differences.length > 0)
        throw new BackupRefused(`not restored as it was backed up: ${differences.join(', ')}`);
      await session.run(sql`commit`);
      await session.run(sql`analyze`);
    },
  };
}

/** Gives a table the partitions of the backup: its rows are read in the same order then. */
const takePartitions = (
  session: CopySession,
  table: string,
  partitions: NonNullable<Table['partitions']>,
): Promise<unknown> =>
  session.run(sql`
    select platform_take_partitions(${table}, ${partitions.map(({ name }) => name)}::text[],
      ${partitions.map(({ bound }) => bound)}::text[])`);

export async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const bytes of body) parts.push(bytes);
  return Buffer.concat(parts);
}

/** The list of migrations, which no migration makes: a newer version may have added columns to it. */
const MIGRATIONS = 'platform_migrations';

/** Refuses a database whose tables are not those of the backup. */
async function checkTables(session: CopySession, tables: readonly Table[]): Promise<void> {
  const text = ({ name, columns }: Table): string => `${name} (${columns.join(', ')})`;
  const saved = new Set(tables.find(({ name }) => name === MIGRATIONS)?.columns);
  const present = (await tablesOf(session)).map((table) =>
    table.name === MIGRATIONS
      ? { ...table, columns: table.columns.filter((column) => saved.has(column)) }
      : table,
  );
  const [ours, theirs] = [present.map(text), tables.map(text)];
  const other = [
    ...ours.filter((each) => !theirs.includes(each)),
    ...theirs.filter((each) => !ours.includes(each)),
  ];
  if (other.length > 0)
    throw new BackupRefused(`the tables of the backup are not those of its migrations: ${other[0]}`);
}

/** Returns the names of the tables whose contents differ. */
export function differencesOf(
  before: readonly TableContent[],
  after: readonly TableContent[],
): readonly string[] {
  const found = new Map(after.map((content) => [content.name, content]));
  return before
    .filter(({ name, rows, bytes, sha256 }) => {
      const other = found.get(name);
      return other?.rows !== rows || other.bytes !== bytes || other.sha256 !== sha256;
    })
    .map(({ name }) => name);
}

export const isTableFile = (name: string): boolean => name.startsWith(`${DATABASE}/`);
