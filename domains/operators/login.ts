import { createHash } from 'node:crypto';
import { operatorId, refuse, sessionId } from '@karat/contract';
import { createLoginThrottle, deviceText, refuseForNow, countAttempt } from '@karat/domains/identity';
import type {
  Allowance,
  LoginLimits,
  LoginSubject,
  LoginThrottle,
  LoginSource,
} from '@karat/domains/identity';
import { append } from '@karat/platform/audit';
import type { Context } from '@karat/platform/context';
import { createDeviceTokens } from '@karat/platform/crypto';
import type { DeviceTokens, KeyRing, SessionTokens } from '@karat/platform/crypto';
import type { Queries, Tx } from '@karat/platform/db';
import { coarseNetworkOf } from '@karat/platform/http';
import type { OperatorCaller, RequestInfo } from '@karat/platform/http';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { Secret, TOTP } from 'otpauth';
import { lockSession, saveSessionAttempts } from './device-store.ts';
import { knownDevice } from './known-devices.ts';
import type { Passwords } from './operators.ts';
import { isAlive } from './rules.ts';
import { isSignedBy, mayUseCode } from './second-factor.ts';
import type { PasskeyPolicy, SecondFactor } from './second-factor.ts';
import * as store from './store.ts';
import type { OperatorRow } from './store.ts';

const STEP_MS = 30_000;
/** Codes of one step before and after are accepted, for clocks that differ. */
const WINDOW = 1;
/** Minimum interval between writes of the last use. */
const TOUCH_MS = 60_000;

const hashOf = (token: string): Uint8Array => createHash('sha256').update(token).digest();

/** Dependencies of operator logins. */
export interface LoginDeps {
  readonly ctx: Context;
  readonly passwords: Passwords;
  readonly tokens: SessionTokens;
  readonly devices: DeviceTokens;
  readonly throttle: LoginThrottle;
  readonly passkeys: PasskeyPolicy;
}

/** Failure limits of operators. Only the failing device or network waits. */
export const LOGIN_LIMITS: LoginLimits = {
  device: { free: 5, firstMs: 30_000, maxMs: 900_000, forgetMs: DAY_MS },
  accountAtNetwork: { free: 5, firstMs: 30_000, maxMs: 900_000, forgetMs: DAY_MS },
  network: { free: 30, firstMs: 30_000, maxMs: 900_000, forgetMs: DAY_MS },
  account: { free: 10, forgetMs: DAY_MS, verificationsPerMinute: 60 },
};
/** Failed proofs within one open session. */
const PROOF_LIMITS: Allowance = { free: 5, firstMs: 30_000, maxMs: HOUR_MS, forgetMs: DAY_MS };

/** State of operator logins in this process. */
export const operatorLogins = (
  resolved: Pick<LoginDeps, 'ctx' | 'passwords' | 'tokens' | 'passkeys'> & { readonly keys: KeyRing },
): LoginDeps => ({
  ctx: resolved.ctx,
  passwords: resolved.passwords,
  tokens: resolved.tokens,
  passkeys: resolved.passkeys,
  devices: createDeviceTokens(resolved.keys, 'operators'),
  throttle: createLoginThrottle(resolved.ctx.clock, LOGIN_LIMITS),
});

/** Returns the time step of a right code of a secret (base32), else undefined. */
export function codeStep(secret: string, code: string, now: number): number | undefined {
  // An operator whose login waits for its setup has no secret.
  if (secret === '') return undefined;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / STEP_MS) + delta;
}

/** Returns the time step of a right, unused code, else undefined. */
function takenStep(operator: OperatorRow, code: string, now: number): number | undefined {
  const step = codeStep(operator.totp_secret, code, now);
  return step !== undefined && step > operator.totp_step ? step : undefined;
}

interface LoginForm extends SecondFactor {
  readonly login: string;
  readonly password: string;
}

/** A second factor: a passkey signature, verified at once, or a code, compared under lock. */
type GivenFactor = { readonly isSigned: boolean } | { readonly code: string };

type FactorDeps = Pick<LoginDeps, 'ctx' | 'passkeys'>;

async function givenFactor(
  { ctx, passkeys }: FactorDeps,
  tx: Tx,
  { totp, credential }: SecondFactor,
  signer: { readonly operator: number | undefined; readonly by: 'login' | 'session' },
  request: Pick<RequestInfo, 'origin'>,
): Promise<GivenFactor> {
  if (credential === undefined) return { code: totp ?? '' };
  return { isSigned: await isSignedBy(ctx, passkeys, tx, { credential, ...signer }, request) };
}

/** Returns the newest accepted time step if the factor is right; a passkey does not change it. */
async function stepAfter(
  { ctx, passkeys }: FactorDeps,
  db: Queries,
  operator: OperatorRow,
  proof: GivenFactor,
): Promise<number | undefined> {
  if ('isSigned' in proof) return proof.isSigned ? operator.totp_step : undefined;
  if (!(await mayUseCode(db, passkeys, operator.id))) return undefined;
  return takenStep(operator, proof.code, ctx.clock.now());
}

type Outcome = { readonly token: string } | { readonly waitMs: number } | 'operator_login_failed';

/**
 * Opens a session with password and a second factor (one-time code or passkey) and returns its token. Refuses
 * `operator_login_failed` for every fault, and `too_many_attempts` while the device, or strangers on this network,
 * must wait. After many failures of strangers the password is compared only if the second factor is right, and each
 * factor allows one password: guessing stays limited, and the holder of the authenticator can log in.
 */
export async function login(deps: LoginDeps, input: LoginForm, request: RequestInfo): Promise<string> {
  const { ctx, passwords, throttle } = deps;
  const name = input.login.trim().toLowerCase();
  const operator = await store.operatorByLogin(ctx.db, name);
  const device = await knownDevice(deps, operator?.id, request);
  const { address } = request;
  const source: LoginSource = device === undefined ? 'stranger' : 'known_device';
  const subject: LoginSubject = { what: 'console', name, address, device, source };
  const verdict = await throttle.mayVerify(ctx.db, subject);
  if (verdict.kind === 'wait') return refuseForNow(verdict.waitMs);
  const signer = { operator: operator?.id, by: 'login' } as const;
  const proof = await ctx.db.transact((tx) => givenFactor(deps, tx, input, signer, request));
  const needsFactor = verdict.kind === 'step_up';
  if (needsFactor && (!operator || (await stepAfter(deps, ctx.db, operator, proof)) === undefined))
    return refuse('operator_login_failed');
  const right = operator
    ? await passwords.verify(operator.password_hash, input.password)
    : (await passwords.pretend(input.password), false);
  const attempt = {
    subject: needsFactor ? { ...subject, source: 'proved' as const } : subject,
    hash: right ? operator?.password_hash : undefined,
    origin: originOf(request, source),
  };
  const outcome = await ctx.db.transact((tx) => conclude(deps, tx, attempt, proof));
  if (outcome === 'operator_login_failed') return refuse(outcome);
  return 'token' in outcome ? outcome.token : refuseForNow(outcome.waitMs);
}

/** A comparison: `hash` is that of the right password, undefined if it was wrong. */
interface Tried {
  readonly subject: LoginSubject;
  readonly hash: string | undefined;
  readonly origin: ReturnType<typeof originOf>;
}

/** Source of a login for the audit log: the coarse network and the user agent. */
const originOf = ({ address, userAgent }: RequestInfo, source: LoginSource) => ({
  network: coarseNetworkOf(address),
  device: deviceText(userAgent),
  known_device: source !== 'stranger',
});

/** Writes an audit entry. An unknown login name is not stored: it may be a password in the wrong field. */
const note = (
  tx: Tx,
  action: 'login' | 'login failed' | 'proof failed',
  login: string | undefined,
  at: number,
  detail: Readonly<Record<string, unknown>>,
): Promise<number> =>
  append(tx, { actor: login ?? 'nobody', action, subject: login ?? 'unknown login', detail, at });

/** Decides on the outcome of a login with the counters locked. */
async function conclude(
  deps: LoginDeps,
  tx: Tx,
  { subject, hash, origin }: Tried,
  proof: GivenFactor,
): Promise<Outcome> {
  const { ctx, throttle, tokens } = deps;
  const now = ctx.clock.now();
  const operator = await store.operatorForLogin(tx, subject.name);
  const locked = await throttle.lock(tx, subject);
  if (locked.verdict.kind === 'wait') return { waitMs: locked.verdict.waitMs };
  // Other strangers have reached the limit meanwhile: the outcome is not revealed.
  if (locked.verdict.kind === 'step_up') return 'operator_login_failed';
  const step = operator && (await stepAfter(deps, tx, operator, proof));
  if (operator && step !== undefined && subject.source === 'proved')
    await store.noteStep(tx, operator.id, step);
  if (!operator || step === undefined || hash !== operator.password_hash) {
    await locked.fail();
    await note(tx, 'login failed', operator?.login, now, origin);
    return 'operator_login_failed';
  }
  await locked.succeed();
  await store.noteStep(tx, operator.id, step);
  const token = tokens.issue();
  await store.insertSession(tx, operator.id, { hash: hashOf(token), hashKey: tokens.mark }, now);
  const factor = 'isSigned' in proof ? 'passkey' : 'code';
  await note(tx, 'login', operator.login, now, { ...origin, factor });
  return { token };
}

/** Returns the operator of a live session's token. A token that this server did not issue causes no query. */
export async function authenticate(
  { ctx, tokens, passkeys }: Pick<LoginDeps, 'ctx' | 'tokens' | 'passkeys'>,
  token: string,
): Promise<OperatorCaller | undefined> {
  if (!tokens.isIssued(token)) return undefined;
  const now = ctx.clock.now();
  const session = await store.sessionByToken(ctx.db, hashOf(token));
  if (!session || !isAlive(session, now)) return undefined;
  if (now - session.seen_ms > TOUCH_MS) await store.touchSession(ctx.db, session.id, now);
  return {
    operatorId: operatorId(session.operator_id),
    login: session.login,
    role: session.role,
    sessionId: sessionId(session.id),
    ...(passkeys.isRequired && !session.has_passkey ? { mustEnrol: true } : {}),
  };
}

/**
 * Verifies a fresh second factor in an open session: a one-time code, or a passkey. Failures count against the
 * session, so the caller commits the transaction also when this returns a refusal. Throws `too_many_attempts`, which
 * counts nothing.
 */
export const confirm = (
  deps: FactorDeps,
  tx: Tx,
  caller: OperatorCaller,
  factor: SecondFactor,
  request: Pick<RequestInfo, 'origin'>,
): Promise<'ok' | 'totp_wrong'> =>
  proveSession(deps, tx, caller, { factor, request, failed: 'totp_wrong', isRight: async () => true });

/**
 * Signs an operator in again before an approval: password and a fresh second factor. Does not reveal which was wrong;
 * failures count against the session, so the caller commits also when this returns a refusal.
 */
export const signInAgain = (
  deps: FactorDeps & Pick<LoginDeps, 'passwords'>,
  tx: Tx,
  caller: OperatorCaller,
  { password, ...factor }: SecondFactor & { readonly password: string },
  request: Pick<RequestInfo, 'origin'>,
): Promise<'ok' | 'operator_login_failed'> =>
  proveSession(deps, tx, caller, {
    factor,
    request,
    failed: 'operator_login_failed',
    isRight: (hash) => deps.passwords.verify(hash, password),
  });

interface SessionProof<Failed> {
  readonly factor: SecondFactor;
  readonly request: Pick<RequestInfo, 'origin'>;
  readonly failed: Failed;
  /** Returns true if the password matches its hash. */
  readonly isRight: (hash: string) => Promise<boolean>;
}

async function proveSession<Failed extends string>(
  deps: FactorDeps,
  tx: Tx,
  caller: OperatorCaller,
  { factor, request, failed, isRight }: SessionProof<Failed>,
): Promise<'ok' | Failed> {
  const now = deps.ctx.clock.now();
  const operator = await store.operatorForUpdate(tx, caller.operatorId);
  const session = await lockSession(tx, caller.operatorId, caller.sessionId);
  if (!operator || !session) return refuse('unauthenticated');
  const { blockedUntil } = session.failures;
  if (blockedUntil > now) return refuseForNow(blockedUntil - now);
  const right = await isRight(operator.password_hash);
  const signer = { operator: operator.id, by: 'session' } as const;
  const proof = await givenFactor(deps, tx, factor, signer, request);
  const step = await stepAfter(deps, tx, operator, proof);
  if (!right || step === undefined) {
    const next = countAttempt(session.failures, now, PROOF_LIMITS);
    if (!('waitMs' in next)) await saveSessionAttempts(tx, caller.sessionId, next);
    await note(tx, 'proof failed', operator.login, now, {});
    return failed;
  }
  await saveSessionAttempts(tx, caller.sessionId, { count: 0, lastAt: now, blockedUntil: 0 });
  await store.noteStep(tx, operator.id, step);
  return 'ok';
}
