import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export interface PasskeyRow {
  readonly id: number;
  readonly userId: UserId;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly synced: boolean;
  readonly name: string;
  /** Unix ms. */
  readonly createdMs: number;
  readonly usedMs: number | null;
}

const columns = sql`id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter, transports,
  synced, name, created_at as "createdMs", used_at as "usedMs"`;

export const insertChallenge = (
  db: Queries,
  challenge: string,
  user: UserId | null,
  expires: number,
): Promise<number> =>
  db.run(sql`
    insert into credentials_challenges (challenge, user_id, expires_at)
    values (${challenge}, ${user}, to_timestamp(${expires} / 1000.0))`);

/** Consumes a challenge; false if that user (null: a login) has no such challenge, or it expired. */
export const takeChallenge = async (
  db: Queries,
  challenge: string,
  user: UserId | null,
  now: number,
): Promise<boolean> =>
  (await db.run(sql`
    delete from credentials_challenges
    where challenge = ${challenge} and user_id is not distinct from ${user}::bigint
      and expires_at > to_timestamp(${now} / 1000.0)`)) === 1;

export const dropOldChallenges = (db: Queries, now: number): Promise<number> =>
  db.run(sql`delete from credentials_challenges where expires_at <= to_timestamp(${now} / 1000.0)`);

export const passkeysOf = (db: Queries, user: UserId): Promise<PasskeyRow[]> =>
  db.rows<PasskeyRow>(sql`select ${columns} from credentials_passkeys where user_id = ${user} order by id`);

/** Locks the passkey of a credential id, so that its counter is compared and written atomically. */
export const lockPasskey = (tx: Tx, credentialId: string): Promise<PasskeyRow | undefined> =>
  tx.maybe<PasskeyRow>(
    sql`select ${columns} from credentials_passkeys where credential_id = ${credentialId} for update`,
  );

/** Adds a passkey; undefined if the key of that authenticator exists already. */
export const insertPasskey = (
  tx: Tx,
  passkey: Omit<PasskeyRow, 'id' | 'usedMs'>,
): Promise<PasskeyRow | undefined> =>
  tx.maybe<PasskeyRow>(sql`
    insert into credentials_passkeys
      (user_id, credential_id, public_key, counter, transports, synced, name, created_at)
    values (${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
      ${passkey.transports}::text[], ${passkey.synced}, ${passkey.name}, to_timestamp(${passkey.createdMs} / 1000.0))
    on conflict (credential_id) do nothing
    returning ${columns}`);

export const notePasskeyUse = (tx: Tx, id: number, counter: number, now: number): Promise<number> =>
  tx.run(sql`
    update credentials_passkeys set counter = ${counter}, used_at = to_timestamp(${now} / 1000.0) where id = ${id}`);

export const renamePasskey = (db: Queries, user: UserId, id: number, name: string): Promise<number> =>
  db.run(sql`update credentials_passkeys set name = ${name} where id = ${id} and user_id = ${user}`);

/** Deletes all passkeys of a user. Returns their names. */
export const deletePasskeys = async (tx: Tx, user: UserId): Promise<string[]> =>
  (
    await tx.rows<{ name: string }>(
      sql`delete from credentials_passkeys where user_id = ${user} returning name`,
    )
  ).map((row) => row.name);

export const deletePasskey = async (tx: Tx, user: UserId, id: number): Promise<string | undefined> =>
  (
    await tx.maybe<{ name: string }>(
      sql`delete from credentials_passkeys where id = ${id} and user_id = ${user} returning name`,
    )
  )?.name;
