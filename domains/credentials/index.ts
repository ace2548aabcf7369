/** What proves that it is the user: pay password, one-time codes, passkeys, API keys. */
import type { UserId } from '@karat/contract';
import type { Queries, Tx } from '@karat/platform/db';
import { confirm } from './confirm.ts';
import type { Confirmation } from './confirm.ts';
import { holdUntil } from './hold.ts';
import { partsOf } from './parts.ts';
import type { CredentialsDeps } from './parts.ts';

export type { Confirmation } from './confirm.ts';
export { credentialsMessages } from './messages.ts';
export type { CredentialsDeps } from './parts.ts';

export interface Credentials {
  /**
   * Confirms a sensitive step. Refuses when no pay password is set (`pay_password_unset`), it is wrong
   * (`pay_password_wrong`), the one-time code is missing (`code_required`) or wrong (`code_wrong`), or there were too many
   * tries (`too_many_attempts`); a failed try is counted even when the caller's transaction rolls back.
   */
  confirm(tx: Tx, user: UserId, confirmation: Confirmation): Promise<void>;
  /** Until when withdrawals wait after a change of credentials, unix ms; undefined where they need not wait. */
  holdUntil(db: Queries, user: UserId): Promise<number | undefined>;
}

export function createCredentials(deps: CredentialsDeps): Credentials {
  const parts = partsOf(deps);
  return {
    confirm: (tx, user, confirmation) => confirm(parts, tx, user, confirmation),
    holdUntil: (db, user) => holdUntil(parts, db, user),
  };
}
