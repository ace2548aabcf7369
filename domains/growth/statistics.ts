import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Number of users by VIP level, as of the last decisions. */
export const readLevelCounts = async (db: Queries): Promise<ReadonlyMap<number, number>> =>
  new Map(
    (
      await db.rows<{ level: number; users: number }>(
        sql`select level, count(*) as users from growth_vip_decisions group by level`,
      )
    ).map(({ level, users }) => [level, users]),
  );
