import { sql } from './sql.ts';
import type { Tx } from './types.ts';

/**
 * Waits for other transactions that hold the lock of the same name, and holds it until this one ends. What counts rows before it
 * inserts another one then counts those of all before it, although there is no row yet that could be locked. Two names may share
 * a lock (64 bits), which makes them wait without need.
 */
export async function lockFor(tx: Tx, kind: string, id: number | string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${id}`}, 0))`);
}
