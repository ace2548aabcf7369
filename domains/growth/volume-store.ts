import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { DAY_MS, VIP_VOLUME_DAYS, utcDay } from '@karat/rules';

/** Locks the cursor of a source until the transaction ends; 0 for a new one. */
export async function lockCursor(tx: Tx, source: string): Promise<number> {
  await tx.run(
    sql`insert into growth_fee_cursors (source, last_id) values (${source}, 0) on conflict do nothing`,
  );
  const row = await tx.one<{ last_id: number }>(
    sql`select last_id from growth_fee_cursors where source = ${source} for update`,
  );
  return row.last_id;
}

export const moveCursor = (tx: Tx, source: string, lastId: number): Promise<number> =>
  tx.run(sql`update growth_fee_cursors set last_id = ${lastId} where source = ${source}`);

/** Volume of a user and day, in USDT. */
export interface DayVolume {
  readonly userId: UserId;
  readonly day: string;
  readonly volume: Amount;
}

/** Adds volumes to their days; each user and day stands in `volumes` once. */
export async function addVolumes(tx: Tx, volumes: readonly DayVolume[]): Promise<void> {
  if (volumes.length === 0) return;
  await tx.run(sql`
    insert into growth_volumes (user_id, day, volume)
    select * from unnest(${volumes.map((one) => one.userId)}::bigint[], ${volumes.map(({ day }) => day)}::date[],
      ${volumes.map(({ volume }) => format(volume))}::numeric[])
    on conflict (user_id, day) do update set volume = growth_volumes.volume + excluded.volume`);
}

/** Volumes of users over the 30 days before a midnight (unix ms), in USDT; users without any are left out. */
export async function readVolumes(
  db: Queries,
  users: readonly UserId[],
  midnight: number,
): Promise<ReadonlyMap<UserId, Amount>> {
  const rows = await db.rows<{ user_id: number; volume: string }>(sql`
    select user_id, sum(volume)::text as volume from growth_volumes
    where user_id = any(${[...users]}) and day < ${utcDay(midnight)}::date
      and day >= ${utcDay(midnight - VIP_VOLUME_DAYS * DAY_MS)}::date
    group by user_id`);
  return new Map(rows.map((row) => [userId(row.user_id), amount(row.volume)]));
}
