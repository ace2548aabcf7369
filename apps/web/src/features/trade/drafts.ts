import { useEffect } from 'react';
import { useSession } from '../../lib/session.ts';

/** What is entered in the tickets of a product, by market. */
export interface Drafts<Draft> {
  readonly of: (market: number) => Draft | undefined;
  readonly set: (market: number, draft: Draft) => void;
}

/**
 * Drafts that last as long as the app is open: a visitor keeps them at the login, a logout clears them. They are not
 * stored, because a price of yesterday is no draft.
 */
export function openDrafts<Draft>(): Drafts<Draft> {
  const byMarket = new Map<number, Draft>();
  useSession.subscribe((now, before) => {
    if (before.token !== null && now.token !== before.token) byMarket.clear();
  });
  return {
    of: (market) => byMarket.get(market),
    set: (market, draft) => void byMarket.set(market, draft),
  };
}

/** Remembers what a ticket shows, for the next visit of its market. */
export function useDraft<Draft>(drafts: Drafts<Draft>, market: number, draft: Draft): void {
  useEffect(() => drafts.set(market, draft), [drafts, market, draft]);
}
