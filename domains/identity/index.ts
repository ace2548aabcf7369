import { FIATS } from '@karat/contract';
import type { ChangedCredential, Contract, UserId } from '@karat/contract';
import type { DeviceClaim } from '@karat/platform/crypto';
import type { Queries, Tx } from '@karat/platform/db';
import type { Handlers, RequestInfo } from '@karat/platform/http';
import type { WorkHandlers } from '@karat/platform/work';
import { takeReport } from './contact-report.ts';
import { linkedSince } from './contact-store.ts';
import type { ContactKind } from './contact-store.ts';
import { seedDemoUsers } from './demo.ts';
import type { DemoLogin } from './demo.ts';
import { ensureHouseUser } from './house-account.ts';
import { failedLoginWork, startRecording } from './failed-logins.ts';
import { identityHandlers } from './http.ts';
import { forOperators } from './operator.ts';
import type { IdentityForOperators } from './operator.ts';
import { resolveDeps } from './deps.ts';
import { accountNamed } from './recipient.ts';
import type { IdentityDeps } from './deps.ts';
import { setRealState } from './real-state.ts';
import type { RealState } from './store.ts';
import { openByPasskey } from './passkey.ts';
import { proofOf } from './proof.ts';
import type { Proof } from './proof.ts';
import { createAuthenticate } from './sessions.ts';
import type { Authenticate } from './sessions.ts';
import { credentialChange, noteCredentialChange, usersById } from './store.ts';
import type { CredentialChange, UserRow } from './store.ts';
import { supportEmail } from './support-email.ts';
import type { SupportEmail } from './support-email.ts';
import { identityWork, startSweeping } from './sweep.ts';

export { resetAttempts, waitOf } from './attempt-store.ts';
export { addressKey, countAttempts, lockedWait, personKey, refuseForNow } from './attempts.ts';
export { deviceText } from './device.ts';
export { isCommonPassword } from './common-passwords.ts';
export { HOUSE_ID_MAX, isHouseUser } from './house-account.ts';
export { firstRegistration, registrationsIn } from './registrations.ts';
export { hasValidToken, identityKeyedRows } from './keyed-rows.ts';
export { masked } from './masked.ts';
export { withAntiPhishing } from './anti-phishing-line.ts';
export { identityNotices } from './notices.ts';
export { loginView } from './http.ts';
export { withSecurityFooter } from './security-footer.ts';
export { invitedBy, invitersOf, pairsOnOneDevice } from './invitations.ts';
export type { InvitedPair, InvitedUser } from './invitations.ts';
export { readAudience, readUsersAfter, readVipUsers, writeVipLevels } from './vip-levels.ts';
export type { VipUser } from './vip-levels.ts';
export { identityMessages } from './messages.ts';
export { RELAYED_TOPICS as identityRelayedTopics, sessionsEnded } from './topics.ts';
export type { SessionsEnded } from './topics.ts';
export type { DemoLogin } from './demo.ts';
export type { IdentityForOperators, OperatorUser } from './operator.ts';
export type { ContactChange } from './contact-store.ts';
export type { OwnerProof } from './owner-proof.ts';
export type { RealState } from './store.ts';
export type { IdentityDeps, SecondStep } from './deps.ts';
export type { Proof } from './proof.ts';
export { createDeviceStore } from './device-table.ts';
export { isTrustedDevice } from './login-policy.ts';
export type { DeviceState, LoginSource } from './login-policy.ts';
export { createLoginThrottle } from './login-throttle.ts';
export type { LoginSubject, LoginThrottle } from './login-throttle.ts';
export { countAttempt } from './rules.ts';
export type { Allowance, IdentityLimits, LoginLimits, AttemptCount } from './rules.ts';
export type { Authenticate } from './sessions.ts';
export type { SessionRow } from './session-store.ts';
export type { CredentialChange, UserRow } from './store.ts';

/** Accounts, their contacts, passwords and sessions. */
export interface Identity {
  readonly handlers: Handlers<Contract['identity']>;
  /** Returns the session of a token, synchronously if it is cached. */
  readonly authenticate: Authenticate;
  /** Rate limit key of a request with a valid device token. */
  deviceKey(token: string): string | undefined;
  readonly operators: IdentityForOperators;
  /** Due work of the domain. */
  readonly work: WorkHandlers;
  /** Schedules the hourly cleanup. Call it once at the start of a work process. */
  start(): Promise<void>;
  /** Returns the existing accounts of these UIDs, in order. */
  users(db: Queries, ids: readonly UserId[]): Promise<UserRow[]>;
  /** Returns the account of a UID or an email address, house accounts included. */
  accountNamed(db: Queries, typed: string): Promise<UserRow | undefined>;
  /** Stores the verification state of an account; its sessions get the matching rights at once. */
  setRealState(tx: Tx, user: UserId, state: RealState): Promise<void>;
  /** Returns the last credential change and its time; undefined if there was none since the account was opened. */
  credentialChange(db: Queries, user: UserId): Promise<CredentialChange | undefined>;
  /** Records a credential change of another domain. */
  noteCredentialChange(tx: Tx, user: UserId, what: ChangedCredential): Promise<void>;
  /** Returns from when recently linked contacts can recover the account, unix ms. Omits contacts that already can. */
  recoversFrom(db: Queries, user: UserId): Promise<ReadonlyMap<ContactKind, number>>;
  /** How long a newly linked contact cannot recover the account. */
  readonly contactWaitMs: number;
  /** Consumes the token of a report link of an earlier contact and returns the account. Refuses `link_invalid`. */
  takeReport(tx: Tx, token: string): Promise<UserId>;
  /** Proof that the session belongs to the account's owner. */
  readonly proof: Proof;
  readonly supportEmail: SupportEmail;
  /** Opens a session after a passkey login and returns its token. Refuses `account_frozen`. */
  openByPasskey(tx: Tx, user: UserId, request: RequestInfo): Promise<string>;
  /** Returns the house account of a name; opens it at the first call. */
  ensureHouseUser(tx: Tx, name: string): Promise<UserId>;
  /** Demo mode only: opens four demo users once and returns their logins. */
  seedDemoUsers(): Promise<DemoLogin[]>;
}

const deviceKeyOf = (claim: DeviceClaim | undefined): string | undefined => claim && `device ${claim.device}`;

export function createIdentity(deps: IdentityDeps): Identity {
  const resolved = resolveDeps(deps, FIATS);
  return {
    handlers: identityHandlers(resolved),
    authenticate: createAuthenticate(resolved),
    deviceKey: (token) => deviceKeyOf(resolved.devices.read(token)),
    operators: forOperators(resolved),
    work: { ...identityWork(resolved), ...failedLoginWork(resolved) },
    async start() {
      await startSweeping(resolved);
      await startRecording(resolved);
    },
    users: usersById,
    accountNamed: (db, typed) => accountNamed(resolved, db, typed),
    credentialChange,
    async noteCredentialChange(tx, user, what) {
      await noteCredentialChange(tx, user, what, deps.ctx.clock.now());
    },
    setRealState: (tx, user, state) => setRealState(resolved, tx, user, state),
    contactWaitMs: resolved.limits.contactWaitMs,
    async recoversFrom(db, user) {
      const waitMs = resolved.limits.contactWaitMs;
      const recent = await linkedSince(db, user, deps.ctx.clock.now() - waitMs);
      return new Map(recent.map(({ kind, changedMs }) => [kind, changedMs + waitMs]));
    },
    takeReport: (tx, token) => takeReport(resolved, tx, token),
    proof: proofOf(resolved),
    supportEmail: supportEmail(resolved),
    openByPasskey: (tx, user, request) => openByPasskey(resolved, tx, user, request),
    ensureHouseUser: (tx, name) => ensureHouseUser(resolved, tx, name),
    seedDemoUsers: () => seedDemoUsers(resolved),
  };
}
