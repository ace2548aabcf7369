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
import { ensureHouseUser } from './house.ts';
import { identityHandlers } from './http.ts';
import { forOperators } from './operator.ts';
import type { IdentityForOperators } from './operator.ts';
import { resolveDeps } from './deps.ts';
import { accountNamed } from './recipient.ts';
import type { IdentityDeps } from './deps.ts';
import { setRealState } from './real-state.ts';
import type { RealState } from './real-state.ts';
import { openByPasskey } from './passkey.ts';
import { proofOf } from './proof.ts';
import type { Proof } from './proof.ts';
import { createAuthenticate } from './sessions.ts';
import type { Authenticate } from './sessions.ts';
import { credentialChange, noteCredentialChange, usersById } from './store.ts';
import type { CredentialChange, UserRow } from './store.ts';
import { identityWork, startSweeping } from './sweep.ts';

export { clearTries, waitOf } from './attempt-store.ts';
export { countAttempts, lockedWait, personKey, refuseForNow } from './attempts.ts';
export { deviceText } from './device.ts';
export { isCommonPassword } from './common-passwords.ts';
export { isHouseUser } from './house.ts';
export { masked } from './masked.ts';
export { withAntiPhishing } from './anti-phishing-line.ts';
export { identityNotices } from './notices.ts';
export { loginView } from './http.ts';
export { withSecurityFooter } from './security-footer.ts';
export { identityMessages } from './messages.ts';
export { sessionsEnded } from './topics.ts';
export type { SessionsEnded } from './topics.ts';
export type { DemoLogin } from './demo.ts';
export type { IdentityForOperators, OperatorUser } from './operator.ts';
export type { ContactChange } from './contact-store.ts';
export type { OwnerProof } from './owner-proof.ts';
export type { RealState } from './real-state.ts';
export type { IdentityDeps, SecondStep } from './deps.ts';
export type { Proof } from './proof.ts';
export { isTrustedDevice } from './login-policy.ts';
export type { DeviceState, Standing } from './login-policy.ts';
export { createLoginThrottle } from './login-throttle.ts';
export type { LoginSubject, LoginThrottle } from './login-throttle.ts';
export { tryOnce } from './rules.ts';
export type { Allowance, IdentityLimits, LoginLimits, Tried } from './rules.ts';
export type { Authenticate } from './sessions.ts';
export type { SessionRow } from './session-store.ts';
export type { CredentialChange, UserRow } from './store.ts';

/** People, their receivers, passwords and sessions. */
export interface Identity {
  readonly handlers: Handlers<Contract['identity']>;
  /** Whose session a token opens; at once where it is in memory. */
  readonly authenticate: Authenticate;
  /** What requests of a known device are counted by, if its token has a right signature. */
  deviceKey(token: string): string | undefined;
  readonly operators: IdentityForOperators;
  /** Due work to give to a worker. */
  readonly work: WorkHandlers;
  /** Plans the hourly cleaning; once at the start of a process that works. */
  start(): Promise<void>;
  /** Accounts by their UID, those that exist, in order. */
  users(db: Queries, ids: readonly UserId[]): Promise<UserRow[]>;
  /** The account that a UID or an e-mail address names, house accounts too. */
  accountNamed(db: Queries, typed: string): Promise<UserRow | undefined>;
  /** Keeps the state of verification with an account; its sessions have the rights that go with it at once. */
  setRealState(tx: Tx, user: UserId, state: RealState): Promise<void>;
  /** What was last changed of the account's credentials and when; undefined where nothing was since it was opened. */
  credentialChange(db: Queries, user: UserId): Promise<CredentialChange | undefined>;
  /** Notes a change of credentials that another room keeps. */
  noteCredentialChange(tx: Tx, user: UserId, what: ChangedCredential): Promise<void>;
  /** From when contacts that were linked lately recover the account, unix ms; those that do already are not among them. */
  recoversFrom(db: Queries, user: UserId): Promise<ReadonlyMap<ContactKind, number>>;
  /** How long a contact that is linked later recovers nothing. */
  readonly contactWaitMs: number;
  /** Takes the token of a link by which a contact of before reports a change; answers whose account it is. Refuses `link_invalid`. */
  takeReport(tx: Tx, token: string): Promise<UserId>;
  /** What shows that it is still the account's owner who has the session. */
  readonly proof: Proof;
  /** Opens a session for who was known by a passkey, and answers its token; `account_frozen` when it is frozen. */
  openByPasskey(tx: Tx, user: UserId, request: RequestInfo): Promise<string>;
  /** The account by which the house trades under a name; opened at the first call. */
  ensureHouseUser(tx: Tx, name: string): Promise<UserId>;
  /** Demo mode only: three people with printed logins, opened once. */
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
    work: identityWork(resolved),
    start: async () => void (await startSweeping(resolved)),
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
    openByPasskey: (tx, user, request) => openByPasskey(resolved, tx, user, request),
    ensureHouseUser: (tx, name) => ensureHouseUser(resolved, tx, name),
    seedDemoUsers: () => seedDemoUsers(resolved),
  };
}
