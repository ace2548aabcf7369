import { identifier, sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';

/**
 * Returns the number of users with postings in a partition of the ledger that their portfolio has not counted, and leaves these to the
 * worker: cost and profit can only be counted while the postings are there.
 */
export async function askForUncounted(tx: Tx, partition: string): Promise<number> {
  return tx.run(sql`
    insert into portfolio_users (user_id)
    select distinct a.user_id from (
      select account_id, currency_id, max(id) as id from ${identifier(partition)} group by account_id, currency_id
    ) as last
    join ledger_accounts a on a.id = last.account_id and a.user_id is not null
    left join portfolio_balances p
      on p.user_id = a.user_id and p.account_id = last.account_id and p.currency_id = last.currency_id
    where p.posting_id is null or p.posting_id < last.id
    on conflict (user_id) do update set complete = false`);
}
