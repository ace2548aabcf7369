import type { KeyObject } from 'node:crypto';
import type { UserId } from '@karat/contract';
import type { Caller } from '@karat/platform/http';
import type { ApiKeyRow } from './api-key-store.ts';

/** An API key with its caller. */
export interface ActiveKey {
  readonly row: ApiKeyRow;
  /** Opened once: opening it and reading a key from text take longer than all else of a signed request. */
  readonly secret: KeyObject;
  readonly caller: Caller;
  /** Time and address of the last use, as stored. */
  used: { readonly atMs: number; readonly from: string | null };
}

interface Cached {
  readonly active: ActiveKey;
  /** Unix ms from which the key must be read again. */
  readonly until: number;
}

/** Cache of API keys, so that not every signed request reads its key. */
export interface ApiKeyCache {
  get(key: string | number, now: number): ActiveKey | undefined;
  /** Stores a key that was read at `version`, unless keys have ended since. */
  put(active: ActiveKey, now: number, version: number): void;
  drop(user: UserId): void;
  /** Grows with every removal. */
  version(): number;
}

const KEYS_MAX = 10_000;
/** How long a key stays valid here after another process ended it. */
const CACHED_MS = 2_000;

export function createApiKeyCache(): ApiKeyCache {
  const keys = new Map<string | number, Cached>();
  let version = 0;
  return {
    get(key, now) {
      const cached = keys.get(key);
      return cached && cached.until > now && cached.until - now <= CACHED_MS ? cached.active : undefined;
    },
    put(active, now, since) {
      if (since !== version) return;
      if (keys.size >= KEYS_MAX) keys.clear();
      const cached = { active, until: now + CACHED_MS };
      keys.set(active.row.key, cached);
      keys.set(active.row.id, cached);
    },
    drop(user) {
      version += 1;
      for (const [key, { active }] of keys) if (active.row.userId === user) keys.delete(key);
    },
    version: () => version,
  };
}
