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
