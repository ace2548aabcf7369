import type { SessionId } from '@karat/contract';
import type { Caller } from '@karat/platform/http';

interface CachedSession {
  readonly caller: Caller;
  /** Unix ms from which the session must be read again. */
  readonly until: number;
}

/** Cache of sessions by token hash; evicts those unused longest. */
export interface SessionCache {
  get(hash: string, now: number): Caller | undefined;
  put(hash: string, caller: Caller, until: number): void;
  drop(sessionIds: readonly SessionId[]): void;
  /** Grows with every removal: a session that was read before must not be cached after. */
  drops(): number;
  size(): number;
}

/** Token hashes of ended sessions. An ended session never reopens, so one lookup suffices. */
export interface EndedTokens {
  has(hash: string): boolean;
  add(hash: string): void;
}

/** Stores at most `max` hashes. When full it is cleared, which costs one lookup each. */
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
  const stored = byHash.get(hash);
  if (!stored) return;
  byHash.delete(hash);
  hashOf.delete(stored.caller.sessionId);
}

/**
 * Stores at most `max` sessions in two generations: a session in use moves into the younger one; when that holds half
 * of them, the older one is dropped. Reads of a session in use so write nothing.
 */
export function createSessionCache(max: number): SessionCache {
  let young = generation();
  let old = generation();
  let drops = 0;

  const save = (hash: string, stored: CachedSession): void => {
    remove(old, hash);
    remove(young, hash);
    if (young.byHash.size >= Math.floor(max / 2)) {
      old = young;
      young = generation();
    }
    young.byHash.set(hash, stored);
    young.hashOf.set(stored.caller.sessionId, hash);
  };

  return {
    get(hash, now) {
      const used = young.byHash.get(hash);
      const stored = used ?? old.byHash.get(hash);
      if (!stored) return undefined;
      if (stored.until <= now) {
        remove(used ? young : old, hash);
        return undefined;
      }
      if (!used) save(hash, stored);
      return stored.caller;
    },
    put: (hash, caller, until) => save(hash, { caller, until }),
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
