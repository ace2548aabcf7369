/** Credentials of users: pay password, one-time codes, passkeys, API keys. */
import type { Contract, UserId } from '@karat/contract';
import type { SecondStep } from '@karat/domains/identity';
import type { ApprovalKinds, Stoppable } from '@karat/domains/operators';
import type { Queries, Tx } from '@karat/platform/db';
import type { Handlers, ProgramAuthentication } from '@karat/platform/http';
import type { WorkHandlers } from '@karat/platform/work';
import { endApiKeys } from './api-keys.ts';
import type { KeysEndedBy } from './api-keys.ts';
import { codesEndedWork } from './codes-ended.ts';
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
export { credentialsKeyedRows } from './keyed-rows.ts';
export { credentialsNotices } from './notices.ts';
export { credentialsMessages } from './messages.ts';
export { RELAYED_TOPICS as credentialsRelayedTopics, apiKeysEnded } from './topics.ts';
export type { CredentialsDeps } from './deps.ts';

export interface Credentials {
  /**
   * Confirms a sensitive action. Refuses `pay_password_unset`, `pay_password_wrong`, `code_required`, `code_wrong` and
   * `too_many_attempts`. A failed attempt counts even when the caller's transaction rolls back.
   */
  confirm(tx: Tx, user: UserId, confirmation: Confirmation): Promise<void>;
  /** Returns the end of the withdrawal hold after a credential change, unix ms; undefined if there is no hold now. */
  holdUntil(db: Queries, user: UserId): Promise<number | undefined>;
  /** Returns the end of the last hold, past or future, unix ms; undefined if nothing was changed. */
  lastHoldEnd(db: Queries, user: UserId): Promise<number | undefined>;
  /**
   * Returns the end of the hold of a key with withdrawal right, by its time of creation; undefined if there is no hold
   * now.
   */
  keyHoldUntil(since: number): number | undefined;
  readonly handlers: Handlers<Contract['credentials']>;
  /** Decisions of two operators: freeze, unfreeze, restore a contact, remove a lost authenticator or lost passkeys. */
  readonly approvals: ApprovalKinds;
  /** Accounts, which one operator can freeze. */
  readonly stoppable: Stoppable;
  /** Second factors for logins and changes in identity. */
  readonly secondStep: SecondStep;
  /**
   * Authentication of API key requests. Refuses `signature_wrong`, `timestamp_outside`, `signature_used`,
   * `right_missing` and `account_frozen`.
   */
  readonly programs: ProgramAuthentication;
  /** Ends all API keys of an account in the transaction of a credential reset, and notifies the owner. */
  endApiKeys(tx: Tx, user: UserId, by: KeysEndedBy): Promise<void>;
  /** Due work of the domain. */
  readonly work: WorkHandlers;
  /** Schedules the regular cleanup. Call it once at the start of a work process. */
  start(): Promise<void>;
  /** Demo mode only: sets the demo pay password of a user, once, and returns it. */
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
    work: { ...credentialsWork(resolved), ...codesEndedWork(resolved) },
    start: async () => void (await startSweeping(resolved)),
    seedDemoPayPassword: (user) => seedDemoPayPassword(resolved, user),
  };
}
