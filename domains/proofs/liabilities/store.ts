import type { CurrencyId } from '@karat/contract';
import type { LiabilityStatement, SumNode } from '@karat/evidence';
import { amount, format } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { LeafGroup } from './leaves.ts';

/** A statement as stored. */
export interface StatementRow {
  readonly day: string;
  /** Canonical text. */
  readonly body: string;
  readonly hash: string;
  readonly keyId: string;
  readonly signature: string;
}

const COLUMNS = sql`day, body, hash, key_id as "keyId", signature`;

/** The content of a stored statement: this domain wrote the text. */
export const statementOf = ({ body }: StatementRow): LiabilityStatement =>
  JSON.parse(body) as LiabilityStatement;

export const newestStatement = (db: Queries): Promise<StatementRow | undefined> =>
  db.maybe<StatementRow>(sql`select ${COLUMNS} from proofs_liabilities order by day desc limit 1`);

export const statementOfDay = (db: Queries, day: string): Promise<StatementRow | undefined> =>
  db.maybe<StatementRow>(sql`select ${COLUMNS} from proofs_liabilities where day = ${day}`);

/** A page of statements, newest first, with their total count. */
export async function statements(
  db: Queries,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: StatementRow[]; readonly total: number }> {
  const rows = await db.rows<StatementRow>(sql`
    select ${COLUMNS} from proofs_liabilities order by day desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from proofs_liabilities`,
  );
  return { rows, total };
}

export async function insertStatement(tx: Tx, row: StatementRow, secret: Buffer, now: number): Promise<void> {
  await tx.run(sql`
    insert into proofs_liabilities (day, body, hash, key_id, signature, created_at)
    values (${row.day}, ${row.body}, ${row.hash}, ${row.keyId}, ${row.signature}, to_timestamp(${now} / 1000.0))`);
  await tx.run(sql`insert into proofs_liability_secrets (day, secret) values (${row.day}, ${secret})`);
}

/** Groups of one insert: together about a megabyte. */
const GROUPS_WRITTEN = 200;

export async function insertGroups(
  tx: Tx,
  day: string,
  currency: CurrencyId,
  groups: readonly LeafGroup[],
): Promise<void> {
  for (let from = 0; from < groups.length; from += GROUPS_WRITTEN) {
    const some = groups.slice(from, from + GROUPS_WRITTEN);
    await tx.run(sql`
      insert into proofs_liability_leaves (day, currency_id, position, first_key, total, hash, leaves)
      select ${day}, ${currency}::int, g.*
      from unnest(${some.map(({ position }) => position)}::int[], ${some.map(({ firstKey }) => firstKey)}::text[],
        ${some.map(({ node }) => format(node.sum))}::numeric[], ${some.map(({ node }) => node.hash)}::text[],
        ${some.map(({ leaves }) => leaves)}::text[]) as g (position, first_key, total, hash, leaves)`);
  }
}

/** The secret of a day; undefined once its leaves are deleted. */
export async function secretOfDay(db: Queries, day: string): Promise<Buffer | undefined> {
  const row = await db.maybe<{ secret: Buffer }>(
    sql`select secret from proofs_liability_secrets where day = ${day}`,
  );
  return row?.secret;
}

/** The stored nodes of a currency, from left to right. */
export async function groupNodes(
  db: Queries,
  day: string,
  currency: CurrencyId,
): Promise<readonly { readonly firstKey: string; readonly node: SumNode }[]> {
  const rows = await db.rows<{ firstKey: string; total: string; hash: string }>(sql`
    select first_key as "firstKey", total::text as total, hash from proofs_liability_leaves
    where day = ${day} and currency_id = ${currency} order by position`);
  return rows.map(({ firstKey, total, hash }) => ({ firstKey, node: { sum: amount(total), hash } }));
}

/** The leaves of one group as text. */
export async function leavesOfGroup(
  db: Queries,
  day: string,
  currency: CurrencyId,
  position: number,
): Promise<string | undefined> {
  const row = await db.maybe<{ leaves: string }>(sql`
    select leaves from proofs_liability_leaves
    where day = ${day} and currency_id = ${currency} and position = ${position}`);
  return row?.leaves;
}

/** Deletes leaves and secrets of all days before one; returns the number of days. */
export async function deleteLeavesBefore(tx: Tx, day: string): Promise<number> {
  await tx.run(sql`delete from proofs_liability_leaves where day < ${day}`);
  return tx.run(sql`delete from proofs_liability_secrets where day < ${day}`);
}
