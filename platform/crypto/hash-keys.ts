import { sql } from '@karat/platform/db';
import type { Database, Queries, Tx } from '@karat/platform/db';
import { canaryOf, isMade } from './canary.ts';
import type { CanarySource } from './canary.ts';
import { sameBytes } from './compare.ts';
import { hashKeyId, keyRing } from './key-ring.ts';
import type { KeyRing } from './key-ring.ts';
import { SecretError, findSecret, openSecret, readSecret, secretPath } from './keys.ts';
import type { SecretSource } from './keys.ts';

/** The current hash key, and further ones that open and verify. */
export interface HashKeySource extends CanarySource {
  readonly accepted: readonly string[];
  readonly acceptedVariable: string;
}

/** A hash key that was the current one of a process. */
export interface KnownHashKey {
  readonly id: string;
  readonly canary: Buffer;
  readonly isFirst: boolean;
  /** Unix ms. */
  readonly sinceMs: number;
  readonly retiredMs: number | null;
}

/** Returns the known hash keys, oldest first. */
export const knownHashKeys = (db: Queries): Promise<KnownHashKey[]> =>
  db.rows<KnownHashKey>(sql`
    select id, canary, is_first as "isFirst", since as "sinceMs", retired_at as "retiredMs"
    from platform_hash_keys order by since, id`);

const NAME = 'hash';
const UNCHANGED = 'Nothing was changed.';
const refuse = (text: string): never => {
  throw new SecretError(`${text} ${UNCHANGED}`);
};

/** Returns the known keys; of a database from before key rings, the one that its canary stands for. */
async function keysOf(db: Queries): Promise<Pick<KnownHashKey, 'id' | 'canary' | 'isFirst' | 'retiredMs'>[]> {
  const known = (await isMade(db, 'platform_hash_keys')) ? await knownHashKeys(db) : [];
  if (known.length > 0 || !(await isMade(db, 'platform_key_canaries'))) return known;
  const rows = await db.rows<{ canary: Buffer }>(
    sql`select canary from platform_key_canaries where name = ${NAME}`,
  );
  return rows.map(({ canary }) => ({ id: '', canary, isFirst: true, retiredMs: null }));
}

const acceptedOf = ({ accepted, acceptedVariable }: HashKeySource): Buffer[] =>
  accepted.map((text) => readSecret(acceptedVariable, text));

/**
 * Refuses with SecretError if the hash keys do not belong to the database, or if one is missing that rows still need; `rowsOf`
 * counts the rows of a mark. Changes nothing: call it before anything else does.
 */
export async function checkHashKeys(
  db: Queries,
  source: HashKeySource,
  rowsOf: (mark: string | null) => Promise<number>,
): Promise<void> {
  const { variable, configured, acceptedVariable } = source;
  const known = await keysOf(db);
  const current = await findSecret(source);
  const from = configured === undefined || configured === '' ? secretPath(source) : variable;
  if (current === undefined) {
    if (known.length > 0)
      refuse(
        `${from} is missing, and this database was made with it: restore it from a backup, or set ${variable}.`,
      );
    return;
  }
  const canaries = [current, ...acceptedOf(source)].map((secret) => canaryOf(NAME, secret));
  const isHere = ({ canary }: { readonly canary: Buffer }) => canaries.some((own) => sameBytes(own, canary));
  const inUse = known.filter(({ retiredMs }) => retiredMs === null);
  const own = canaryOf(NAME, current);
  if (known.some(({ canary, retiredMs }) => retiredMs !== null && sameBytes(own, canary)))
    refuse(`${from} is a hash key that was retired: set the current one.`);
  if (inUse.length > 0 && !inUse.some(isHere))
    refuse(
      `${from} is not the key that belongs to this database: set the one it was made with, or choose another DATABASE_URL.`,
    );
  for (const key of inUse.filter((one) => !isHere(one))) {
    const rows = await rowsOf(key.isFirst ? null : key.id);
    if (rows > 0)
      refuse(
        `${acceptedVariable} lacks the hash key ${key.id}, which ${rows} rows need: add it, and see "npm run keys -- list" for what depends on it.`,
      );
  }
}

/** Returns the id of the first key of the database, which is the current one of a new database. */
async function firstIdIn(tx: Tx, current: Buffer, accepted: readonly Buffer[]): Promise<string> {
  const known = await keysOf(tx);
  const first = known.find(({ isFirst }) => isFirst);
  const own = first && accepted.find((secret) => sameBytes(canaryOf(NAME, secret), first.canary));
  return first?.id || hashKeyId(own ?? current);
}

const keep = (tx: Tx, secret: Buffer, firstId: string, at: number): Promise<number> => {
  const id = hashKeyId(secret);
  return tx.run(sql`
    insert into platform_hash_keys (id, canary, is_first, since)
    values (${id}, ${canaryOf(NAME, secret)}, ${id === firstId}, to_timestamp(${at} / 1000.0))
    on conflict do nothing`);
};

/**
 * Opens the ring and records its current key with the database. Keys that were in use and are not accepted any more are retired:
 * `checkHashKeys` made sure that no row needs them. Returns their ids too.
 */
export async function openKeyRing(
  db: Database,
  source: HashKeySource & Pick<SecretSource, 'random'>,
  at: number,
): Promise<{ readonly ring: KeyRing; readonly retired: readonly string[] }> {
  const current = await openSecret(source);
  const accepted = acceptedOf(source);
  return db.transact(async (tx) => {
    // Processes that start at once on a new database agree about its first key.
    await tx.run(sql`lock table platform_hash_keys in share row exclusive mode`);
    const firstId = await firstIdIn(tx, current, accepted);
    for (const secret of [...accepted, current])
      if (secret === current || hashKeyId(secret) === firstId) await keep(tx, secret, firstId, at);
    const ring = keyRing(current, accepted, firstId);
    const ids = ring.keys.map(({ id }) => id);
    const retired = await tx.rows<{ id: string }>(sql`
      update platform_hash_keys set retired_at = to_timestamp(${at} / 1000.0)
      where retired_at is null and id <> all(${ids}) returning id`);
    // By it the version before key rings knows its key.
    await tx.run(sql`
      insert into platform_key_canaries as kept (name, canary, created_at)
      select ${NAME}, canary, to_timestamp(${at} / 1000.0) from platform_hash_keys
      where retired_at is null order by is_first desc, since limit 1
      on conflict (name) do update set canary = excluded.canary, created_at = excluded.created_at
      where kept.canary <> excluded.canary`);
    return { ring, retired: retired.map(({ id }) => id) };
  });
}

/** Returns the ring without recording anything. Refuses a current key that no server has started with. */
export async function readKeyRing(db: Database, source: HashKeySource): Promise<KeyRing> {
  const current = (await findSecret(source)) ?? refuse(`${source.variable} is not set.`);
  const known = await knownHashKeys(db);
  const first = known.find(({ isFirst }) => isFirst);
  if (!known.some(({ id, retiredMs }) => retiredMs === null && id === hashKeyId(current)))
    refuse(`no server has started with this ${source.variable} yet: start the servers with it first.`);
  return keyRing(current, acceptedOf(source), first?.id);
}
