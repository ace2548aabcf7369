import { sql } from './sql.ts';
import type { Queries } from './types.ts';

/** Statistics of the database itself. Totals count since its statistics were reset. */
export interface DatabaseStatistics {
  readonly bytes: number;
  readonly commits: number;
  readonly rollbacks: number;
  readonly deadlocks: number;
  readonly blocksRead: number;
  readonly blocksHit: number;
  /** Age of the oldest running transaction, s. */
  readonly oldestTransactionS: number;
}

export const databaseStatistics = (db: Queries): Promise<DatabaseStatistics> =>
  db.one<DatabaseStatistics>(sql`
    select pg_database_size(datid) as bytes, xact_commit as commits, xact_rollback as rollbacks, deadlocks,
      blks_read as "blocksRead", blks_hit as "blocksHit",
      coalesce((
        select extract(epoch from clock_timestamp() - min(xact_start))::float8 from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'
      ), 0) as "oldestTransactionS"
    from pg_stat_database where datname = current_database()`);

/**
 * Returns version, optimisation level and directory of the server's programs, for the output of benches. Only a
 * superuser may ask.
 */
export async function describeServer(db: Queries): Promise<string> {
  const { version, flags, directory } = await db.one<{
    version: string;
    flags: string;
    directory: string;
  }>(sql`
    select current_setting('server_version') as version,
      (select setting from pg_config where name = 'CFLAGS') as flags,
      (select setting from pg_config where name = 'BINDIR') as directory`);
  return `PostgreSQL ${version}, ${/-O\S/.exec(flags)?.[0] ?? 'unknown optimisation'}, ${directory}`;
}
