import { sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { NewPasskey } from './verify.ts';

export interface Passkey<Owner extends number> extends NewPasskey {
  readonly id: number;
  readonly ownerId: Owner;
  readonly name: string;
  /** Unix ms. */
  readonly createdMs: number;
  readonly usedMs: number | null;
}

/** Identifiers of the tables and of their owner column: constant SQL. */
export interface PasskeyTables {
  readonly passkeys: Sql;
  readonly challenges: Sql;
  readonly owner: Sql;
}

/** Store of challenges, each valid once: for the session of an owner, or for a login (null). */
function challengeStore<Owner extends number>({ challenges, owner: ownerId }: PasskeyTables) {
  return {
    /** Stores a challenge, and deletes expired ones. */
    async insertChallenge(
      db: Queries,
      row: { readonly challenge: string; readonly owner: Owner | null; readonly expires: number },
      now: number,
    ): Promise<void> {
      await db.run(sql`delete from ${challenges} where expires_at <= to_timestamp(${now} / 1000.0)`);
      await db.run(sql`
        insert into ${challenges} (challenge, ${ownerId}, expires_at)
        values (${row.challenge}, ${row.owner}, to_timestamp(${row.expires} / 1000.0))`);
    },
    /** Consumes a challenge; false if that owner (null: a login) has no such challenge, or it expired. */
    takeChallenge: async (
      db: Queries,
      challenge: string,
      owner: Owner | null,
      now: number,
    ): Promise<boolean> =>
      (await db.run(sql`
        delete from ${challenges}
        where challenge = ${challenge} and ${ownerId} is not distinct from ${owner}::bigint
          and expires_at > to_timestamp(${now} / 1000.0)`)) === 1,
  };
}

/** Store of the passkeys of users or of operators. */
export function createPasskeyStore<Owner extends number>(tables: PasskeyTables) {
  const { passkeys, owner: ownerId } = tables;
  const columns = sql`id, ${ownerId} as "ownerId", credential_id as "credentialId", public_key as "publicKey", counter,
    transports, synced, name, created_at as "createdMs", used_at as "usedMs"`;
  return {
    ...challengeStore<Owner>(tables),
    /** Returns the passkeys of an owner, oldest first. */
    passkeysOf: (db: Queries, owner: Owner): Promise<Passkey<Owner>[]> =>
      db.rows<Passkey<Owner>>(
        sql`select ${columns} from ${passkeys} where ${ownerId} = ${owner} order by id`,
      ),
    hasPasskey: async (db: Queries, owner: Owner): Promise<boolean> =>
      (await db.maybe(sql`select 1 from ${passkeys} where ${ownerId} = ${owner} limit 1`)) !== undefined,
    /** Locks the passkey of a credential id, so that its counter is compared and written atomically. */
    lockPasskey: (tx: Tx, credentialId: string): Promise<Passkey<Owner> | undefined> =>
      tx.maybe<Passkey<Owner>>(
        sql`select ${columns} from ${passkeys} where credential_id = ${credentialId} for update`,
      ),
    /** Adds a passkey; undefined if the key of that authenticator exists already. */
    insertPasskey: (
      tx: Tx,
      row: Omit<Passkey<Owner>, 'id' | 'usedMs'>,
    ): Promise<Passkey<Owner> | undefined> =>
      tx.maybe<Passkey<Owner>>(sql`
        insert into ${passkeys}
          (${ownerId}, credential_id, public_key, counter, transports, synced, name, created_at)
        values (${row.ownerId}, ${row.credentialId}, ${row.publicKey}, ${row.counter}, ${row.transports}::text[],
          ${row.synced}, ${row.name}, to_timestamp(${row.createdMs} / 1000.0))
        on conflict (credential_id) do nothing
        returning ${columns}`),
    /** Stores the counter and the time of the last use. */
    savePasskeyUse: (tx: Tx, id: number, counter: number, now: number): Promise<number> =>
      tx.run(sql`
        update ${passkeys} set counter = ${counter}, used_at = to_timestamp(${now} / 1000.0) where id = ${id}`),
    renamePasskey: (db: Queries, owner: Owner, id: number, name: string): Promise<number> =>
      db.run(sql`update ${passkeys} set name = ${name} where id = ${id} and ${ownerId} = ${owner}`),
    /** Deletes one passkey of an owner. Returns its name. */
    deletePasskey: async (tx: Tx, owner: Owner, id: number): Promise<string | undefined> =>
      (
        await tx.maybe<{ name: string }>(
          sql`delete from ${passkeys} where id = ${id} and ${ownerId} = ${owner} returning name`,
        )
      )?.name,
    /** Deletes all passkeys of an owner. Returns their names. */
    deletePasskeys: async (tx: Tx, owner: Owner): Promise<string[]> => {
      const rows = await tx.rows<{ name: string }>(
        sql`delete from ${passkeys} where ${ownerId} = ${owner} returning name`,
      );
      return rows.map(({ name }) => name);
    },
  };
}
