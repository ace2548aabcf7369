import type { SessionId, UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { createDeviceStore } from './device-table.ts';

/** Known devices of users. */
export const deviceStore = createDeviceStore<UserId>({ devices: sql`identity_devices`, owner: sql`user_id` });

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
