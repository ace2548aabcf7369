import { refuse } from '@karat/contract';
import type { RequestInfo } from '@karat/platform/http';
import { addressKey, countAttempts, lockedWait, loginName, personKey, refuseForNow } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { clearTries, waitOf } from './attempt-store.ts';
import type { Parts } from './parts.ts';
import { receiverOfLogin } from './resolve.ts';
import { openSession } from './sessions.ts';
import { credentialOf, lockCredential, rehashPassword } from './store.ts';
import type { Credential } from './store.ts';

const WHAT = 'login';
/** Longer passwords cannot exist, and need not be hashed. */
const PASSWORD_BYTES_MAX = 1_024;

const attemptsOf = (parts: Parts, person: string, address: string): [Attempt, Attempt] => [
  { key: personKey(WHAT, person), allowance: parts.limits.loginOfAccount },
  { key: addressKey(WHAT, address), allowance: parts.limits.loginFromAddress },
];

type Outcome = { readonly token: string } | { readonly waitMs: number } | 'login_failed' | 'account_frozen';

/**
 * Opens a session and answers its token. Refuses with `login_failed` whatever was wrong and after the same work whether or
 * not the account exists, with `too_many_attempts` while account or address must wait, and with `account_frozen` only who
 * knows the password.
 */
export async function login(
  parts: Parts,
  input: { readonly user_string: string; readonly area_code?: string | undefined; readonly password: string },
  request: RequestInfo,
): Promise<string> {
  const { ctx, passwords } = parts;
  const receiver = await receiverOfLogin(parts, input.user_string, input.area_code);
  const attempts = attemptsOf(parts, loginName(input.user_string), request.address);
  const wait = await waitOf(
    ctx.db,
    attempts.map((attempt) => attempt.key),
    ctx.clock.now(),
  );
  if (wait > 0) refuseForNow(wait);
  const account = await credentialOf(ctx.db, receiver ?? { kind: 'email', value: '' }, ctx.demo);
  const password = input.password.slice(0, PASSWORD_BYTES_MAX);
  const right = account
    ? await passwords.verify(account.passwordHash, password)
    : await passwords.pretend(password);
  const outcome = await conclude(parts, right ? account : undefined, attempts, request);
  if (typeof outcome === 'string') return refuse(outcome);
  if ('waitMs' in outcome) return refuseForNow(outcome.waitMs);
  if (account && passwords.outdated(account.passwordHash)) await rehash(parts, account, password);
  return outcome.token;
}

/**
 * Says under lock what came of it. Whoever must wait by now learns nothing, right or wrong: of many guesses at once only
 * the allowed few are answered.
 */
const conclude = (
  parts: Parts,
  account: Credential | undefined,
  attempts: [Attempt, Attempt],
  request: RequestInfo,
): Promise<Outcome> =>
  parts.ctx.db.transact(async (tx): Promise<Outcome> => {
    const now = parts.ctx.clock.now();
    if (!account) {
      const waitMs = await countAttempts(tx, attempts, now);
      return waitMs > 0 ? { waitMs } : 'login_failed';
    }
    const waitMs = await lockedWait(tx, attempts, now);
    if (waitMs > 0) return { waitMs };
    await clearTries(tx, attempts[0].key);
    if (account.status === 'frozen') return 'account_frozen';
    // The password may have changed while it was verified: its sessions would then have ended before this one began.
    const current = await lockCredential(tx, account);
    return current ? { token: await openSession(parts, tx, account.id, request) } : 'login_failed';
  });

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
