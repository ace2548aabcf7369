import { refuse } from '@karat/contract';
import type { RequestInfo } from '@karat/platform/http';
import type { Tx } from '@karat/platform/db';
import { loginName, refuseForNow } from './attempts.ts';
import { countCodeAttempt } from './attempt-store.ts';
import type { Purpose } from './attempt-store.ts';
import { checkCode, codeKey, resetCodeLimits, judgeCode } from './codes.ts';
import { noteLogin } from './history.ts';
import { knownDevice } from './known-devices.ts';
import type { LoginVerdict } from './login-policy.ts';
import type { LockedLogin, LoginSubject } from './login-throttle.ts';
import type { ResolvedDeps } from './deps.ts';
import { contactOfLogin } from './resolve.ts';
import { openSession } from './sessions.ts';
import { credentialOf, lockCredential, rehashPassword } from './store.ts';
import type { Credential } from './store.ts';

/** Passwords cannot be longer; a longer text is not hashed. */
const PASSWORD_BYTES_MAX = 1_024;

export interface LoginForm {
  readonly user_string: string;
  readonly area_code?: string | undefined;
  readonly password: string;
  /** A code of the authenticator, or a backup code, if the account has an authenticator. */
  readonly totp?: string | undefined;
  /** A code sent to the contact, required after many failures of strangers. */
  readonly code?: string | undefined;
}

/** A login code that was sent to the contact. */
export interface SentCode {
  /** Key under which the code is stored. */
  readonly key: string;
  readonly contact: string;
  readonly purpose: Purpose;
  readonly code: string;
}

async function loginCode(
  deps: ResolvedDeps,
  { user_string, area_code, code }: LoginForm,
  { address }: RequestInfo,
): Promise<SentCode | undefined> {
  if (code === undefined) return undefined;
  const contact = (await contactOfLogin(deps, user_string, area_code)) ?? refuse('receiver_invalid');
  return { key: codeKey(contact.value, 'login', address), contact: contact.value, purpose: 'login', code };
}

/** Outcome of a password comparison; revealed only after the counters are locked. */
export interface PasswordAttempt {
  readonly account: Credential | undefined;
  readonly right: boolean;
  readonly subject: LoginSubject;
  readonly proof: SentCode | undefined;
}

type Failure = 'login_failed' | 'account_frozen' | 'code_required' | 'code_wrong' | 'code_expired';
type Outcome = { readonly token: string } | Exclude<LoginVerdict, { kind: 'verify' }> | Failure;

/** Refuses a login whose password is not compared. */
export function refuseVerdict(verdict: Exclude<LoginVerdict, { kind: 'verify' }>): never {
  return verdict.kind === 'wait' ? refuseForNow(verdict.waitMs) : refuse('login_code_required');
}

/**
 * Opens a session and returns its token. Refuses `login_failed` for every fault, after the same work whether or not
 * the account exists; `too_many_attempts` while the device, or strangers on this network, must wait;
 * `login_code_required` after many failures of strangers, until a code of its contact is given. Only after the right
 * password: `account_frozen`, `code_required`, `code_wrong`.
 */
export async function login(deps: ResolvedDeps, input: LoginForm, request: RequestInfo): Promise<string> {
  const attempt = await attemptPassword(deps, input, request, await loginCode(deps, input, request));
  const outcome = await conclude(deps, attempt, input.totp, request);
  if (typeof outcome === 'string') return refuse(outcome);
  if ('kind' in outcome) return refuseVerdict(outcome);
  const { account } = attempt;
  if (account && deps.passwords.outdated(account.passwordHash)) {
    await rehash(deps, account, input.password);
  }
  return outcome.token;
}

/**
 * Compares the password of a form. Refuses before hashing if the login must wait, needs a code or has a wrong code.
 * The caller reveals the outcome with the counters locked.
 */
export async function attemptPassword(
  deps: ResolvedDeps,
  input: LoginForm,
  request: RequestInfo,
  proof: SentCode | undefined,
): Promise<PasswordAttempt> {
  const { ctx, passwords } = deps;
  const contact = await contactOfLogin(deps, input.user_string, input.area_code);
  const account = await credentialOf(ctx.db, contact ?? { kind: 'email', value: '' }, ctx.demo);
  if (proof) await checkCode(deps, proof.key, proof.purpose, proof.code);
  const device = await knownDevice(deps, account?.id, request);
  const subject: LoginSubject = {
    what: 'login',
    name: loginName(input.user_string),
    address: request.address,
    source: proof ? 'proved' : device === undefined ? 'stranger' : 'known_device',
    device,
  };
  const verdict = await deps.throttle.mayVerify(ctx.db, subject);
  if (verdict.kind !== 'verify') return refuseVerdict(verdict);
  const password = input.password.slice(0, PASSWORD_BYTES_MAX);
  const right = account
    ? await passwords.verify(account.passwordHash, password)
    : await passwords.pretend(password);
  return { account, right, subject, proof };
}

/**
 * Counters of a login and the row of its code, locked: of many concurrent guesses only the allowed number get a
 * verdict.
 */
export interface LockedAttempt extends LockedLogin {
  readonly codeVerdict: 'right' | 'code_wrong' | 'code_expired';
}

/** Locks the counters. A failure with a code counts against the code, which is valid for few passwords. */
export async function lockAttempt(
  deps: ResolvedDeps,
  tx: Tx,
  { subject, proof }: PasswordAttempt,
): Promise<LockedAttempt> {
  const codeVerdict = proof
    ? await judgeCode(deps, tx, proof.key, proof.purpose, proof.code, false)
    : 'right';
  const locked = await deps.throttle.lock(tx, subject);
  return {
    ...locked,
    codeVerdict,
    async fail() {
      if (proof) await countCodeAttempt(tx, proof.key, proof.purpose);
      await locked.fail();
    },
  };
}

/** Decides on the outcome with the counters locked. */
const conclude = (
  deps: ResolvedDeps,
  attempt: PasswordAttempt,
  code: string | undefined,
  request: RequestInfo,
): Promise<Outcome> =>
  deps.ctx.db.transact(async (tx): Promise<Outcome> => {
    const { account, right, proof } = attempt;
    const locked = await lockAttempt(deps, tx, attempt);
    if (locked.codeVerdict !== 'right') return locked.codeVerdict;
    if (locked.verdict.kind !== 'verify') return locked.verdict;
    const failed = async (failure: Failure, outcome: 'password_wrong' | 'code_wrong'): Promise<Outcome> => {
      await locked.fail();
      await noteLogin(deps, tx, account?.id ?? null, outcome, 'password', request);
      return failure;
    };
    if (!right || !account) return failed('login_failed', 'password_wrong');
    if (account.status === 'active' && (await deps.secondStep.isSet(tx, account.id))) {
      // The request for a one-time code resets no failure: the login is not complete.
      if (code === undefined) return 'code_required';
      if (!(await deps.secondStep.take(tx, account.id, code))) return failed('code_wrong', 'code_wrong');
    }
    await locked.succeed();
    if (proof) {
      await judgeCode(deps, tx, proof.key, proof.purpose, proof.code, true);
      await resetCodeLimits(tx, proof.contact, request.address);
    }
    return enter(deps, tx, account, request);
  });

async function enter(
  deps: ResolvedDeps,
  tx: Tx,
  account: Credential,
  request: RequestInfo,
): Promise<Outcome> {
  if (account.status === 'frozen') {
    await noteLogin(deps, tx, account.id, 'frozen', 'password', request);
    return 'account_frozen';
  }
  // The password may have changed during the comparison; that change ended only older sessions.
  const current = await lockCredential(tx, account);
  if (!current) return 'login_failed';
  return { token: await openSession(deps, tx, account.id, request) };
}

/** Hashes the password at the current cost. A failure does not refuse the login. */
async function rehash(deps: ResolvedDeps, account: Credential, password: string): Promise<void> {
  try {
    await rehashPassword(deps.ctx.db, account.id, account.passwordHash, await deps.passwords.hash(password));
  } catch (error) {
    deps.ctx.log.warn({ user: account.id, error: String(error) }, 'password rehash failed');
  }
}
