import type { CurrencyId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { AccountId } from './accounts.ts';
import { readEntry } from './statement.ts';
import type { StatementEntry, StoredEntry } from './statement.ts';

/** The last posting of a balance that a reader has seen. */
export interface BalanceCursor {
  readonly account: AccountId;
  readonly currency: CurrencyId;
  readonly postingId: number;
}

export interface PostingScan {
  readonly accounts: readonly AccountId[];
  /** Only postings with a greater id. */
  readonly afterId: number;
  /** Postings that were seen are left out. */
  readonly seen: readonly BalanceCursor[];
  readonly limit: number;
}

/**
 * Postings of some accounts in the order of their ids. Ids of one balance follow the order of commits; those of different
 * balances may become visible out of order, so a reader keeps a cursor for each balance.
 */
export async function postingsAfter(
  queries: Queries,
  { accounts, afterId, seen, limit }: PostingScan,
): Promise<StatementEntry[]> {
  const rows = await queries.rows<StoredEntry>(sql`
    select entry.* from unnest(${[...accounts]}::bigint[]) as own (account_id)
    cross join lateral (
      select p.id, p.journal_id as "journalId", p.account_id as account, p.currency_id as currency,
        coalesce(p.kind, j.kind) as kind, coalesce(p.reference, j.reference) as reference,
        p.available, p.held, p.available_after as "availableAfter", p.held_after as "heldAfter", p.at
      from ledger_postings p join ledger_journals j on j.id = p.journal_id
      left join unnest(
        ${seen.map(({ account }) => account)}::bigint[], ${seen.map(({ currency }) => currency)}::int[],
        ${seen.map(({ postingId }) => postingId)}::bigint[]) as s (account_id, currency_id, posting_id)
        on s.account_id = p.account_id and s.currency_id = p.currency_id
      where p.account_id = own.account_id and p.id > ${afterId} and p.id > coalesce(s.posting_id, 0)
      order by p.id limit ${limit}
    ) as entry order by entry.id limit ${limit}`);
  return rows.map(readEntry);
}
