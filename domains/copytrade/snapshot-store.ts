import type { UserId } from '@karat/contract';
import { amount, format, plus } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { EquityPoint } from '@karat/rules';
import type { EquityAt } from './deps.ts';

/** Stores the result of a trader at a full hour (unix ms); an hour that is stored already stays. */
export const insertSnapshot = (tx: Tx, trader: UserId, hour: number, equity: EquityAt): Promise<number> =>
  tx.run(sql`
    insert into copytrade_snapshots (trader_id, hour, realised, unrealised)
    values (${trader}, to_timestamp(${hour} / 1000.0), ${format(equity.realised)}, ${format(equity.unrealised)})
    on conflict (trader_id, hour) do nothing`);

interface PointRow {
  at: number;
  realised: string;
  unrealised: string;
}
const pointOf = ({ at, realised, unrealised }: PointRow): EquityPoint => ({
  at,
  equity: plus(amount(realised), amount(unrealised)),
});

/** Snapshots of a trader from a time (unix ms) until another, oldest first, with the last one before them. */
export const snapshotsOf = async (
  db: Queries,
  trader: UserId,
  from: number,
  until: number,
): Promise<EquityPoint[]> =>
  (
    await db.rows<PointRow>(sql`
      select hour as at, realised, unrealised from copytrade_snapshots
      where trader_id = ${trader} and hour <= to_timestamp(${until} / 1000.0) and hour >= coalesce(
        (select max(hour) from copytrade_snapshots
          where trader_id = ${trader} and hour <= to_timestamp(${from} / 1000.0)), '-infinity')
      order by hour`)
  ).map(pointOf);

/** Snapshots since a time at every few hours, with the latest one, oldest first. */
export const sampledSnapshots = async (
  db: Queries,
  trader: UserId,
  from: number,
  everyHours: number,
): Promise<EquityPoint[]> =>
  (
    await db.rows<PointRow>(sql`
      select hour as at, realised, unrealised from copytrade_snapshots s
      where trader_id = ${trader} and hour >= to_timestamp(${from} / 1000.0) and (
        extract(epoch from hour)::bigint / 3600 % ${everyHours} = 0
        or hour in (select max(hour) from copytrade_snapshots where trader_id = ${trader}
          union all select min(hour) from copytrade_snapshots where trader_id = ${trader}))
      order by hour`)
  ).map(pointOf);

/** The first snapshot of a trader, unix ms. */
export const firstSnapshot = async (db: Queries, trader: UserId): Promise<number | undefined> =>
  (
    await db.one<{ at: number | null }>(
      sql`select min(hour) as at from copytrade_snapshots where trader_id = ${trader}`,
    )
  ).at ?? undefined;
