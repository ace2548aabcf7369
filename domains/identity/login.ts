import { refuse } from '@karat/contract';
import type { RequestInfo } from '@karat/platform/http';
import type { Tx } from '@karat/platform/db';
import { addressKey, countAttempts, lockedWait, loginName, personKey, refuseForNow } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { clearTries, waitOf } from './attempt-store.ts';
import { noteLogin } from './history.ts';
import type { Parts } from './parts.ts';
import { receiverOfLogin } from './resolve.ts';
import { openSession } from './sessions.ts';
import { credentialOf, lockCredential, rehashPassword } from './store.ts';
import type { Credential } from './store.ts';

const WHAT = 'login';
/** Longer passwords cannot exist, and need not be hashed. */
const PASSWORD_BYTES_MAX = 1_024;

export interface LoginForm {
  readonly user_string: string;
  readonly area_code?: string | undefined;
  readonly password: string;
  /** A code of the authenticator or a backup code, where the account has an authenticator. */
  readonly totp?: string | undefined;
}

/** An account for which the right password was given, or who it would have been, and how tries are counted. */
export interface Tried {
  readonly account: Credential | undefined;
  readonly right: boolean;
  readonly attempts: readonly [Attempt, Attempt];
}

type Failure = 'login_failed' | 'account_frozen' | 'code_required' | 'code_wrong';
type Outcome = { readonly token: string } | { readonly waitMs: number } | Failure;

/**
 * Opens a session and answers its token. Refuses with `login_failed` whatever was wrong and after the same work whether or
 * not the account exists, with `too_many_attempts` while account or address must wait. Only who knows the password learns
 * that the account is frozen (`account_frozen`), or that it asks for a one-time code (`code_required`, `code_wrong`).
 */
export async function login(parts: Parts, input: LoginForm, request: RequestInfo): Promise<string> {
  const tried = await tryPassword(parts, input, request);
  const outcome = await conclude(parts, tried, input.totp, request);
  if (typeof outcome === 'string') return refuse(outcome);
  if ('waitMs' in outcome) return refuseForNow(outcome.waitMs);
  const { account } = tried;
  if (account && parts.passwords.outdated(account.passwordHash)) {
    await rehash(parts, account, input.password);
  }
  return outcome.token;
}

/** Compares the password of a form; what came of it is for the caller to say, under lock. */
export async function tryPassword(parts: Parts, input: LoginForm, request: RequestInfo): Promise<Tried> {
  const { ctx, limits, passwords } = parts;
  const receiver = await receiverOfLogin(parts, input.user_string, input.area_code);
  const attempts: [Attempt, Attempt] = [
    { key: personKey(WHAT, loginName(input.user_string)), allowance: limits.loginOfAccount },
    { key: addressKey(WHAT, request.address), allowance: limits.loginFromAddress },
  ];
  const keys = attempts.map((attempt) => attempt.key);
  const wait = await waitOf(ctx.db, keys, ctx.clock.now());
  if (wait > 0) refuseForNow(wait);
  const account = await credentialOf(ctx.db, receiver ?? { kind: 'email', value: '' }, ctx.demo);
  const password = input.password.slice(0, PASSWORD_BYTES_MAX);
  const right = account
    ? await passwords.verify(account.passwordHash, password)
    : await passwords.pretend(password);
  return { account, right, attempts };
}

/**
 * Says under lock what came of it. Whoever must wait by now learns nothing, right or wrong: of many guesses at once only
 * the allowed few are answered.
 */
const conclude = (
  parts: Parts,
  { account, right, attempts }: Tried,
  code: string | undefined,
  request: RequestInfo,
): Promise<Outcome> =>
  parts.ctx.db.transact(async (tx): Promise<Outcome> => {
    const now = parts.ctx.clock.now();
    const failed = async (failure: Failure, told: 'password_wrong' | 'code_wrong'): Promise<Outcome> => {
      const waitMs = await countAttempts(tx, attempts, now);
      if (waitMs > 0) return { waitMs };
      await noteLogin(parts, tx, account?.id ?? null, told, 'password', request);
      return failure;
    };
    if (!right || !account) return failed('login_failed', 'password_wrong');
    const waitMs = await lockedWait(tx, attempts, now);
    if (waitMs > 0) return { waitMs };
    if (account.status === 'active' && (await parts.secondStep.isSet(tx, account.id))) {
      // Asking for the code forgives no earlier failure: half a proof is none.
      if (code === undefined) return 'code_required';
      if (!(await parts.secondStep.take(tx, account.id, code))) return failed('code_wrong', 'code_wrong');
    }
    await clearTries(tx, attempts[0].key);
    return enter(parts, tx, account, request);
  });

async function enter(parts: Parts, tx: Tx, account: Credential, request: RequestInfo): Promise<Outcome> {
  if (account.status === 'frozen') {
    await noteLogin(parts, tx, account.id, 'frozen', 'password', request);
    return 'account_frozen';
  }
  // The password may have changed while it was verified: its sessions would then have ended before this one began.
  const current = await lockCredential(tx, account);
  if (!current) return 'login_failed';
  return { token: await openSession(parts, tx, account.id, request) };
}

/** The password at hand is hashed anew at today's cost; a failure is no reason to refuse the login. */
async function rehash(parts: Parts, account: Credential, password: string): Promise<void> {
  try {
    await rehashPassword(
      parts.ctx.db,
      account.id,
      account.passwordHash,
      await parts.passwords.hash(password),
    );
  } catch (error) {
    parts.ctx.log.warn({ user: account.id, error: String(error) }, 'password is not hashed anew');
  }
}
