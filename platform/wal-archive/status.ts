import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** What PostgreSQL's archiver has done. */
export interface ArchiverStatus {
  /** True if its newest try failed. */
  readonly isFailing: boolean;
  /** Unix ms of the last file that was archived; undefined before the first. */
  readonly lastMs: number | undefined;
}

/** Returns the state of the archive; undefined for a database that archives nothing. */
export async function archiverStatus(db: Queries): Promise<ArchiverStatus | undefined> {
  const row = await db.one<{ isOn: boolean; isFailing: boolean; lastMs: number | null }>(sql`
    select current_setting('archive_mode') <> 'off' as "isOn",
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
      last_archived_time as "lastMs"
    from pg_stat_archiver`);
  return row.isOn ? { isFailing: row.isFailing, lastMs: row.lastMs ?? undefined } : undefined;
}
