import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** A partition that cannot be detached or attached; the message names the reason. */
export class PartitionRefused extends Error {}

/** A month of a table, attached or detached. */
export interface Partition {
  readonly table: string;
  readonly name: string;
  /** Its rows lie before this time, unix ms; null for the partition of rows without one. */
  readonly until: number | null;
  /** Estimate of the last analysis. */
  readonly rows: number;
  /** With indexes; 0 where the table is not in this database. */
  readonly bytes: number;
  readonly attached: boolean;
}

/** Shortest time that rows stay in their table: the figures of 90 days are computed from them. */
const KEPT_MS = 100 * 86_400_000;

/** Returns all partitions by table, the oldest first: detached ones, then attached ones, then the default one. */
export const listPartitions = (db: Queries): Promise<Partition[]> =>
  db.rows<Partition>(sql`
    select "table", name, until, rows, bytes, attached from (
      select parent as "table", name, upper as until, estimated_rows as rows, bytes, true as attached, 0 as number
      from platform_partitions
      union all
      select d.parent, d.name, null, greatest(coalesce(c.reltuples, 0), 0)::bigint,
        coalesce(pg_total_relation_size(c.oid), 0), false, d.number
      from platform_detached_partitions d
      left join pg_class c on c.oid = to_regclass(format('detached.%I', d.name))
    ) as partitions order by "table", attached, number, until nulls last`);

/** Returns the partitions of one table, and the one of a name. Refuses an unknown name. */
async function ofName(tx: Tx, name: string): Promise<{ partition: Partition; siblings: Partition[] }> {
  await tx.run(sql`set local lock_timeout = '5s'`);
  // One process at a time.
  await tx.run(sql`lock table platform_detached_partitions in share row exclusive mode`);
  const all = await listPartitions(tx);
  const partition = all.find((each) => each.name === name);
  if (partition === undefined) throw new PartitionRefused(`no partition is named ${name}`);
  return { partition, siblings: all.filter(({ table }) => table === partition.table) };
}

/**
 * Detaches the oldest partition of a table; its table lies in the schema `detached` from then on. `before` runs first, in the same
 * transaction; if it returns false the partition stays attached. Refuses any other partition, and one with rows of the last 100 days.
 * `now` is unix ms.
 */
export async function detachPartition(
  tx: Tx,
  name: string,
  now: number,
  before: (partition: Partition & { readonly until: number }) => Promise<boolean>,
): Promise<void> {
  const { partition, siblings } = await ofName(tx, name);
  const { until } = partition;
  const oldest = siblings.find(({ attached }) => attached);
  if (!partition.attached) throw new PartitionRefused(`${name} is detached`);
  if (until === null || oldest?.name !== name)
    throw new PartitionRefused(`partitions are detached in order: ${oldest?.name} comes first`);
  if (until > now - KEPT_MS)
    throw new PartitionRefused(
      `${name} has rows up to ${new Date(until).toISOString()}: the last 100 days stay in their table`,
    );
  if (await before({ ...partition, until })) await tx.run(sql`select platform_detach_partition(${name})`);
}

/**
 * Attaches the partition of a table that was detached last; `after` runs afterwards, in the same transaction. Refuses any other, and one
 * whose table is not in the schema `detached`.
 */
export async function attachPartition(
  tx: Tx,
  name: string,
  after: (partition: Partition) => Promise<void>,
): Promise<void> {
  const { partition, siblings } = await ofName(tx, name);
  const last = siblings.findLast(({ attached }) => !attached);
  if (partition.attached) throw new PartitionRefused(`${name} is attached`);
  if (last?.name !== name)
    throw new PartitionRefused(`partitions are attached in reverse order: ${last?.name} comes first`);
  if (partition.bytes === 0)
    throw new PartitionRefused(`there is no table detached.${name}: restore it into this database first`);
  await tx.run(sql`select platform_attach_partition(${name})`);
  await after(partition);
}
