import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';

/** Months beyond the current one that have a partition: a server that is away for less than two months finds its own. */
const MONTHS_AHEAD = 2;

/** The first day of a later month, ISO. `now` is unix ms. */
function monthAfter(now: number, months: number): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
}

/**
 * Adds the partitions of this month and the next two to every table that is partitioned by month, and returns how many were missing.
 * Each table is locked for a moment; one that others keep locked for two seconds fails the transaction, which can be tried again.
 * `now` is unix ms.
 */
export async function addMonths(tx: Tx, now: number): Promise<number> {
  await tx.run(sql`set local lock_timeout = '2s'`);
  // One process at a time; detaching and attaching write this table too.
  await tx.run(sql`lock table platform_detached_partitions in share row exclusive mode`);
  const { added } = await tx.one<{ added: number }>(sql`
    select coalesce(sum(platform_add_months(parent, ${monthAfter(now, MONTHS_AHEAD)}::date)), 0)::int as added
    from (select distinct parent from platform_partitions order by parent) as tables`);
  return added;
}
