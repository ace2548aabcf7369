import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Number of accounts that were opened in a time (unix ms, the end excluded), without those of the house. */
export const registrationsIn = async (
  db: Queries,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<number> =>
  (
    await db.one<{ count: number }>(sql`
      select count(*) as count from identity_users
      where house_name is null and created_at >= to_timestamp(${fromMs} / 1000.0)
        and created_at < to_timestamp(${toMs} / 1000.0)`)
  ).count;

/** Time of the first registration, unix ms. */
export const firstRegistration = async (db: Queries): Promise<number | undefined> =>
  (
    await db.maybe<{ at: number }>(
      sql`select created_at as at from identity_users where house_name is null order by created_at limit 1`,
    )
  )?.at;
