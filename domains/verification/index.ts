/** Identity verification (KYC): data, photos, reviews. */
import type { Contract, UserId } from '@karat/contract';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Queries } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { seedDemoLevel } from './demo.ts';
import { pairsWithOneDocument } from './duplicates.ts';
import { verificationHandlers } from './http.ts';
import { LEVEL_OVERRIDE, levelOverride } from './override.ts';
import { resolveDeps } from './deps.ts';
import { PASS_BLOCKED, passBlocked } from './pass-blocked.ts';
import type { VerificationDeps } from './deps.ts';
import type { LevelLimits, VerificationLevel } from './rules.ts';
import { latestRequest, levelOf } from './store.ts';

export { verificationKeyedRows } from './keyed-rows.ts';
export { verificationMessages } from './messages.ts';
export { decidersOf, isRequestOf, verifiedAfter } from './store.ts';
export { documentUses, sharedDocuments, verifiedNames } from './monitored.ts';
export { verificationNotices } from './notices.ts';
export type { VerificationDeps } from './deps.ts';
export { simulator } from './provider.ts';
export type { Case, VerificationProvider } from './provider.ts';
export type { LevelLimits, VerificationLevel } from './rules.ts';

export interface Verification {
  readonly handlers: Handlers<Contract['verification']>;
  /** Decisions of two operators. */
  readonly approvals: ApprovalKinds;
  /** Returns the level of an account, also inside a transaction. */
  levelOf(db: Queries, user: UserId): Promise<VerificationLevel>;
  /** Returns the name on the verified document; undefined if there is none. */
  verifiedName(db: Queries, user: UserId): Promise<string | undefined>;
  /** Returns the second users of those pairs who sent in the same document as the first. */
  pairsWithOneDocument(
    db: Queries,
    pairs: readonly (readonly [first: UserId, second: UserId])[],
  ): Promise<UserId[]>;
  /** Limits of each level. */
  readonly limits: Readonly<Record<VerificationLevel, LevelLimits>>;
  /** Demo mode only: sets an initial level, once. */
  seedDemoLevel(user: UserId, level: VerificationLevel): Promise<void>;
}

export function createVerification(deps: VerificationDeps): Verification {
  const resolved = resolveDeps(deps);
  return {
    handlers: verificationHandlers(resolved),
    approvals: { [LEVEL_OVERRIDE]: levelOverride(resolved), [PASS_BLOCKED]: passBlocked(resolved) },
    levelOf,
    verifiedName: async (db, user) => (await latestRequest(db, user, 1, 'verified'))?.name ?? undefined,
    pairsWithOneDocument: (db, pairs) => pairsWithOneDocument(resolved, db, pairs),
    limits: resolved.limits,
    seedDemoLevel: (user, level) => seedDemoLevel(resolved, user, level),
  };
}
