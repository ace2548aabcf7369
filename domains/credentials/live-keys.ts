import type { Database } from '@karat/platform/db';
import { liveApiKeys } from './api-key-store.ts';

/**
 * Looks API keys up in the database, whatever is cached: another process may have ended one a moment ago. Callers that arrive while
 * a query runs share the next one, so at most one runs, and each caller's query began after the call arrived.
 */
export type IsLiveKey = (id: number) => Promise<boolean>;

export function createLiveKeyLookup(db: Database): IsLiveKey {
  let running: Promise<unknown> = Promise.resolve();
  let next: { readonly ids: Set<number>; readonly found: Promise<ReadonlySet<number>> } | undefined;

  const begin = (): NonNullable<typeof next> => {
    const ids = new Set<number>();
    const found = running.then(() => {
      next = undefined;
      return liveApiKeys(db, [...ids]);
    });
    running = found.catch(() => undefined);
    return { ids, found };
  };

  return async (id) => {
    next ??= begin();
    next.ids.add(id);
    return (await next.found).has(id);
  };
}
