/** What proves that it is the user: pay password, one-time codes, passkeys, API keys. */
import type { Contract, UserId } from '@karat/contract';
import type { SecondStep } from '@karat/domains/identity';
import type { ApprovalKinds, Stoppable } from '@karat/domains/operators';
import type { Queries, Tx } from '@karat/platform/db';
import type { Handlers, ProgramAuthentication } from '@karat/platform/http';
import type { WorkHandlers } from '@karat/platform/work';
import { endApiKeys } from './api-keys.ts';
import type { KeysEndedBy } from './api-keys.ts';
import { confirm } from './confirm.ts';
import type { Confirmation } from './confirm.ts';
import { seedDemoPayPassword } from './demo.ts';
import { holdUntil, keyHoldUntil, lastHoldEnd } from './hold.ts';
import { credentialsHandlers } from './http.ts';
import { approvalsOf } from './operator.ts';
import { userStoppable } from './stoppable.ts';
import { resolveDeps } from './deps.ts';
import type { CredentialsDeps } from './deps.ts';
import { hasPasskey, provePasskey } from './passkeys.ts';
import { isSet, prove, takeCode } from './second-step.ts';
import { createProgramAuthentication } from './signed.ts';
import { credentialsWork, startSweeping } from './sweep.ts';

export type { Confirmation } from './confirm.ts';
export { credentialsNotices } from './notices.ts';
export { credentialsMessages } from './messages.ts';
export { apiKeysEnded } from './topics.ts';
export type { CredentialsDeps } from './deps.ts';

export interface Credentials {
  /**
   * Confirms a sensitive step. Refuses when no pay password is set (`pay_password_unset`), it is wrong
   * (`pay_password_wrong`), the one-time code is missing (`code_required`) or wrong (`code_wrong`), or there were too many
   * tries (`too_many_attempts`); a failed try is counted even when the caller's transaction rolls back.
   */
  confirm(tx: Tx, user: UserId, confirmation: Confirmation): Promise<void>;
  /** Until when withdrawals wait after a change of credentials, unix ms; undefined where they need not wait. */
  holdUntil(db: Queries, user: UserId): Promise<number | undefined>;
  /** When the hold after the last change of credentials ends or has ended, unix ms; undefined where nothing was changed. */
  lastHoldEnd(db: Queries, user: UserId): Promise<number | undefined>;
  /** Until when a key that may withdraw has to wait, by the moment at which it was made; undefined where it need not. */
  keyHoldUntil(since: number): number | undefined;
  readonly handlers: Handlers<Contract['credentials']>;
  /** What two operators decide: freezing, thawing, putting a contact back, and removing a lost authenticator or lost passkeys. */
  readonly approvals: ApprovalKinds;
  /** Accounts, which one operator freezes. */
  readonly stoppable: Stoppable;
  /** Second factors for logins and changes that identity makes. */
  readonly secondStep: SecondStep;
  /**
   * How programs prove their API keys. Refuses `signature_wrong`, `timestamp_outside`, `signature_used`, `right_missing` and
   * `account_frozen`.
   */
  readonly programs: ProgramAuthentication;
  /** Ends all API keys of an account in the transaction that reset a credential, and notifies the owner. */
  endApiKeys(tx: Tx, user: UserId, by: KeysEndedBy): Promise<void>;
  /** Due work to give to a worker. */
  readonly work: WorkHandlers;
  /** Schedules the regular cleaning; once at the start of a process that works. */
  start(): Promise<void>;
  /** Demo mode only: gives a user the demo pay password, once, and answers it. */
  seedDemoPayPassword(user: UserId): Promise<string>;
}

export function createCredentials(deps: CredentialsDeps): Credentials {
  const resolved = resolveDeps(deps);
  return {
    confirm: (tx, user, confirmation) => confirm(resolved, tx, user, confirmation),
    holdUntil: (db, user) => holdUntil(resolved, db, user),
    lastHoldEnd: (db, user) => lastHoldEnd(resolved, db, user),
    keyHoldUntil: (since) => keyHoldUntil(resolved, since),
    handlers: credentialsHandlers(resolved),
    approvals: approvalsOf(resolved),
    stoppable: userStoppable(resolved),
    secondStep: {
      isSet,
      take: (tx, user, code) => takeCode(resolved, tx, user, code),
      prove: (user, code) => prove(resolved, user, code),
      hasPasskey,
      provePasskey: (user, credential, request, asker) =>
        provePasskey(resolved, user, credential, request, asker),
    },
    programs: createProgramAuthentication(resolved),
    endApiKeys: (tx, user, by) => endApiKeys(resolved, tx, user, by),
    work: credentialsWork(resolved),
    start: async () => void (await startSweeping(resolved)),
    seedDemoPayPassword: (user) => seedDemoPayPassword(resolved, user),
  };
}
