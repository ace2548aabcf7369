import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { sameBytes } from './compare.ts';
import { SecretError, findSecret, keyedHash, secretPath, signerFromSeed } from './keys.ts';
import type { SecretSource } from './keys.ts';

/** A secret that belongs to a database permanently: its hashes, sealed texts or signatures need the same secret. */
export type CanarySource = Omit<SecretSource, 'random'>;

/** Keyed hash by which a database knows a secret. */
export const canaryOf = (name: string, secret: Uint8Array): Buffer =>
  keyedHash(secret, 'karat-key-canary', name);

/** Whether a table exists. */
export const isMade = async (db: Queries, table: string): Promise<boolean> =>
  (await db.one<{ made: boolean }>(sql`select to_regclass(${table}) is not null as made`)).made;

/**
 * Returns what a database stores about its secrets: canaries, and the published signing keys from before canaries.
 * Changes nothing.
 */
async function isOwn(db: Queries, name: string, secret: Uint8Array): Promise<boolean> {
  if (await isMade(db, 'platform_key_canaries')) {
    const row = await db.maybe<{ canary: Buffer }>(
      sql`select canary from platform_key_canaries where name = ${name}`,
    );
    if (row) return sameBytes(row.canary, canaryOf(name, secret));
  }
  if (name !== 'signing' || !(await isMade(db, 'platform_signing_keys'))) return true;
  const newest = await db.maybe<{ id: string }>(sql`
    select id from platform_signing_keys where purpose = 'index-ticks' order by first_used_at desc, id limit 1`);
  return newest === undefined || newest.id === signerFromSeed(secret).keyId;
}

const hasCanary = async (db: Queries, name: string): Promise<boolean> =>
  (await isMade(db, 'platform_key_canaries')) &&
  (await db.maybe(sql`select 1 from platform_key_canaries where name = ${name}`)) !== undefined;

/**
 * Refuses with SecretError, naming the setting, if a secret does not belong to the database. Creates no key and
 * changes no row: call it before anything else does.
 */
export async function checkCanaries(db: Queries, sources: readonly CanarySource[]): Promise<void> {
  for (const source of sources) {
    const { name, variable, configured } = source;
    const secret = await findSecret(source);
    const from = configured === undefined || configured === '' ? secretPath(source) : variable;
    if (secret === undefined) {
      if (await hasCanary(db, name))
        throw new SecretError(
          `${from} is missing, and this database was made with it: restore it from a backup, or set ${variable}. Nothing was changed.`,
        );
    } else if (!(await isOwn(db, name, secret))) {
      throw new SecretError(
        `${from} is not the key that belongs to this database: set the one it was made with, or choose another DATABASE_URL. Nothing was changed.`,
      );
    }
  }
}

/** Stores canaries of secrets that have none. Unix ms. */
export async function keepCanaries(
  db: Queries,
  secrets: readonly { readonly name: string; readonly secret: Uint8Array }[],
  at: number,
): Promise<void> {
  for (const { name, secret } of secrets) {
    await db.run(sql`
      insert into platform_key_canaries (name, canary, created_at)
      values (${name}, ${canaryOf(name, secret)}, to_timestamp(${at} / 1000.0)) on conflict (name) do nothing`);
  }
}

/** Makes another secret the one of the database. Returns true if it differs from the one before. */
export const replaceCanary = async (
  tx: Tx,
  name: string,
  secret: Uint8Array,
  at: number,
): Promise<boolean> => {
  const changed = await tx.run(sql`
    insert into platform_key_canaries as kept (name, canary, created_at)
    values (${name}, ${canaryOf(name, secret)}, to_timestamp(${at} / 1000.0))
    on conflict (name) do update set canary = excluded.canary, created_at = excluded.created_at
    where kept.canary <> excluded.canary`);
  return changed > 0;
};
