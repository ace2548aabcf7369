import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Paged } from './store.ts';

/** An imported statement. */
export interface StoredStatement {
  readonly id: number;
  readonly account: string;
  readonly format: string;
  readonly importedBy: string;
  /** Unix ms. */
  readonly at: number;
  /** `YYYY-MM-DD`; null for statements without balances. */
  readonly from: string | null;
  readonly to: string | null;
  readonly opening: Amount | null;
  readonly closing: Amount | null;
  readonly discardedBy: string | null;
  readonly previous: number | null;
  readonly lines: number;
  readonly used: number;
  /** Whether it is the latest of its account. */
  readonly latest: boolean;
}

type Row = Omit<StoredStatement, 'opening' | 'closing'> & Record<'opening' | 'closing', string | null>;
const optional = (text: string | null): Amount | null => (text === null ? null : amount(text));
const read = (row: Row): StoredStatement => ({
  ...row,
  opening: optional(row.opening),
  closing: optional(row.closing),
});

const columns = sql`s.id, s.account, s.format, s.imported_by as "importedBy", s.at,
  to_char(s.from_day, 'YYYY-MM-DD') as "from", to_char(s.to_day, 'YYYY-MM-DD') as "to", s.opening, s.closing,
  s.discarded_by as "discardedBy", s.previous,
  (select count(*) from fiat_lines l where l.statement_id = s.id) as lines,
  (select count(*) from fiat_lines l where l.statement_id = s.id and l.state = 'used') as used,
  exists (select 1 from fiat_accounts a where a.statement_id = s.id) as latest`;

/** Locks the latest statement of an account until the transaction ends; undefined before the first. */
export async function lockLatest(tx: Tx, account: string): Promise<StoredStatement | undefined> {
  await tx.run(sql`insert into fiat_accounts (account) values (${account}) on conflict do nothing`);
  const { id } = await tx.one<{ id: number | null }>(
    sql`select statement_id as id from fiat_accounts where account = ${account} for update`,
  );
  return id === null ? undefined : statementById(tx, id);
}

export const setLatest = (tx: Tx, account: string, statement: number | null): Promise<number> =>
  tx.run(sql`update fiat_accounts set statement_id = ${statement} where account = ${account}`);

export async function statementById(db: Queries, id: number): Promise<StoredStatement | undefined> {
  const row = await db.maybe<Row>(sql`select ${columns} from fiat_statements s where s.id = ${id}`);
  return row && read(row);
}

/** Returns the statement of the same file. */
export async function sameFile(
  db: Queries,
  account: string,
  sha256: Buffer,
): Promise<StoredStatement | undefined> {
  const row = await db.maybe<Row>(sql`
    select ${columns} from fiat_statements s
    where s.account = ${account} and s.sha256 = ${sha256} and s.discarded_at is null limit 1`);
  return row && read(row);
}

export async function insertStatement(
  tx: Tx,
  s: {
    readonly account: string;
    readonly format: string;
    readonly sha256: Buffer;
    readonly importedBy: string;
    readonly at: number;
    readonly from: string;
    readonly to: string;
    readonly opening: Amount;
    readonly closing: Amount;
    readonly previous: number | null;
  },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into fiat_statements
      (account, format, sha256, imported_by, at, from_day, to_day, opening, closing, previous)
    values (${s.account}, ${s.format}, ${s.sha256}, ${s.importedBy}, to_timestamp(${s.at} / 1000.0), ${s.from}::date,
      ${s.to}::date, ${format(s.opening)}, ${format(s.closing)}, ${s.previous}) returning id`);
  return id;
}

/** Discards a statement and its open lines. */
export async function discardStatement(
  tx: Tx,
  id: number,
  { by, at }: { readonly by: string; readonly at: number },
): Promise<void> {
  await tx.run(sql`
    update fiat_statements set discarded_by = ${by}, discarded_at = to_timestamp(${at} / 1000.0) where id = ${id}`);
  await tx.run(sql`
    update fiat_lines set state = 'discarded' where statement_id = ${id} and state <> 'used'`);
}

/** Returns the latest statement of each account. */
export async function latestOf(db: Queries): Promise<ReadonlyMap<string, StoredStatement>> {
  const rows = await db.rows<Row>(sql`
    select ${columns} from fiat_statements s join fiat_accounts a on a.statement_id = s.id`);
  return new Map(rows.map((row) => [row.account, read(row)]));
}

/** Returns statements, newest first. */
export async function readStatements(
  db: Queries,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<Paged<StoredStatement>> {
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from fiat_statements`);
  const rows = await db.rows<Row>(sql`
    select ${columns} from fiat_statements s order by s.id desc limit ${limit} offset ${(page - 1) * limit}`);
  return { total, rows: rows.map(read) };
}

/** Returns one of these bank references that the account has already. */
export async function knownReference(
  db: Queries,
  account: string,
  references: readonly string[],
): Promise<string | undefined> {
  const row = await db.maybe<{ reference: string }>(sql`
    select bank_reference as reference from fiat_lines
    where account = ${account} and state <> 'discarded' and bank_reference = any(${references}) limit 1`);
  return row?.reference;
}
