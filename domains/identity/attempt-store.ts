import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { AttemptCount } from './rules.ts';

/** Purpose of a code. A code is valid for one purpose only. */
export type Purpose =
  | 'register'
  | 'forget'
  | 'password'
  | 'pay_password'
  | 'receiver'
  | 'security'
  | 'bind'
  | 'unfreeze'
  | 'login'
  | 'support';

const EPOCH = sql`to_timestamp(0)`;

/** Locks the attempts of a key until the transaction ends. Inserts the row if it is missing. */
export async function lockAttempts(tx: Tx, key: string): Promise<AttemptCount | undefined> {
  // One statement: a row that is deleted concurrently is inserted again, not missed.
  const row = await tx.one<AttemptCount>(sql`
    insert into identity_attempts (key, count, last_at, blocked_until) values (${key}, 0, ${EPOCH}, ${EPOCH})
    on conflict (key) do update set key = excluded.key
    returning count, last_at as "lastAt", blocked_until as "blockedUntil"`);
  return row.count === 0 ? undefined : row;
}

/** Returns the attempts of these keys without locking. */
export const attemptsOf = async (
  db: Queries,
  keys: readonly string[],
): Promise<ReadonlyMap<string, AttemptCount>> => {
  const rows = await db.rows<AttemptCount & { key: string }>(sql`
    select key, count, last_at as "lastAt", blocked_until as "blockedUntil" from identity_attempts
    where key = any(${keys}) and count > 0`);
  return new Map(rows.map(({ key, ...count }) => [key, count]));
};

/** Returns the longest wait of these keys in ms, 0 if there is none. Takes no lock. */
export const waitOf = async (db: Queries, keys: readonly string[], now: number): Promise<number> => {
  const row = await db.one<{ until: number | null }>(
    sql`select max(blocked_until) as until from identity_attempts where key = any(${keys})`,
  );
  return Math.max(0, (row.until ?? 0) - now);
};

export const saveAttempts = (tx: Tx, key: string, attempts: AttemptCount): Promise<number> =>
  tx.run(sql`
    update identity_attempts set count = ${attempts.count}, last_at = to_timestamp(${attempts.lastAt} / 1000.0),
      blocked_until = to_timestamp(${attempts.blockedUntil} / 1000.0)
    where key = ${key}`);

export const resetAttempts = (tx: Tx, key: string): Promise<number> =>
  tx.run(sql`update identity_attempts set count = 0, blocked_until = ${EPOCH} where key = ${key}`);

/** Takes back one attempt of a key. */
export const decrementAttempts = (tx: Tx, key: string): Promise<number> =>
  tx.run(sql`update identity_attempts set count = greatest(count - 1, 0) where key = ${key}`);

export interface CodeRow {
  readonly codeHash: Buffer;
  readonly attempts: number;
  readonly expiresMs: number;
}

/** Replaces an earlier code for the same contact and purpose. */
export const replaceCode = (
  tx: Tx,
  code: {
    readonly contact: string;
    readonly purpose: Purpose;
    readonly hash: Uint8Array;
    /** Mark of the hash key. */
    readonly hashKey: string | null;
    readonly now: number;
    readonly lifeMs: number;
  },
): Promise<number> =>
  tx.run(sql`
    insert into identity_codes (contact, purpose, code_hash, hash_key, attempts, created_at, expires_at)
    values (${code.contact}, ${code.purpose}, ${code.hash}, ${code.hashKey}, 0, to_timestamp(${code.now} / 1000.0),
      to_timestamp(${code.now + code.lifeMs} / 1000.0))
    on conflict (contact, purpose) do update set code_hash = excluded.code_hash, hash_key = excluded.hash_key, attempts = 0,
      created_at = excluded.created_at, expires_at = excluded.expires_at`);

/** Returns the contact among these that the newest code of the purpose was created for. */
export const newestCodeContact = async (
  db: Queries,
  contacts: readonly string[],
  purpose: Purpose,
): Promise<string | undefined> => {
  const row = await db.maybe<{ contact: string }>(sql`
    select contact from identity_codes where contact = any(${contacts}) and purpose = ${purpose}
    order by created_at desc limit 1`);
  return row?.contact;
};

export const lockCode = (tx: Tx, contact: string, purpose: Purpose): Promise<CodeRow | undefined> =>
  tx.maybe<CodeRow>(sql`
    select code_hash as "codeHash", attempts, expires_at as "expiresMs" from identity_codes
    where contact = ${contact} and purpose = ${purpose} for update`);

export const countCodeAttempt = (tx: Tx, contact: string, purpose: Purpose): Promise<number> =>
  tx.run(
    sql`update identity_codes set attempts = attempts + 1 where contact = ${contact} and purpose = ${purpose}`,
  );

export const deleteCode = (tx: Tx, contact: string, purpose: Purpose): Promise<number> =>
  tx.run(sql`delete from identity_codes where contact = ${contact} and purpose = ${purpose}`);

/** Deletes up to `max` expired codes. Returns the count. */
export const deleteExpiredCodes = (tx: Tx, now: number, max: number): Promise<number> =>
  tx.run(sql`
    delete from identity_codes where ctid in (
      select ctid from identity_codes where expires_at < to_timestamp(${now} / 1000.0) limit ${max})`);

/** Deletes up to `max` attempts that are older than a moment and block nobody. Returns the count. */
export const deleteOldAttempts = (tx: Tx, now: number, before: number, max: number): Promise<number> =>
  tx.run(sql`
    delete from identity_attempts where ctid in (
      select ctid from identity_attempts
      where last_at < to_timestamp(${before} / 1000.0) and blocked_until < to_timestamp(${now} / 1000.0)
      limit ${max})`);
