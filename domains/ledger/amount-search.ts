import { format } from '@karat/money';
import { empty, searchInWindows, sql } from '@karat/platform/db';
import type { FoundRows, IdRange, Queries, Sql } from '@karat/platform/db';
import { JOURNAL_COLUMNS, batchOf, between, sourcesOf } from './journal-filter.ts';
import type { JournalFilter, JournalRow } from './journal-filter.ts';

/** Entries of the index that one search reads; conditions with more of them are met so often that the newest journals have them. */
const ENTRIES_MAX = 20_000;
/** Journals that one search takes from the index. */
const JOURNALS_MAX = 5_000;
/** Window sizes in journals. A batch has thousands of postings, so the first window is small. */
const WINDOWS = { window: 500, windowMax: 10_000, budgetMs: 1_500 };
/** Journals of a kind or reference whose postings one statement reads. */
const STEP = 100;
const STEPS_MAX = 20;

export const hasAmount = ({ min, max, currency }: JournalFilter): boolean =>
  min !== undefined || max !== undefined || currency !== undefined;

/** Condition on the amount and currency of a posting. */
export const amountOf = ({ min, max, currency }: JournalFilter): Sql => sql`
  ${currency === undefined ? empty : sql`and p.currency_id = ${currency}`}
  ${min === undefined ? empty : sql`and greatest(abs(p.available), abs(p.held)) >= ${format(min)}::numeric`}
  ${max === undefined ? empty : sql`and greatest(abs(p.available), abs(p.held)) <= ${format(max)}::numeric`}`;

interface Candidates {
  /** Entries that were read. */
  readonly entries: number;
  /** Journals of the range, newest first. */
  readonly ids: readonly number[];
}

/** Reads the index of amounts. It leads by currency, so all currencies are named if the filter names none. */
const candidatesOf = (
  queries: Queries,
  filter: JournalFilter,
  { from, before }: IdRange,
  entriesMax: number,
): Promise<Candidates> =>
  queries.one<Candidates>(sql`
    with entries as materialized (
      select p.journal_id from ledger_postings p
      where p.kind is null
        ${filter.currency === undefined ? sql`and p.currency_id = any(array(select id from ledger_currencies))` : empty}
        ${amountOf(filter)}
      limit ${entriesMax + 1}
    )
    select (select count(*) from entries) as entries,
      array(select distinct journal_id from entries where journal_id >= ${from} and journal_id < ${before}
        order by journal_id desc limit ${JOURNALS_MAX + 1}) as ids`);

const conditionsOf = (filter: JournalFilter): Sql => sql`
  ${filter.kind === undefined ? empty : sql`and j.kind = ${filter.kind}`}
  ${filter.reference === undefined ? empty : sql`and ${filter.reference} in (j.reference, j.key)`}
  ${between(filter, sql`j.at`)}`;

async function fromCandidates(
  queries: Queries,
  filter: JournalFilter,
  ids: readonly number[],
): Promise<FoundRows<JournalRow>> {
  const rows = await queries.rows<JournalRow>(sql`
    select ${JOURNAL_COLUMNS} from ledger_journals j
    where j.id = any(${ids.slice(0, JOURNALS_MAX)}::bigint[]) ${conditionsOf(filter)}
    order by j.id desc limit ${filter.limit}`);
  if (rows.length === filter.limit) return { rows, next: rows.at(-1)?.id ?? null };
  return { rows, next: ids.length > JOURNALS_MAX ? (ids[JOURNALS_MAX - 1] ?? null) : null };
}

/** Reads journals of a kind or reference, which have an index of their own, and of those the ones with a posting of the amount. */
async function byJournals(
  queries: Queries,
  filter: JournalFilter,
  { from, before: end }: IdRange,
): Promise<FoundRows<JournalRow>> {
  const rows: JournalRow[] = [];
  let before = end;
  for (let step = 0; step < STEPS_MAX; step++) {
    const range = { from, before };
    const found = await queries.rows<JournalRow>(sql`
      select * from (${sourcesOf(filter, range, STEP)}) as found order by id desc limit ${STEP}`);
    const having = await queries.rows<{ id: number }>(sql`
      select distinct p.journal_id as id from ledger_postings p
      where p.journal_id = any(${found.map(({ id }) => id)}::bigint[]) and p.kind is null ${amountOf(filter)}`);
    const ids = new Set(having.map(({ id }) => id));
    for (const row of found) {
      if (ids.has(row.id)) rows.push(row);
      if (rows.length === filter.limit) return { rows, next: row.id };
    }
    const last = found.at(-1);
    if (last === undefined || found.length < STEP) return { rows, next: null };
    before = last.id;
  }
  return { rows, next: before };
}

/** Reads all postings of the newest journals, window by window. `isWhole`: those of batches too. */
export function inWindows(
  queries: Queries,
  filter: JournalFilter,
  range: IdRange,
  isWhole: boolean,
): Promise<FoundRows<JournalRow>> {
  const { kind } = filter;
  const isMovement = kind !== undefined && batchOf(kind) !== undefined;
  const ofBatches = !isWhole
    ? sql`and p.kind is null`
    : isMovement
      ? sql`and (p.kind is null or p.kind = ${kind})`
      : empty;
  const read = (ids: IdRange, limit: number): Promise<JournalRow[]> => {
    const moving = sql`and j.id in (
      select p.journal_id from ledger_postings p
      where p.journal_id >= ${ids.from} and p.journal_id < ${ids.before} ${amountOf(filter)} ${ofBatches})`;
    return queries.rows<JournalRow>(sql`
      select * from (${sourcesOf(filter, ids, limit, moving)}) as found order by id desc limit ${limit}`);
  };
  return searchInWindows(read, range, filter.limit, WINDOWS);
}

/**
 * Returns journals with a movement of an amount or currency, newest first, without the movements of single orders in the batches
 * of engines: those are found by their kind. A page may be short although `next` is not null. A condition that more than
 * `entriesMax` movements meet is searched in the newest journals instead of the index.
 */
export async function findByAmount(
  queries: Queries,
  filter: JournalFilter,
  range: IdRange,
  entriesMax = ENTRIES_MAX,
): Promise<FoundRows<JournalRow>> {
  if (range.before <= range.from) return { rows: [], next: null };
  if (filter.reference !== undefined) return byJournals(queries, filter, range);
  const { entries, ids } = await candidatesOf(queries, filter, range, entriesMax);
  if (entries <= entriesMax) return fromCandidates(queries, filter, ids);
  return filter.kind === undefined
    ? inWindows(queries, filter, range, false)
    : byJournals(queries, filter, range);
}
