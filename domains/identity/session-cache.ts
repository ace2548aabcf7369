import type { SessionId } from '@karat/contract';
import type { Caller } from '@karat/platform/http';

interface CachedSession {
  readonly caller: Caller;
  /** Unix ms from which it must be looked up again. */
  readonly until: number;
}

/** Sessions in use by the hash of their token; those unused longest make room. */
export interface SessionCache {
  get(hash: string, now: number): Caller | undefined;
  put(hash: string, caller: Caller, until: number): void;
  drop(sessionIds: readonly SessionId[]): void;
  /** Grows with every drop: who looked something up before must not put it in after. */
  drops(): number;
  size(): number;
}

/** Hashes of tokens whose sessions have ended. A session that ended never opens again, so that it is looked up once. */
export interface EndedTokens {
  has(hash: string): boolean;
  add(hash: string): void;
}

/** Keeps at most `max` hashes; when full it begins anew, which costs one lookup each. */
export function createEndedTokens(max: number): EndedTokens {
  const hashes = new Set<string>();
  return {
    has: (hash) => hashes.has(hash),
    add(hash) {
      if (hashes.size >= max) hashes.clear();
      hashes.add(hash);
    },
  };
}

interface Generation {
  readonly byHash: Map<string, CachedSession>;
  readonly hashOf: Map<SessionId, string>;
}
const generation = (): Generation => ({ byHash: new Map(), hashOf: new Map() });

function remove({ byHash, hashOf }: Generation, hash: string): void {
  const kept = byHash.get(hash);
  if (!kept) return;
  byHash.delete(hash);
  hashOf.delete(kept.caller.sessionId);
}

/**
 * Keeps at most `max` sessions, in two generations: what is used moves into the younger one, and when that holds half of
 * them the older one is forgotten. Finding a session in use so writes nothing.
 */
export function createSessionCache(max: number): SessionCache {
  let young = generation();
  let old = generation();
  let drops = 0;

  const keep = (hash: string, kept: CachedSession): void => {
    remove(old, hash);
    remove(young, hash);
    if (young.byHash.size >= Math.floor(max / 2)) {
      old = young;
      young = generation();
    }
    young.byHash.set(hash, kept);
    young.hashOf.set(kept.caller.sessionId, hash);
  };

  return {
    get(hash, now) {
      const used = young.byHash.get(hash);
      const kept = used ?? old.byHash.get(hash);
      if (!kept) return undefined;
      if (kept.until <= now) {
        remove(used ? young : old, hash);
        return undefined;
      }
      if (!used) keep(hash, kept);
      return kept.caller;
    },
    put: (hash, caller, until) => keep(hash, { caller, until }),
    drop(sessionIds) {
      drops += 1;
      for (const id of sessionIds) {
        for (const each of [young, old]) {
          const hash = each.hashOf.get(id);
          if (hash !== undefined) remove(each, hash);
        }
      }
    },
    drops: () => drops,
    size: () => young.byHash.size + old.byHash.size,
  };
}
