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

/** What a search text can mean; an entry matches if one of them fits. */
export interface StatementSearch {
  readonly kinds: readonly string[];
  readonly currencies: readonly CurrencyId[];
  readonly journal: number | undefined;
}

/** The user and the filters of a statement. */
export interface StatementFilter {
  readonly accounts: readonly AccountId[];
  readonly currency?: CurrencyId | undefined;
  readonly kind?: string | undefined;
  /** Any of these kinds. */
  readonly kinds?: readonly string[] | undefined;
  readonly search?: StatementSearch | undefined;
  /** Unix ms, inclusive. */
  readonly from?: number | undefined;
  /** Unix ms, exclusive. */
  readonly to?: number | undefined;
}

/** An entry as the database returns it. */
export interface StoredEntry {
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

export const readEntry = (row: StoredEntry): StatementEntry => ({
  ...row,
  available: amount(row.available),
  held: amount(row.held),
  availableAfter: amount(row.availableAfter),
  heldAfter: amount(row.heldAfter),
});

/** Maximum count for page numbers. */
const COUNTED_MAX = 10_000;

const time = (ms: number): Sql => sql`to_timestamp(${ms} / 1000.0)`;

const found = ({ kinds, currencies, journal }: StatementSearch): Sql => sql`
  and (coalesce(p.kind, j.kind) = any(${[...kinds]}::text[])
    or p.currency_id = any(${[...currencies]}::int[])
    or p.journal_id = ${journal ?? 0})`;

/** Conditions on an entry; the account is a condition of the index. */
const conditions = ({
  currency,
  kind,
  kinds,
  search,
  from,
  to,
}: Omit<StatementFilter, 'accounts'>): Sql => sql`
  ${currency === undefined ? empty : sql`and p.currency_id = ${currency}`}
  ${kind === undefined ? empty : sql`and coalesce(p.kind, j.kind) = ${kind}`}
  ${kinds === undefined ? empty : sql`and coalesce(p.kind, j.kind) = any(${[...kinds]}::text[])`}
  ${search === undefined ? empty : found(search)}
  ${from === undefined ? empty : sql`and p.at >= ${time(from)}`}
  ${to === undefined ? empty : sql`and p.at < ${time(to)}`}`;

const ENTRY = sql`p.id, p.journal_id as "journalId", p.account_id as account, p.currency_id as currency,
  coalesce(p.kind, j.kind) as kind, coalesce(p.reference, j.reference) as reference,
  p.available, p.held, p.available_after as "availableAfter", p.held_after as "heldAfter", p.at`;

/**
 * Reads each account's newest entries along its index, then the newest of all: an index per account is never read to
 * its end.
 */
const newest = (filter: StatementFilter, before: number, rows: number): Sql => sql`
  from unnest(${[...filter.accounts]}::bigint[]) as own (account_id)
  cross join lateral (
    select ${ENTRY}
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
  const rows = await queries.rows<StoredEntry>(
    sql`select entry.* ${newest(filter, before, page.limit)} order by entry.id desc limit ${page.limit}`,
  );
  return rows.map(readEntry);
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
  const rows = await queries.rows<StoredEntry>(sql`
    select entry.* ${newest(filter, Number.MAX_SAFE_INTEGER, offset + page.limit)}
    order by entry.id desc offset ${offset} limit ${page.limit}`);
  return { entries: rows.map(readEntry), count };
}

/** All entries of some journals in the filter's accounts, newest first; `matches` is whether the filter includes it. */
export async function entriesOfJournals(
  queries: Queries,
  filter: StatementFilter,
  journals: readonly number[],
): Promise<(StatementEntry & { readonly matches: boolean })[]> {
  const rows = await queries.rows<StoredEntry & { matches: boolean }>(sql`
    select ${ENTRY}, (true ${conditions(filter)}) as matches
    from ledger_postings p join ledger_journals j on j.id = p.journal_id
    where p.journal_id = any(${[...journals]}::bigint[]) and p.account_id = any(${[...filter.accounts]}::bigint[])
    order by p.id desc`);
  return rows.map((row) => ({ ...readEntry(row), matches: row.matches }));
}

/** Entries of each account that are read on both sides of an entry. */
const NEARBY = 500;

/** Entries with the reference of an entry that are near to it in their accounts, oldest first; empty without the entry. */
export async function relatedEntries(
  queries: Queries,
  accounts: readonly AccountId[],
  id: number,
  limit: number,
): Promise<StatementEntry[]> {
  const rows = await queries.rows<StoredEntry>(sql`
    with event as (
      select coalesce(p.reference, j.reference) as reference, split_part(coalesce(p.kind, j.kind), ':', 1) as product
      from ledger_postings p join ledger_journals j on j.id = p.journal_id
      where p.account_id = any(${[...accounts]}::bigint[]) and p.id = ${id}
    )
    select ${ENTRY}
    from unnest(${[...accounts]}::bigint[]) as own (account_id)
    cross join lateral (
      (select * from ledger_postings where account_id = own.account_id and id <= ${id} order by id desc limit ${NEARBY})
      union all
      (select * from ledger_postings where account_id = own.account_id and id > ${id} order by id limit ${NEARBY})
    ) as p join ledger_journals j on j.id = p.journal_id
    cross join event
    where coalesce(p.reference, j.reference) = event.reference
      and split_part(coalesce(p.kind, j.kind), ':', 1) = event.product
    order by p.id limit ${limit}`);
  return rows.map(readEntry);
}

/** Which of some journal keys exist. */
export async function existingKeys(queries: Queries, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await queries.rows<{ key: string }>(
    sql`select key from ledger_journals where key = any(${[...keys]}::text[])`,
  );
  return new Set(rows.map(({ key }) => key));
}
