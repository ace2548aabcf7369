import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { ClockFault, Verdict } from './judge.ts';

export interface ClockRow {
  /** Returns the database's clock, unix ms. */
  readonly now: number;
  /** Connected over a local socket or a loopback address. */
  readonly is_local: boolean;
  readonly halted_at: number | null;
  readonly reason: ClockFault | null;
  readonly drift_ms: number | null;
  readonly resumes: number;
  readonly accepted_until: number | null;
}

const READ = `
select clock_timestamp() as now,
  coalesce(inet_server_addr() = inet_client_addr(), true) as is_local,
  halted_at, reason, drift_ms, resumes, accepted_until
from platform_clock`;

export async function readClock(db: Queries): Promise<ClockRow> {
  const [row] = await db.prepared<ClockRow>('platform_clock', READ, []);
  if (!row) throw new Error('platform_clock has no row');
  return row;
}

/** Writes a halt; returns false if there is one already. */
export const writeHalt = async (tx: Tx, { fault, driftMs }: Verdict): Promise<boolean> =>
  (await tx.run(sql`
    update platform_clock set halted_at = clock_timestamp(), reason = ${fault}, drift_ms = ${Math.round(driftMs)}
    where halted_at is null`)) === 1;

/** Resumes the halt of a moment; returns false if there is none or another. */
export const writeResume = async (
  tx: Tx,
  haltedMs: number,
  acceptedUntilMs: number | undefined,
): Promise<boolean> =>
  (await tx.run(sql`
    update platform_clock set halted_at = null, reason = null, drift_ms = null, resumes = resumes + 1,
      accepted_until = to_timestamp(${acceptedUntilMs ?? null}::float8 / 1000)
    where date_trunc('milliseconds', halted_at) = to_timestamp(${haltedMs}::float8 / 1000)`)) === 1;
