import type { SessionId, UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { DeviceState } from './login-policy.ts';

const columns = sql`id, user_id as account, serial`;

export const deviceById = (db: Queries, id: number): Promise<DeviceState | undefined> =>
  db.maybe<DeviceState>(sql`select ${columns} from identity_devices where id = ${id}`);

export const insertDevice = (tx: Tx, user: UserId, now: number): Promise<DeviceState> =>
  tx.one<DeviceState>(sql`
    insert into identity_devices (user_id, created_at, seen_at)
    values (${user}, to_timestamp(${now} / 1000.0), to_timestamp(${now} / 1000.0))
    returning ${columns}`);

/** Increments the serial of a device of the account. The token before the previous one is no longer valid. */
export const renewDevice = (
  tx: Tx,
  user: UserId,
  id: number,
  now: number,
): Promise<DeviceState | undefined> =>
  tx.maybe<DeviceState>(sql`
    update identity_devices set serial = serial + 1, seen_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and user_id = ${user}
    returning ${columns}`);

/** Deletes the devices of an account beyond the `max` most recently used. */
export const deleteDevicesBeyond = (tx: Tx, user: UserId, count: number): Promise<number> =>
  tx.run(sql`
    delete from identity_devices where id in (
      select id from identity_devices where user_id = ${user} order by seen_at desc, id desc offset ${count})`);

export interface SessionDevice {
  readonly createdMs: number;
  readonly deviceId: number | null;
}

/** Locks a session of the account, to link it with its device. */
export const lockSession = (tx: Tx, user: UserId, id: SessionId): Promise<SessionDevice | undefined> =>
  tx.maybe<SessionDevice>(sql`
    select created_at as "createdMs", device_id as "deviceId" from identity_sessions
    where id = ${id} and user_id = ${user} for update`);

export const linkDevice = (tx: Tx, user: UserId, session: SessionId, device: number): Promise<number> =>
  tx.run(sql`update identity_sessions set device_id = ${device} where id = ${session} and user_id = ${user}`);

/** Revokes the device of a session of the account. */
export const revokeDeviceOf = (tx: Tx, user: UserId, session: SessionId): Promise<number> =>
  tx.run(sql`
    delete from identity_devices where user_id = ${user} and id = (
      select device_id from identity_sessions where id = ${session} and user_id = ${user})`);

/** Revokes every device of an account, except that of one session if given. */
export const revokeDevices = (tx: Tx, user: UserId, except: SessionId | null): Promise<number> =>
  tx.run(sql`
    delete from identity_devices where user_id = ${user} and id is distinct from (
      select device_id from identity_sessions where id = ${except}::bigint and user_id = ${user})`);

/** Deletes up to `max` devices that were last used before a moment. Returns the count. */
export const dropOldDevices = (tx: Tx, before: number, max: number): Promise<number> =>
  tx.run(sql`
    delete from identity_devices where ctid in (
      select ctid from identity_devices where seen_at < to_timestamp(${before} / 1000.0) limit ${max})`);
