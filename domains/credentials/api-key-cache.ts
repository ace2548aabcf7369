import type { UserId } from '@karat/contract';
import type { Caller } from '@karat/platform/http';
import type { ApiKeyRow } from './api-key-store.ts';

/** An API key with the caller that it stands for. */
export interface ActiveKey {
  readonly row: ApiKeyRow;
  readonly caller: Caller;
  /** When and from where it was last used, as the database has it. */
  used: { readonly atMs: number; readonly from: string | null };
}

interface Cached {
  readonly active: ActiveKey;
  /** Unix ms from which it must be looked up again. */
  readonly until: number;
}

/** API keys in use, so that not every signed request looks its key up. */
export interface ApiKeyCache {
  get(key: string | number, now: number): ActiveKey | undefined;
  /** Keeps a key that was looked up since `version`, unless keys have ended meanwhile. */
  put(active: ActiveKey, now: number, version: number): void;
  drop(user: UserId): void;
  /** Grows with every drop. */
  version(): number;
}

const KEYS_MAX = 10_000;
/** How long a key that another process ended may still be used. */
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
