import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { Parts } from './parts.ts';
import { ownSessions, endSessions } from './sessions.ts';
import type { SessionRow } from './session-store.ts';
import { searchUsers, setStatus, userForOperators } from './store.ts';
import type { UserRow } from './store.ts';

/** An account as operators see it: with the moment it was last used, unix ms. */
export type OperatorUser = UserRow & { readonly seenMs: number | null };

/** What the console may ask about accounts; whoever mounts it checks roles and writes the audit log. */
export interface IdentityForOperators {
  search(page: {
    readonly keyword: string;
    readonly page: number;
    readonly limit: number;
  }): Promise<{ readonly rows: OperatorUser[]; readonly total: number }>;
  user(id: UserId): Promise<OperatorUser | undefined>;
  sessions(id: UserId): Promise<SessionRow[]>;
  /** Freezes an account and ends its sessions, or thaws it. Answers whether anything changed. */
  setFrozen(tx: Tx, id: UserId, frozen: boolean): Promise<boolean>;
}

export const forOperators = (parts: Parts): IdentityForOperators => ({
  search: (page) => searchUsers(parts.ctx.db, page),
  user: (id) => userForOperators(parts.ctx.db, id),
  sessions: (id) => ownSessions(parts, id),
  async setFrozen(tx, id, frozen) {
    const changed = await setStatus(tx, id, frozen ? 'frozen' : 'active');
    if (frozen) await endSessions(parts, tx, id, null);
    return changed > 0;
  },
});
