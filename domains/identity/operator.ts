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

/** An account for operators, with the time of its last use, unix ms. */
export type OperatorUser = UserRow & { readonly seenMs: number | null };

/** Calls of the console about accounts. The caller checks roles and writes the audit log. */
export interface IdentityForOperators {
  search(page: {
    readonly keyword: string;
    readonly page: number;
    readonly limit: number;
  }): Promise<{ readonly rows: OperatorUser[]; readonly total: number }>;
  user(id: UserId): Promise<OperatorUser | undefined>;
  sessions(db: Queries, id: UserId): Promise<SessionRow[]>;
  /** Returns the login attempts of an account, newest first; with `failedOnly` those that were refused. */
  logins(
    id: UserId,
    page: { readonly page: number; readonly limit: number },
    failedOnly: boolean,
  ): Promise<{ readonly rows: LoginRow[]; readonly total: number }>;
  /** Returns frozen accounts whose owners proved that they want them back, the longest waiting first. */
  unfreezeRequests(page: {
    readonly page: number;
    readonly limit: number;
  }): Promise<{ readonly rows: UserRow[]; readonly total: number }>;
  /** Freezes an account and ends its sessions. Returns true if the state changed. */
  freeze(tx: Tx, id: UserId, by: 'user' | 'operator'): Promise<boolean>;
  /** Returns the contacts that were linked after the account was opened, newest first. */
  contactChanges(db: Queries, id: UserId): Promise<ContactChange[]>;
  /** Undoes a contact change; see `restoreContact`. Returns true on success. */
  restoreContact(tx: Tx, id: UserId, change: number): Promise<boolean>;
  /** Unfreezes an account and starts the withdrawal hold. Returns true if the state changed. */
  unfreeze(tx: Tx, id: UserId): Promise<boolean>;
}

export const forOperators = (deps: ResolvedDeps): IdentityForOperators => ({
  search: (page) => searchUsers(deps.ctx.db, page),
  user: (id) => userForOperators(deps.ctx.db, id),
  sessions: (db, id) => ownSessions(deps, db, id),
  logins: (id, page, failedOnly) => loginsOf(deps.ctx.db, id, page, failedOnly),
  unfreezeRequests: (page) => unfreezeRequests(deps.ctx.db, page),
  contactChanges,
  restoreContact: (tx, id, change) => restoreContact(deps, tx, id, change),
  async freeze(tx, id, by) {
    const changed = await freeze(tx, id, by);
    await endSessions(deps, tx, id, null);
    return changed > 0;
  },
  async unfreeze(tx, id) {
    const changed = await unfreeze(tx, id);
    if (changed > 0) await noteCredentialChange(tx, id, 'unfreeze', deps.ctx.clock.now());
    return changed > 0;
  },
});
