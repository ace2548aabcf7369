import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { sameBytes } from './compare.ts';
import { keyedHash } from './keys.ts';

/** One key of keyed hashes and sealed texts. */
export interface HashKey {
  /** 8 hex digits, a keyed hash; not secret. */
  readonly id: string;
  readonly key: KeyObject;
  /**
   * What rows that depend on the key name it by: its id, or null for the first key of the database, whose rows may be
   * older than key rings and are also written by the version before them.
   */
  readonly mark: string | null;
}

/**
 * The hash keys of a process: the current key hashes and seals, the others only verify and open. Processes of one database may
 * have different current keys as long as each accepts those of the others.
 */
export interface KeyRing {
  readonly current: HashKey;
  /** All keys, the current one first. */
  readonly keys: readonly HashKey[];
}

/** Returns the id of a hash key. */
export const hashKeyId = (secret: Uint8Array | KeyObject): string =>
  keyedHash(secret, 'karat-hash-key-id').toString('hex').slice(0, 8);

/**
 * Returns the ring of a current key and further accepted keys; equal keys count once. `firstId` is the id of the first key of the
 * database; default is the current key.
 */
export function keyRing(
  currentSecret: Uint8Array,
  accepted: readonly Uint8Array[] = [],
  firstId: string = hashKeyId(currentSecret),
): KeyRing {
  const hashKey = (secret: Uint8Array): HashKey => {
    const id = hashKeyId(secret);
    return { id, key: createSecretKey(secret), mark: id === firstId ? null : id };
  };
  const current = hashKey(currentSecret);
  const others = new Map(accepted.map((secret) => [hashKeyId(secret), secret]));
  others.delete(current.id);
  return { current, keys: [current, ...[...others.values()].map(hashKey)] };
}

/** Returns the keyed hash of the parts under every key of the ring, that of the current key first. */
export function keyedHashes(
  { current, keys }: KeyRing,
  ...parts: readonly string[]
): readonly [Buffer, ...Buffer[]] {
  return [keyedHash(current.key, ...parts), ...keys.slice(1).map(({ key }) => keyedHash(key, ...parts))];
}

/** Returns true if a hash is one of the candidates. Takes the same time for each candidate that matches and for none. */
export const isOneOf = (hash: Uint8Array, candidates: readonly Uint8Array[]): boolean =>
  candidates.reduce((found, candidate) => sameBytes(candidate, hash) || found, false);
