import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { DeviceState, AttemptCount } from '@karat/domains/identity';

const columns = sql`id, operator_id as account, serial`;

export const deviceById = (q: Queries, id: number): Promise<DeviceState | undefined> =>
  q.maybe<DeviceState>(sql`select ${columns} from operators_devices where id = ${id}`);

export const insertDevice = (tx: Tx, operator: number, at: number): Promise<DeviceState> =>
  tx.one<DeviceState>(sql`
    insert into operators_devices (operator_id, created_at, seen_at)
    values (${operator}, to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0))
    returning ${columns}`);

/** Increments the serial of a device of the operator. */
export const renewDevice = (
  tx: Tx,
  operator: number,
  id: number,
  at: number,
): Promise<DeviceState | undefined> =>
  tx.maybe<DeviceState>(sql`
    update operators_devices set serial = serial + 1, seen_at = to_timestamp(${at} / 1000.0)
    where id = ${id} and operator_id = ${operator}
    returning ${columns}`);

/** Deletes the devices of an operator beyond the most recently used; with 0 all of them. */
export const deleteDevicesBeyond = (tx: Tx, operator: number, max: number): Promise<number> =>
  tx.run(sql`
    delete from operators_devices where id in (
      select id from operators_devices where operator_id = ${operator} order by seen_at desc, id desc offset ${max})`);

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
