import { useEffect } from 'react';
import { useSession } from './session.ts';

/** What is entered in one kind of form, by what it is for: a market, a trader. */
export interface Drafts<Draft> {
  readonly of: (id: number) => Draft | undefined;
  readonly set: (id: number, draft: Draft) => void;
  readonly forget: (id: number) => void;
}

/**
 * Drafts that last as long as the app is open: a visitor keeps them at the login, a logout clears them. They are not
 * stored, because a price of yesterday is no draft.
 */
export function openDrafts<Draft>(): Drafts<Draft> {
  const byId = new Map<number, Draft>();
  useSession.subscribe((now, before) => {
    if (before.token !== null && now.token !== before.token) byId.clear();
  });
  return {
    of: (id) => byId.get(id),
    set: (id, draft) => void byId.set(id, draft),
    forget: (id) => void byId.delete(id),
  };
}

/** Remembers what a form shows, for the next visit. */
export function useDraft<Draft>(drafts: Drafts<Draft>, id: number, draft: Draft): void {
  useEffect(() => drafts.set(id, draft), [drafts, id, draft]);
}
