import type { CurrencyId, UserId } from '@karat/contract';
import { format } from '@karat/money';
import type { Amount } from '@karat/money';
import { empty, firstIdAfter, firstIdSince, join, searchInWindows, sql } from '@karat/platform/db';
import type { FoundRows, IdRange, Queries, Sql } from '@karat/platform/db';
import { userAccount } from './accounts.ts';
import type { AccountId } from './accounts.ts';

export interface JournalFilter {
  readonly user?: UserId | undefined;
  readonly kind?: string | undefined;
  /** Reference of a journal or of a movement of the user, or the key of a journal. */
  readonly reference?: string | undefined;
  readonly currency?: CurrencyId | undefined;
  /** Journals with a posting that moves at least this amount of the available or held balance. */
  readonly min?: Amount | undefined;
  /** At most this amount. */
  readonly max?: Amount | undefined;
  /** Unix ms, included. */
  readonly from?: number | undefined;
  /** Unix ms, excluded. */
  readonly to?: number | undefined;
  /** Journals with a smaller id only. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface JournalRow {
  readonly id: number;
  readonly key: string;
  readonly kind: string;
  readonly reference: string;
  readonly created_ms: number;
}

/** The batch kinds that contain the journals of single orders, by domain. */
const BATCH_KINDS: ReadonlyMap<string, string> = new Map([
  ['spot', 'spot:batch'],
  ['contract', 'contract:batch'],
]);
/** Returns the kind of the batches that may contain movements of a kind; undefined if no batch does. */
export const batchOf = (kind: string): string | undefined => {
  const batch = BATCH_KINDS.get(kind.split(':')[0] ?? '');
  return batch === kind ? undefined : batch;
};

const TYPES = ['legal', 'change', 'lever', 'micro'] as const;
export const accountsOf = (user: UserId): AccountId[] => TYPES.map((type) => userAccount(user, type));

/** Window sizes in journals. A batch has thousands of postings, so the first window is small. */
const BY_POSTINGS = { window: 500, windowMax: 10_000, budgetMs: 1_500 };
const BY_JOURNALS = { window: 20_000, windowMax: 100_000, budgetMs: 1_500 };
const WHOLE = { ...BY_JOURNALS, window: Number.MAX_SAFE_INTEGER };
/** Maximum postings that one statement reads of each account of a user. */
const SCAN_MAX = 20_000;
/** Postings of an account follow the order of their journals except within this many journals. */
const SKEW_JOURNALS = 1_000;

const hasAmount = ({ min, max, currency }: JournalFilter): boolean =>
  min !== undefined || max !== undefined || currency !== undefined;

/** Condition on the amount and currency of a posting. */
const amountOf = ({ min, max, currency }: JournalFilter): Sql => sql`
  ${currency === undefined ? empty : sql`and p.currency_id = ${currency}`}
  ${min === undefined ? empty : sql`and greatest(abs(p.available), abs(p.held)) >= ${format(min)}::numeric`}
  ${max === undefined ? empty : sql`and greatest(abs(p.available), abs(p.held)) <= ${format(max)}::numeric`}`;

const between = ({ from, to }: JournalFilter, column: Sql): Sql => sql`
  ${from === undefined ? empty : sql`and ${column} >= to_timestamp(${from} / 1000.0)`}
  ${to === undefined ? empty : sql`and ${column} < to_timestamp(${to} / 1000.0)`}`;

/**
 * Returns the journals of a filter newest first. A page may have fewer journals than the limit although `next` is not
 * null: each statement reads a bounded part of the tables.
 */
export async function findJournals(queries: Queries, filter: JournalFilter): Promise<FoundRows<JournalRow>> {
  const range = await rangeOf(queries, filter);
  if (filter.user !== undefined) return findOfUser(queries, filter, filter.user, range);
  const { kind, reference } = filter;
  const isByTwo = kind !== undefined && reference !== undefined;
  const limits = hasAmount(filter) ? BY_POSTINGS : isByTwo ? BY_JOURNALS : WHOLE;
  const read = (ids: IdRange, limit: number) => readJournals(queries, filter, ids, limit);
  return searchInWindows(read, range, filter.limit, limits);
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

const COLUMNS = sql`j.id, j.key, j.kind, j.reference, j.at as created_ms`;
const kindsOf = (kind: string): string[] => [...new Set([kind, batchOf(kind) ?? kind])];

/** Conditions that find the journals together, each by an index in the order of ids. */
function sourcesOf({ kind, reference }: JournalFilter): Sql[] {
  const ofKind = kind === undefined ? empty : sql`and j.kind = any(${kindsOf(kind)}::text[])`;
  if (reference !== undefined)
    return [sql`j.reference = ${reference} ${ofKind}`, sql`j.key = ${reference} ${ofKind}`];
  return kind === undefined ? [sql`true`] : kindsOf(kind).map((each) => sql`j.kind = ${each}`);
}

/** Journals of a range of ids; a condition on amounts reads the postings of the range. */
function readJournals(
  queries: Queries,
  filter: JournalFilter,
  { from, before }: IdRange,
  limit: number,
): Promise<JournalRow[]> {
  const { kind } = filter;
  const moving = hasAmount(filter)
    ? sql`and j.id in (
        select p.journal_id from ledger_postings p
        where p.journal_id >= ${from} and p.journal_id < ${before} ${amountOf(filter)}
        ${kind === undefined ? empty : sql`and (p.kind is null or p.kind = ${kind} or j.kind = ${kind})`})`
    : empty;
  const found = sourcesOf(filter).map(
    (source) => sql`(
      select ${COLUMNS} from ledger_journals j
      where ${source} and j.id >= ${from} and j.id < ${before} ${between(filter, sql`j.at`)} ${moving}
      order by j.id desc limit ${limit})`,
  );
  return queries.rows<JournalRow>(sql`
    select * from (${join(found, ' union ')}) as found order by id desc limit ${limit}`);
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
    select ${COLUMNS} from ledger_journals j where j.id = any(${complete}::bigint[]) order by j.id desc`);
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
