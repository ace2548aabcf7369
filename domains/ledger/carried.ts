import { identifier, sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';

/**
 * Stores the balance of every account after a partition of postings, the oldest one that is attached, before it is detached in the
 * same transaction. `until` is the time before which its postings lie, unix ms.
 */
export async function carryBalances(tx: Tx, partition: string, until: number): Promise<void> {
  const table = identifier(partition);
  await tx.run(sql`lock table ${table} in share mode`);
  await tx.run(sql`
    insert into ledger_carried_balances (partition, account_id, currency_id, available, held, posting_id)
    select distinct on (account_id, currency_id) ${partition}, * from (
      select account_id, currency_id, available_after, held_after, id from ${table}
      union all select account_id, currency_id, available, held, posting_id from ledger_opening_balances
    ) as balances (account_id, currency_id, available, held, id) order by account_id, currency_id, id desc`);
  await tx.run(sql`
    insert into ledger_carried (partition, until) values (${partition}, to_timestamp(${until} / 1000.0))`);
}

/** Deletes what `carryBalances` stored for the partition that was detached last, when it is attached again. */
export async function forgetCarried(tx: Tx, partition: string): Promise<void> {
  await tx.run(sql`delete from ledger_carried where partition = ${partition}`);
  await tx.run(sql`delete from ledger_carried_balances where partition = ${partition}`);
}

/** The time (unix ms) before which all postings are detached; undefined while none is. */
export const carriedUntil = async (tx: Tx): Promise<number | undefined> =>
  (await tx.one<{ until: number | null }>(sql`select max(until) as until from ledger_carried`)).until ??
  undefined;
