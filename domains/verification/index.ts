/** Verification of identity: data, photos, reviews. */
import type { UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import type { VerificationDeps } from './parts.ts';
import type { VerificationLevel } from './rules.ts';
import { levelOf } from './store.ts';

export { verificationMessages } from './messages.ts';
export { verificationNotices } from './notices.ts';
export type { VerificationDeps } from './parts.ts';
export type { VerificationLevel } from './rules.ts';

export interface Verification {
  /** The level of an account, also inside a transaction. */
  levelOf(db: Queries, user: UserId): Promise<VerificationLevel>;
}

export function createVerification(_deps: VerificationDeps): Verification {
  return { levelOf };
}
