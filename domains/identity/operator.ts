import type { UserId } from '@karat/contract';
import type { Queries, Tx } from '@karat/platform/db';
import { contactChanges } from './contact-store.ts';
import type { ContactChange } from './contact-store.ts';
import { loginsOf } from './history-store.ts';
import type { LoginRow } from './history-store.ts';
import type { ResolvedDeps } from './deps.ts';
import { restoreContact } from './restore-contact.ts';
import { ownSessions, endSessions } from './sessions.ts';
import type { SessionRow } from './session-store.ts';
import {
  freeze,
  noteCredentialChange,
  searchUsers,
  unfreeze,
  unfreezeRequests,
  userForOperators,
} from './store.ts';
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
  sessions(db: Queries, id: UserId): Promise<SessionRow[]>;
  /** Tries to log in to an account, newest first. */
  logins(
    id: UserId,
    page: { readonly page: number; readonly limit: number },
  ): Promise<{ readonly rows: LoginRow[]; readonly total: number }>;
  /** Frozen accounts whose owners have proved to want them back, the longest waiting first. */
  unfreezeRequests(page: {
    readonly page: number;
    readonly limit: number;
  }): Promise<{ readonly rows: UserRow[]; readonly total: number }>;
  /** Freezes an account and ends its sessions. Answers whether anything changed. */
  freeze(tx: Tx, id: UserId, by: 'user' | 'operator'): Promise<boolean>;
  /** Contacts that were linked to an account after it was opened, newest first. */
  contactChanges(db: Queries, id: UserId): Promise<ContactChange[]>;
  /** Undoes the change of a contact; see `restoreContact`. Answers whether it could. */
  restoreContact(tx: Tx, id: UserId, change: number): Promise<boolean>;
  /** Opens an account again; withdrawals then wait as after a change of credentials. Answers whether anything changed. */
  thaw(tx: Tx, id: UserId): Promise<boolean>;
}

export const forOperators = (deps: ResolvedDeps): IdentityForOperators => ({
  search: (page) => searchUsers(deps.ctx.db, page),
  user: (id) => userForOperators(deps.ctx.db, id),
  sessions: (db, id) => ownSessions(deps, db, id),
  logins: (id, page) => loginsOf(deps.ctx.db, id, page),
  unfreezeRequests: (page) => unfreezeRequests(deps.ctx.db, page),
  contactChanges,
  restoreContact: (tx, id, change) => restoreContact(deps, tx, id, change),
  async freeze(tx, id, by) {
    const changed = await freeze(tx, id, by);
    await endSessions(deps, tx, id, null);
    return changed > 0;
  },
  async thaw(tx, id) {
    const changed = await unfreeze(tx, id);
    if (changed > 0) await noteCredentialChange(tx, id, 'unfreeze', deps.ctx.clock.now());
    return changed > 0;
  },
});
