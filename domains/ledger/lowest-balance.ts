import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { BalanceKey } from './journal.ts';

/**
 * Returns the lowest total of a balance, available and held, since a journal: what of the journal's money can still be
 * in the account if other money leaves first. Undefined if the journal does not exist or never touched the balance.
 */
export async function lowestSince(
  queries: Queries,
  { account, currency }: BalanceKey,
  journalKey: string,
): Promise<Amount | undefined> {
  const { lowest } = await queries.one<{ lowest: string | null }>(sql`
    with first as (
      select p.id from ledger_journals j join ledger_postings p on p.journal_id = j.id
      where j.key = ${journalKey} and p.account_id = ${account} and p.currency_id = ${currency}
      order by p.id limit 1)
    select min(p.available_after + p.held_after)::text as lowest
    from first join ledger_postings p
      on p.account_id = ${account} and p.currency_id = ${currency} and p.id >= first.id`);
  return lowest === null ? undefined : amount(lowest);
}
