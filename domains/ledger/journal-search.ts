import { isBatched } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { empty, firstIdAfter, firstIdSince, searchInWindows, sql } from '@karat/platform/db';
import type { FoundRows, IdRange, Queries } from '@karat/platform/db';
import { userAccount } from './accounts.ts';
import type { AccountId } from './accounts.ts';
import { amountOf, findByAmount, hasAmount, inWindows } from './amount-search.ts';
import { JOURNAL_COLUMNS, between, sourcesOf } from './journal-filter.ts';
import type { JournalFilter, JournalRow } from './journal-filter.ts';

/** Window sizes in journals. */
const BY_JOURNALS = { window: 20_000, windowMax: 100_000, budgetMs: 1_500 };
const WHOLE = { ...BY_JOURNALS, window: Number.MAX_SAFE_INTEGER };

const TYPES = ['legal', 'change', 'lever', 'micro'] as const;
export const accountsOf = (user: UserId): AccountId[] => TYPES.map((type) => userAccount(user, type));

/** Maximum postings that one statement reads of each account of a user. */
const SCAN_MAX = 20_000;
/** Postings of an account follow the order of their journals except within this many journals. */
const SKEW_JOURNALS = 1_000;

/**
 * Returns the journals of a filter newest first. A page may have fewer journals than the limit although `next` is not
 * null: each statement reads a bounded part of the tables. By amount or currency without a user, movements of single orders are
 * found only with their kind.
 */
export async function findJournals(queries: Queries, filter: JournalFilter): Promise<FoundRows<JournalRow>> {
  const range = await rangeOf(queries, filter);
  if (filter.user !== undefined) return findOfUser(queries, filter, filter.user, range);
  const { kind, reference } = filter;
  if (hasAmount(filter))
    return kind !== undefined && isBatched(kind)
      ? inWindows(queries, filter, range, true)
      : findByAmount(queries, filter, range);
  const isByTwo = kind !== undefined && reference !== undefined;
  const read = (ids: IdRange, limit: number) =>
    queries.rows<JournalRow>(sql`
      select * from (${sourcesOf(filter, ids, limit)}) as found order by id desc limit ${limit}`);
  return searchInWindows(read, range, filter.limit, isByTwo ? BY_JOURNALS : WHOLE);
}

async function rangeOf(queries: Queries, filter: JournalFilter): Promise<IdRange> {
  const { end } = await queries.one<{ end: number }>(
    sql`select coalesce(max(id), 0) + 1 as end from ledger_journals`,
  );
  const readFrom = (id: number) =>
    queries.maybe<{ id: number; at: number }>(
      sql`select id, at from ledger_journals where id >= ${id} order by id limit 1`,
    );
  const from = filter.from === undefined ? 1 : await firstIdSince(readFrom, end, filter.from);
  const after = filter.to === undefined ? end : await firstIdAfter(readFrom, end, filter.to);
  return { from, before: Math.min(after, filter.before ?? end) };
}

interface Scan {
  readonly ids: number[];
  /** Smallest journal of the accounts whose scan ended at its limit; null if all postings were read. */
  readonly lowest: number | null;
}

/** Journals of a user, found through the newest postings of each of their accounts. */
async function findOfUser(
  queries: Queries,
  filter: JournalFilter,
  user: UserId,
  range: IdRange,
): Promise<FoundRows<JournalRow>> {
  if (range.before <= range.from) return { rows: [], next: null };
  const { ids, lowest } = await scan(queries, filter, user, range);
  const floor = lowest === null ? range.from : Math.max(range.from, lowest + SKEW_JOURNALS);
  const complete = ids.filter((id) => id >= floor || floor >= range.before);
  const rows = await queries.rows<JournalRow>(sql`
    select ${JOURNAL_COLUMNS} from ledger_journals j where j.id = any(${complete}::bigint[]) order by j.id desc`);
  const last = rows.at(-1);
  if (last !== undefined && rows.length === filter.limit) return { rows, next: last.id };
  if (lowest === null) return { rows, next: null };
  return { rows, next: floor < range.before ? floor : lowest };
}

async function scan(
  queries: Queries,
  filter: JournalFilter,
  user: UserId,
  { from, before }: IdRange,
): Promise<Scan> {
  const { kind, reference } = filter;
  const accounts = accountsOf(user);
  const ends = await Promise.all(accounts.map((account) => lastPosting(queries, account, before)));
  return queries.one<Scan>(sql`
    with scanned as materialized (
      select p.* from unnest(${accounts}::bigint[], ${ends}::bigint[]) as own (account_id, posting)
      cross join lateral (
        select journal_id, account_id, currency_id, available, held, kind, reference, at
        from ledger_postings
        where account_id = own.account_id and id < own.posting and journal_id < ${before}
        order by id desc limit ${SCAN_MAX}
      ) as p
    )
    select
      array(
        select p.journal_id from scanned p join ledger_journals j on j.id = p.journal_id
        where p.journal_id >= ${from}
        ${kind === undefined ? empty : sql`and ${kind} in (p.kind, j.kind)`}
        ${reference === undefined ? empty : sql`and ${reference} in (p.reference, j.reference, j.key)`}
        ${between(filter, sql`p.at`)} ${amountOf(filter)}
        group by p.journal_id order by p.journal_id desc limit ${filter.limit}
      ) as ids,
      (select max(lowest) from (
        select min(journal_id) as lowest from scanned group by account_id having count(*) = ${SCAN_MAX}
      ) as full_scans where lowest >= ${from}) as lowest`);
}

/** Returns an id above all postings of an account that belong to journals before one, by bisection over its postings. */
async function lastPosting(queries: Queries, account: AccountId, before: number): Promise<number> {
  const newest = await queries.maybe<{ id: number }>(sql`
    select id from ledger_postings where account_id = ${account} order by id desc limit 1`);
  const journal = await queries.maybe<{ at: number }>(
    sql`select at from ledger_journals where id >= ${before} order by id limit 1`,
  );
  const end = (newest?.id ?? 0) + 1;
  if (journal === undefined || newest === undefined) return end;
  const readFrom = (id: number) =>
    queries.maybe<{ id: number; at: number }>(sql`
      select id, at from ledger_postings where account_id = ${account} and id >= ${id} order by id limit 1`);
  return firstIdAfter(readFrom, end, journal.at);
}
