import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** Confirmation state of a user. Times in unix ms. */
export interface AccountRow {
  readonly payHash: string | null;
  readonly payMs: number | null;
  readonly totpSealed: Buffer | null;
  readonly totpMs: number | null;
  readonly totpStep: number;
  readonly pendingSealed: Buffer | null;
  readonly pendingUntil: number | null;
}

const columns = sql`pay_hash as "payHash", pay_changed_at as "payMs", totp_sealed as "totpSealed", totp_at as "totpMs",
  totp_step as "totpStep", pending_sealed as "pendingSealed", pending_until as "pendingUntil"`;

export const accountOf = (db: Queries, user: UserId): Promise<AccountRow | undefined> =>
  db.maybe<AccountRow>(sql`select ${columns} from credentials_accounts where user_id = ${user}`);

/** Locks the row of an account until the transaction ends; inserts it if it is missing. */
export const lockAccount = (tx: Tx, user: UserId): Promise<AccountRow> =>
  tx.one<AccountRow>(sql`
    insert into credentials_accounts (user_id) values (${user})
    on conflict (user_id) do update set user_id = excluded.user_id
    returning ${columns}`);

/** Locks the pay password against changes until the transaction ends; false if it has changed. */
export const holdPayHash = async (tx: Tx, user: UserId, payHash: string): Promise<boolean> => {
  const same = sql`select 1 from credentials_accounts where user_id = ${user} and pay_hash = ${payHash} for share`;
  return (await tx.maybe(same)) !== undefined;
};

export const setPayHash = (tx: Tx, user: UserId, payHash: string, at: number): Promise<number> =>
  tx.run(sql`
    insert into credentials_accounts (user_id, pay_hash, pay_changed_at)
    values (${user}, ${payHash}, to_timestamp(${at} / 1000.0))
    on conflict (user_id) do update set pay_hash = excluded.pay_hash, pay_changed_at = excluded.pay_changed_at`);

/** Stores the time step of an accepted code. */
export const setStep = (tx: Tx, user: UserId, step: number): Promise<number> =>
  tx.run(sql`update credentials_accounts set totp_step = ${step} where user_id = ${user}`);

/** Consumes the backup code with one of these hashes; false if it does not exist or is used. */
export const useBackupCode = async (
  tx: Tx,
  user: UserId,
  hashes: readonly Uint8Array[],
  at: number,
): Promise<boolean> =>
  (await tx.run(sql`
    update credentials_backup_codes set used_at = to_timestamp(${at} / 1000.0)
    where user_id = ${user} and code_hash = any(${hashes}::bytea[]) and used_at is null`)) === 1;

/** Stores a pending secret until its first code. */
export const setPending = (tx: Tx, user: UserId, sealed: Uint8Array, until: number): Promise<number> =>
  tx.run(sql`
    insert into credentials_accounts (user_id, pending_sealed, pending_until)
    values (${user}, ${sealed}, to_timestamp(${until} / 1000.0))
    on conflict (user_id) do update set pending_sealed = excluded.pending_sealed, pending_until = excluded.pending_until`);

/** Makes the pending secret the authenticator's and records the step of its first code. */
export const setTotp = (tx: Tx, user: UserId, step: number, at: number): Promise<number> =>
  tx.run(sql`
    update credentials_accounts set totp_sealed = pending_sealed, totp_at = to_timestamp(${at} / 1000.0),
      totp_step = ${step}, pending_sealed = null, pending_until = null
    where user_id = ${user}`);

/** Removes the authenticator with its backup codes. */
export async function dropTotp(tx: Tx, user: UserId): Promise<void> {
  await tx.run(sql`
    update credentials_accounts set totp_sealed = null, totp_at = null, pending_sealed = null, pending_until = null
    where user_id = ${user}`);
  await tx.run(sql`delete from credentials_backup_codes where user_id = ${user}`);
}

/** Replaces all backup codes; `hashKey` is the mark of the key of the hashes. */
export async function replaceBackupCodes(
  tx: Tx,
  user: UserId,
  hashes: readonly Uint8Array[],
  hashKey: string | null,
): Promise<void> {
  await tx.run(sql`delete from credentials_backup_codes where user_id = ${user}`);
  await tx.run(sql`
    insert into credentials_backup_codes (user_id, code_hash, hash_key)
    select ${user}, hash, ${hashKey}::text from unnest(${hashes}::bytea[]) as hash`);
}

/** Protections of an account beside its passwords. */
export const countsOf = (
  db: Queries,
  user: UserId,
): Promise<{ readonly backupCodes: number; readonly passkeys: number; readonly apiKeys: number }> =>
  db.one(sql`
    select
      (select count(*) from credentials_backup_codes where user_id = ${user} and used_at is null) as "backupCodes",
      (select count(*) from credentials_passkeys where user_id = ${user}) as passkeys,
      (select count(*) from credentials_api_keys where user_id = ${user} and removed_at is null) as "apiKeys"`);
