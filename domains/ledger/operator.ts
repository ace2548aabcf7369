import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { HOUSE_ID_MAX, accountTitle, userAccount } from './accounts.ts';
import type { AccountId } from './accounts.ts';

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

export interface JournalFilter {
  readonly user?: UserId | undefined;
  readonly kind?: string | undefined;
  readonly key?: string | undefined;
  /** Journals with a smaller id only. */
  readonly before?: number | undefined;
  readonly limit: number;
}

type JournalRow = Omit<JournalView, 'postings'>;
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
/** The batch kinds that contain the journals of single orders, by domain. */
const BATCH_KINDS: ReadonlyMap<string, string> = new Map([
  ['spot', 'spot:batch'],
  ['contract', 'contract:batch'],
]);
const batchOf = (kind: string): string | undefined => {
  const batch = BATCH_KINDS.get(kind.split(':')[0] ?? '');
  return batch === kind ? undefined : batch;
};

/** A journal has few postings of one user, so reading this multiple of the page size finds a full page. */
const POSTINGS_A_JOURNAL = 8;
const TYPES = ['legal', 'change', 'lever', 'micro'] as const;

const accountsOf = (user: UserId): AccountId[] => TYPES.map((type) => userAccount(user, type));

/** Newest journals of a user, found through the newest postings of each of their accounts. */
const ofUser = (user: UserId, before: number, limit: number) => sql`
  and id in (
    select newest.journal_id
    from unnest(${accountsOf(user)}::bigint[]) as own (account_id)
    cross join lateral (
      select journal_id from ledger_postings p
      where p.account_id = own.account_id and p.journal_id < ${before}
      order by p.id desc limit ${limit * POSTINGS_A_JOURNAL}
    ) as newest)`;

/** Kinds of journals that may contain a kind: its own, or those of batches. */
const kindsOf = (kind: string): string[] => [kind, batchOf(kind) ?? kind];

/** Movements of journals; of a batch's journal only those of the user and kind. */
function movements(
  queries: Queries,
  ids: readonly number[],
  { user, kind }: JournalFilter,
): Promise<PostingRow[]> {
  const ofOwn = user === undefined ? empty : sql`and account_id = any(${accountsOf(user)}::bigint[])`;
  const ofKind = kind === undefined || batchOf(kind) === undefined ? empty : sql`and p.kind = ${kind}`;
  return queries.rows<PostingRow>(sql`
    select posting.*, code as currency
    from unnest(${[...ids]}::bigint[]) as asked (id)
    cross join lateral (
      select journal_id, account_id as account, currency_id, available, held, kind, reference, id as place
      from ledger_postings p
      where p.journal_id = asked.id and (p.kind is null or (true ${ofOwn} ${ofKind}))
      order by p.id limit ${MOVEMENTS_MAX}
    ) as posting join ledger_currencies on ledger_currencies.id = posting.currency_id
    order by posting.place`);
}

/** Journals newest first, with their postings. */
export async function journals(queries: Queries, filter: JournalFilter): Promise<JournalView[]> {
  const before = filter.before ?? Number.MAX_SAFE_INTEGER;
  const rows = await queries.rows<JournalRow>(sql`
    select id, key, kind, reference, at as created_ms from ledger_journals
    where id < ${before}
    ${filter.kind === undefined ? empty : sql`and kind = any(${kindsOf(filter.kind)}::text[])`}
    ${filter.key === undefined ? empty : sql`and key = ${filter.key}`}
    ${filter.user === undefined ? empty : ofUser(filter.user, before, filter.limit)}
    order by id desc limit ${filter.limit}`);
  const postings = await movements(
    queries,
    rows.map((row) => row.id),
    filter,
  );
  const byJournal = Map.groupBy(postings, (posting) => posting.journal_id);
  return rows.map((row) => ({ ...row, postings: (byJournal.get(row.id) ?? []).map(movementOf) }));
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
