import { sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { DeviceState } from './login-policy.ts';

/** Identifiers of the table of known devices and of its owner column: constant SQL. */
export interface DeviceTable {
  readonly devices: Sql;
  readonly owner: Sql;
}

/** Store of the known devices of users or of operators. */
export function createDeviceStore<Owner extends number>({ devices, owner: ownerId }: DeviceTable) {
  const columns = sql`id, ${ownerId} as account, serial`;
  return {
    deviceById: (db: Queries, id: number): Promise<DeviceState | undefined> =>
      db.maybe<DeviceState>(sql`select ${columns} from ${devices} where id = ${id}`),
    /** `hashKey`: mark of the hash key that signs the token. */
    insertDevice: (tx: Tx, owner: Owner, hashKey: string | null, now: number): Promise<DeviceState> =>
      tx.one<DeviceState>(sql`
        insert into ${devices} (${ownerId}, hash_key, created_at, seen_at)
        values (${owner}, ${hashKey}, to_timestamp(${now} / 1000.0), to_timestamp(${now} / 1000.0))
        returning ${columns}`),
    /** Increments the serial of a device. The token before the previous one is no longer valid. */
    renewDevice: (
      tx: Tx,
      owner: Owner,
      id: number,
      hashKey: string | null,
      now: number,
    ): Promise<DeviceState | undefined> =>
      tx.maybe<DeviceState>(sql`
        update ${devices} set serial = serial + 1, hash_key = ${hashKey}, seen_at = to_timestamp(${now} / 1000.0)
        where id = ${id} and ${ownerId} = ${owner}
        returning ${columns}`),
    /** Deletes the devices of an owner beyond the `count` most recently used; with 0 all of them. */
    deleteDevicesBeyond: (tx: Tx, owner: Owner, count: number): Promise<number> =>
      tx.run(sql`
        delete from ${devices} where id in (
          select id from ${devices} where ${ownerId} = ${owner} order by seen_at desc, id desc offset ${count})`),
  };
}
