import { sql } from '@karat/platform/db';
import type { Database, Queries, Sql, Tx } from '@karat/platform/db';
import type { KeyRing } from './key-ring.ts';
import { sealedMarkOf } from './seal.ts';
import type { Seal } from './seal.ts';

/** Number of rows that depend on the hash key of a mark; see `HashKey`. */
export interface MarkCount {
  readonly mark: string | null;
  readonly count: number;
}

/** Outcome for one batch of rows. */
export interface ResealStep {
  /** Last id of the batch; undefined if no rows were left. */
  readonly last: number | undefined;
  readonly resealed: number;
  /** Ids of rows that no accepted key opens. */
  readonly unreadable: readonly number[];
}

/** Rows of one kind that depend on hash keys. */
export interface KeyedRows {
  /** Plural, for an operator. */
  readonly name: string;
  /** Counts the rows of each key. Unix ms. */
  count(db: Queries, at: number): Promise<readonly MarkCount[]>;
  /**
   * Brings up to `max` rows after an id under the current key. A row that changes meanwhile stays as it is. Undefined for rows
   * whose secret only their owners have: they last until they expire or are ended.
   */
  readonly reseal?: (db: Database, after: number, max: number) => Promise<ResealStep>;
  /** Ends the rows of a mark: sessions, devices and codes stop being valid. Returns the count. Unix ms. */
  readonly end?: (tx: Tx, mark: string | null, at: number) => Promise<number>;
}

export type ResealableRows = KeyedRows & Required<Pick<KeyedRows, 'reseal'>>;

/** Counts rows by an expression of their mark. */
export const countByMark = (db: Queries, mark: Sql, from: Sql): Promise<MarkCount[]> =>
  db.rows<MarkCount>(sql`select ${mark} as mark, count(*)::int as count from ${from} group by 1`);

/** Rows with a column `hash_key`, which only their owners can bring under another key. */
export interface MarkedTable {
  readonly name: string;
  /** Identifier, constant SQL. */
  readonly table: Sql;
  /** Condition of rows that are of use, at a time in unix ms. */
  readonly isLive: (at: number) => Sql;
  /** What ends a row; default deletes it. */
  readonly ending?: Sql;
}

export const markedRows = ({ name, table, isLive, ending }: MarkedTable): KeyedRows => ({
  name,
  count: (db, at) => countByMark(db, sql`hash_key`, sql`${table} where ${isLive(at)}`),
  end: (tx, mark, at) =>
    tx.run(sql`
      ${ending ?? sql`delete from ${table}`} where hash_key is not distinct from ${mark}::text and ${isLive(at)}`),
});

/** Where the sealed texts of one column are. */
export interface SealedColumn {
  readonly name: string;
  /** Identifiers, constant SQL: a column of unique integers, and a text that the location is made of. */
  readonly table: Sql;
  readonly id: Sql;
  readonly sealed: Sql;
  readonly owner: Sql;
  readonly seal: Seal;
  readonly place: (owner: string) => string;
  /** Column of a keyed hash of the same text, and its value under the current key. */
  readonly hash?: { readonly column: Sql; readonly of: (text: string) => Buffer };
}

interface SealedRow {
  readonly id: number;
  readonly sealed: Buffer;
  readonly owner: string;
}

/**
 * Returns the rows of a column of sealed texts. A batch reads without locks, and writes in one statement that compares the old
 * text: nothing waits for it, a crash leaves whole batches, and a change that came first is kept.
 */
export function sealedRows(ring: KeyRing, column: SealedColumn): ResealableRows {
  const { name, table, id, sealed, owner, seal, place, hash } = column;
  const mark = sealedMarkOf(sealed);
  const read = (db: Queries, after: number, max: number): Promise<SealedRow[]> =>
    db.rows<SealedRow>(sql`
      select ${id} as id, ${sealed} as sealed, (${owner})::text as owner from ${table}
      where ${id} > ${after} and ${sealed} is not null and ${mark} is distinct from ${ring.current.mark}::text
      order by ${id} limit ${max}`);
  return {
    name,
    count: (db) => countByMark(db, mark, sql`${table} where ${sealed} is not null`),
    async reseal(db, after, max) {
      const rows = await read(db, after, max);
      const { opened, unreadable } = openAll(rows, (row) => seal.open(row.sealed, place(row.owner)));
      const resealed = opened.map(({ row, value }) => seal.seal(value, place(row.owner)));
      const setHash = hash ? sql`, ${hash.column} = n.hash` : sql``;
      const changed = await db.run(sql`
        update ${table} set ${sealed} = n.sealed ${setHash}
        from unnest(${opened.map(({ row }) => row.id)}::bigint[], ${opened.map(({ row }) => row.sealed)}::bytea[],
          ${resealed}::bytea[], ${opened.map(({ value }) => hash?.of(value) ?? null)}::bytea[])
          as n (id, old, sealed, hash)
        where ${table}.${id} = n.id and ${table}.${sealed} = n.old`);
      return { last: rows.at(-1)?.id, resealed: changed, unreadable };
    },
  };
}

/** Applies a function that throws for rows of unknown keys. */
export function openAll<Row extends { readonly id: number }, Value>(
  rows: readonly Row[],
  open: (row: Row) => Value,
): { readonly opened: { row: Row; value: Value }[]; readonly unreadable: number[] } {
  const opened: { row: Row; value: Value }[] = [];
  const unreadable: number[] = [];
  for (const row of rows) {
    try {
      opened.push({ row, value: open(row) });
    } catch {
      unreadable.push(row.id);
    }
  }
  return { opened, unreadable };
}

export interface ResealReport {
  readonly name: string;
  readonly resealed: number;
  readonly unreadable: readonly number[];
}

const BATCH = 500;

/** Brings all rows under the current key, in batches. May be killed and run again at any time. */
export async function resealAll(
  db: Database,
  tables: readonly KeyedRows[],
  onTable: (report: ResealReport) => void,
  batch = BATCH,
): Promise<void> {
  for (const { name, reseal } of tables) {
    if (!reseal) continue;
    let resealed = 0;
    const unreadable: number[] = [];
    let after: number | undefined = 0;
    while (after !== undefined) {
      const step: ResealStep = await reseal(db, after, batch);
      resealed += step.resealed;
      unreadable.push(...step.unreadable);
      after = step.last;
    }
    onTable({ name, resealed, unreadable });
  }
}
