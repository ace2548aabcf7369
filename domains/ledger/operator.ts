import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { FoundRows, Queries } from '@karat/platform/db';
import { HOUSE_ID_MAX, accountTitle } from './accounts.ts';
import type { AccountId } from './accounts.ts';
import { batchOf } from './journal-filter.ts';
import type { JournalFilter } from './journal-filter.ts';
import { accountsOf, findJournals } from './journal-search.ts';

/** One movement as operators see it. */
export interface PostingView {
  readonly account: string;
  readonly currency: string;
  readonly available: Amount;
  readonly held: Amount;
}

/** One movement of a journal. In a batch's journal it carries its own kind and reference. */
export interface MovementView extends PostingView {
  readonly kind: string | null;
  readonly reference: string | null;
}

/** A journal with its movements; of an engine's batch only the requested ones, at most 200. */
export interface JournalView {
  readonly id: number;
  readonly key: string;
  readonly kind: string;
  readonly reference: string;
  readonly created_ms: number;
  readonly postings: readonly MovementView[];
}

interface PostingRow {
  readonly journal_id: number;
  readonly account: AccountId;
  readonly currency: string;
  readonly available: string;
  readonly held: string;
  readonly kind: string | null;
  readonly reference: string | null;
}

/** Maximum number of shown movements per journal. */
const MOVEMENTS_MAX = 200;

/** Journals nearer to each other are read in one go: a summary of the index covers more of them. */
const RUN_GAP = 200;

/** Returns the runs of journals that lie near each other, so that a page of neighbours is one read. */
function runsOf(ids: readonly number[]): { readonly low: number; readonly high: number }[] {
  const runs: { low: number; high: number }[] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && id - last.high <= RUN_GAP) last.high = id;
    else runs.push({ low: id, high: id });
  }
  return runs;
}

/** Movements of journals; of a batch's journal only those of the user and kind. */
function movements(
  queries: Queries,
  ids: readonly number[],
  { user, kind }: JournalFilter,
  max: number,
): Promise<PostingRow[]> {
  const ofOwn = user === undefined ? empty : sql`and account_id = any(${accountsOf(user)}::bigint[])`;
  const ofKind = kind === undefined || batchOf(kind) === undefined ? empty : sql`and p.kind = ${kind}`;
  const runs = runsOf(ids);
  return queries.rows<PostingRow>(sql`
    with asked as materialized (select unnest(${[...ids]}::bigint[]) as id)
    select journal_id, account, code as currency, available, held, posting.kind, reference from (
      select journal_id, account_id as account, currency_id, available, held, kind, reference, p.id,
        row_number() over (partition by journal_id order by p.id) as place
      from unnest(${runs.map(({ low }) => low)}::bigint[], ${runs.map(({ high }) => high)}::bigint[]) as run (low, high)
      cross join lateral (
        select * from ledger_postings where journal_id between run.low and run.high
      ) as p
      where p.journal_id in (select id from asked) and (p.kind is null or (true ${ofOwn} ${ofKind}))
    ) as posting join ledger_currencies on ledger_currencies.id = posting.currency_id
    where place <= ${max} order by posting.id`);
}

/**
 * Journals newest first, with their postings: at most 200 each, or the given number. A page may have fewer journals than
 * the limit although `next` is not null.
 */
export async function journals(
  queries: Queries,
  filter: JournalFilter,
  movementsMax = MOVEMENTS_MAX,
): Promise<FoundRows<JournalView>> {
  const { rows, next } = await findJournals(queries, filter);
  const postings = await movements(
    queries,
    rows.map((row) => row.id),
    filter,
    movementsMax,
  );
  const byJournal = Map.groupBy(postings, (posting) => posting.journal_id);
  return {
    rows: rows.map((row) => ({ ...row, postings: (byJournal.get(row.id) ?? []).map(movementOf) })),
    next,
  };
}

const movementOf = (row: PostingRow): MovementView => ({
  account: accountTitle(row.account),
  currency: row.currency,
  available: amount(row.available),
  held: amount(row.held),
  kind: row.kind,
  reference: row.reference,
});

/** Balances of the house accounts; the shards of one account are summed. */
export async function houseBalances(queries: Queries): Promise<PostingView[]> {
  const rows = await queries.rows<{ account: string; currency: string; available: string; held: string }>(sql`
    select a.name as account, c.code as currency, sum(b.available)::text as available, sum(b.held)::text as held
    from ledger_balances b
    join ledger_accounts a on a.id = b.account_id
    join ledger_currencies c on c.id = b.currency_id
    -- By number rather than by owner: the primary key finds the few rows of the house among those of all users.
    where b.account_id <= ${HOUSE_ID_MAX}
    group by a.name, c.code, c.position
    order by a.name, c.position`);
  return rows.map((row) => ({ ...row, available: amount(row.available), held: amount(row.held) }));
}
