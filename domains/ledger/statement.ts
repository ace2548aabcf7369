import type { CurrencyId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql } from '@karat/platform/db';
import type { AccountId } from './accounts.ts';

/** One movement of a balance in a statement. */
export interface StatementEntry {
  readonly id: number;
  readonly journalId: number;
  readonly account: AccountId;
  readonly currency: CurrencyId;
  readonly kind: string;
  readonly reference: string;
  readonly available: Amount;
  readonly held: Amount;
  readonly availableAfter: Amount;
  readonly heldAfter: Amount;
  /** Unix ms. */
  readonly at: number;
}

/** The user and the filters of a statement. */
export interface StatementFilter {
  readonly accounts: readonly AccountId[];
  readonly currency?: CurrencyId | undefined;
  readonly kind?: string | undefined;
  /** Unix ms, inclusive. */
  readonly from?: number | undefined;
  /** Unix ms, exclusive. */
  readonly to?: number | undefined;
}

interface Row {
  id: number;
  journalId: number;
  account: AccountId;
  currency: CurrencyId;
  kind: string;
  reference: string;
  available: string;
  held: string;
  availableAfter: string;
  heldAfter: string;
  at: number;
}

const read = (row: Row): StatementEntry => ({
  ...row,
  available: amount(row.available),
  held: amount(row.held),
  availableAfter: amount(row.availableAfter),
  heldAfter: amount(row.heldAfter),
});

/** Maximum count for page numbers. */
const COUNTED_MAX = 10_000;

const time = (ms: number): Sql => sql`to_timestamp(${ms} / 1000.0)`;

/** Conditions on an entry; the account is a condition of the index. */
const conditions = ({ currency, kind, from, to }: Omit<StatementFilter, 'accounts'>): Sql => sql`
  ${currency === undefined ? empty : sql`and p.currency_id = ${currency}`}
  ${kind === undefined ? empty : sql`and coalesce(p.kind, j.kind) = ${kind}`}
  ${from === undefined ? empty : sql`and p.at >= ${time(from)}`}
  ${to === undefined ? empty : sql`and p.at < ${time(to)}`}`;

/**
 * Reads each account's newest entries along its index, then the newest of all: an index per account is never read to
 * its end.
 */
const newest = (filter: StatementFilter, before: number, rows: number): Sql => sql`
  from unnest(${[...filter.accounts]}::bigint[]) as own (account_id)
  cross join lateral (
    select p.id, p.journal_id as "journalId", p.account_id as account, p.currency_id as currency,
      coalesce(p.kind, j.kind) as kind, coalesce(p.reference, j.reference) as reference,
      p.available, p.held, p.available_after as "availableAfter", p.held_after as "heldAfter", p.at
    from ledger_postings p join ledger_journals j on j.id = p.journal_id
    where p.account_id = own.account_id and p.id < ${before} ${conditions(filter)}
    order by p.id desc limit ${rows}
  ) as entry`;

/** Entries newest first; `before` is the id of the last entry of the previous page. */
export async function statement(
  queries: Queries,
  filter: StatementFilter,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<StatementEntry[]> {
  const before = page.before ?? Number.MAX_SAFE_INTEGER;
  const rows = await queries.rows<Row>(
    sql`select entry.* ${newest(filter, before, page.limit)} order by entry.id desc limit ${page.limit}`,
  );
  return rows.map(read);
}

/** A numbered page of entries, newest first, and their total (counted up to 10,000). */
export async function statementPage(
  queries: Queries,
  filter: StatementFilter,
  page: { readonly page: number; readonly limit: number },
): Promise<{ entries: StatementEntry[]; count: number }> {
  const offset = (page.page - 1) * page.limit;
  const { count } = await queries.one<{ count: number }>(
    sql`select count(*) as count from (select 1 ${newest(filter, Number.MAX_SAFE_INTEGER, COUNTED_MAX)} limit ${COUNTED_MAX}) as counted`,
  );
  if (offset >= count) return { entries: [], count };
  const rows = await queries.rows<Row>(sql`
    select entry.* ${newest(filter, Number.MAX_SAFE_INTEGER, offset + page.limit)}
    order by entry.id desc offset ${offset} limit ${page.limit}`);
  return { entries: rows.map(read), count };
}
