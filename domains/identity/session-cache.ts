import type { SessionId } from '@karat/contract';
import type { Caller } from '@karat/platform/http';

interface Kept {
  readonly caller: Caller;
  /** Unix ms from which it must be looked up again. */
  readonly until: number;
}

/** Sessions in use by the hash of their token; the one unused longest makes room. */
export interface SessionCache {
  get(hash: string, now: number): Caller | undefined;
  put(hash: string, caller: Caller, until: number): void;
  drop(sessionIds: readonly SessionId[]): void;
  /** Grows with every drop: who looked something up before must not put it in after. */
  drops(): number;
  size(): number;
}

export function createSessionCache(max: number): SessionCache {
  // A Map keeps the order of insertion, so its first key is the one unused longest.
  const byHash = new Map<string, Kept>();
  const hashOf = new Map<SessionId, string>();
  let drops = 0;

  const remove = (hash: string): void => {
    const kept = byHash.get(hash);
    if (!kept) return;
    byHash.delete(hash);
    hashOf.delete(kept.caller.sessionId);
  };

  return {
    get(hash, now) {
      const kept = byHash.get(hash);
      if (!kept) return undefined;
      if (kept.until <= now) {
        remove(hash);
        return undefined;
      }
      byHash.delete(hash);
      byHash.set(hash, kept);
      return kept.caller;
    },
    put(hash, caller, until) {
      remove(hash);
      byHash.set(hash, { caller, until });
      hashOf.set(caller.sessionId, hash);
      if (byHash.size <= max) return;
      const [oldest] = byHash.keys();
      if (oldest !== undefined) remove(oldest);
    },
    drop(sessionIds) {
      drops += 1;
      for (const id of sessionIds) {
        const hash = hashOf.get(id);
        if (hash !== undefined) remove(hash);
      }
    },
    drops: () => drops,
    size: () => byHash.size,
  };
}
