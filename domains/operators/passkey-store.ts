import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { NewPasskey } from '@karat/platform/webauthn';

export interface PasskeyRow extends NewPasskey {
  readonly id: number;
  readonly operatorId: number;
  readonly name: string;
  /** Unix ms. */
  readonly createdMs: number;
  readonly usedMs: number | null;
}

const columns = sql`id, operator_id as "operatorId", credential_id as "credentialId", public_key as "publicKey", counter,
  transports, synced, name, created_at as "createdMs", used_at as "usedMs"`;

/** Stores a challenge, and deletes expired ones. */
export async function insertChallenge(
  db: Queries,
  row: { readonly challenge: string; readonly operator: number | null; readonly expires: number },
  now: number,
): Promise<void> {
  await db.run(sql`delete from operators_challenges where expires_at <= to_timestamp(${now} / 1000.0)`);
  await db.run(sql`
    insert into operators_challenges (challenge, operator_id, expires_at)
    values (${row.challenge}, ${row.operator}, to_timestamp(${row.expires} / 1000.0))`);
}

/** Consumes a challenge; false if that operator (null: a login) has no such challenge, or it expired. */
export const takeChallenge = async (
  db: Queries,
  challenge: string,
  operator: number | null,
  now: number,
): Promise<boolean> =>
  (await db.run(sql`
    delete from operators_challenges
    where challenge = ${challenge} and operator_id is not distinct from ${operator}::bigint
      and expires_at > to_timestamp(${now} / 1000.0)`)) === 1;

/** Returns the passkeys of an operator, oldest first. */
export const passkeysOf = (db: Queries, operator: number): Promise<PasskeyRow[]> =>
  db.rows<PasskeyRow>(
    sql`select ${columns} from operators_passkeys where operator_id = ${operator} order by id`,
  );

export const hasPasskey = async (db: Queries, operator: number): Promise<boolean> =>
  (await db.maybe(sql`select 1 from operators_passkeys where operator_id = ${operator} limit 1`)) !==
  undefined;

/** Locks the passkey of a credential id, so that its counter is compared and written atomically. */
export const lockPasskey = (tx: Tx, credentialId: string): Promise<PasskeyRow | undefined> =>
  tx.maybe<PasskeyRow>(
    sql`select ${columns} from operators_passkeys where credential_id = ${credentialId} for update`,
  );

/** Adds a passkey; undefined if that key exists already. */
export const insertPasskey = (
  tx: Tx,
  row: Omit<PasskeyRow, 'id' | 'usedMs'>,
): Promise<PasskeyRow | undefined> =>
  tx.maybe<PasskeyRow>(sql`
    insert into operators_passkeys
      (operator_id, credential_id, public_key, counter, transports, synced, name, created_at)
    values (${row.operatorId}, ${row.credentialId}, ${row.publicKey}, ${row.counter}, ${row.transports}::text[],
      ${row.synced}, ${row.name}, to_timestamp(${row.createdMs} / 1000.0))
    on conflict (credential_id) do nothing
    returning ${columns}`);

export const notePasskeyUse = (tx: Tx, id: number, counter: number, now: number): Promise<number> =>
  tx.run(sql`
    update operators_passkeys set counter = ${counter}, used_at = to_timestamp(${now} / 1000.0) where id = ${id}`);

/** Deletes one passkey of an operator. Returns its name. */
export const deletePasskey = async (tx: Tx, operator: number, id: number): Promise<string | undefined> =>
  (
    await tx.maybe<{ name: string }>(
      sql`delete from operators_passkeys where id = ${id} and operator_id = ${operator} returning name`,
    )
  )?.name;

/** Deletes all passkeys of an operator. */
export const deletePasskeys = (tx: Tx, operator: number): Promise<number> =>
  tx.run(sql`delete from operators_passkeys where operator_id = ${operator}`);
