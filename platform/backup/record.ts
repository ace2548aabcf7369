import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Records a completed backup. `at` is unix ms. */
export const recordBackup = (db: Queries, at: number, bytes: number): Promise<number> =>
  db.run(sql`insert into platform_backups (at, bytes) values (to_timestamp(${at} / 1000.0), ${bytes})`);

/** Returns the moment of the newest backup, unix ms; undefined before the first. */
export const lastBackup = async (db: Queries): Promise<number | undefined> =>
  (await db.maybe<{ at: number }>(sql`select at from platform_backups order by id desc limit 1`))?.at;
