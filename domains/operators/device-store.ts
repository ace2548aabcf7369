import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { createDeviceStore } from '@karat/domains/identity';
import type { AttemptCount } from '@karat/domains/identity';

/** Known devices of operators. */
export const deviceStore = createDeviceStore<number>({
  devices: sql`operators_devices`,
  owner: sql`operator_id`,
});

export interface LockedSession {
  readonly createdMs: number;
  readonly deviceId: number | null;
  /** Failed proofs in this session. */
  readonly failures: AttemptCount;
}

/** Locks a session of the operator. */
export async function lockSession(
  tx: Tx,
  operator: number,
  session: number,
): Promise<LockedSession | undefined> {
  const row = await tx.maybe<
    AttemptCount & { readonly createdMs: number; readonly deviceId: number | null }
  >(sql`
    select created_at as "createdMs", device_id as "deviceId", failures as count, failed_at as "lastAt",
      blocked_until as "blockedUntil"
    from operators_sessions where id = ${session} and operator_id = ${operator} and ended_at is null for update`);
  if (!row) return undefined;
  const { createdMs, deviceId, ...failures } = row;
  return { createdMs, deviceId, failures };
}

export const saveSessionAttempts = (tx: Tx, session: number, failures: AttemptCount): Promise<number> =>
  tx.run(sql`
    update operators_sessions set failures = ${failures.count}, failed_at = to_timestamp(${failures.lastAt} / 1000.0),
      blocked_until = to_timestamp(${failures.blockedUntil} / 1000.0)
    where id = ${session}`);

export const linkDevice = (tx: Tx, session: number, device: number): Promise<number> =>
  tx.run(sql`update operators_sessions set device_id = ${device} where id = ${session}`);
