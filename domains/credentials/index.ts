/** What proves that it is the user: pay password, one-time codes, passkeys, API keys. */
import type { UserId } from '@karat/contract';
import type { Queries, Tx } from '@karat/platform/db';

export { credentialsMessages } from './messages.ts';

/** What a user gives to confirm a step by which value leaves the account. */
export interface Confirmation {
  readonly payPassword: string;
  /** Six digits of the authenticator, where the user has set one up. */
  readonly code?: string | undefined;
}

export interface Credentials {
  /**
   * Confirms a sensitive step. Refuses when no pay password is set, it is wrong, the one-time code is missing or wrong, or
   * there were too many tries; a failed try is counted even when the caller's transaction rolls back.
   */
  confirm(tx: Tx, user: UserId, confirmation: Confirmation): Promise<void>;
  /** Until when withdrawals wait after a change of credentials, unix ms; undefined where they need not wait. */
  holdUntil(db: Queries, user: UserId): Promise<number | undefined>;
}
