import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { clearTries, countAttempts, lockedWait, refuseForNow, waitOf } from '@karat/domains/identity';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import { confirmKey, takeCode } from './second-step.ts';
import * as store from './store.ts';

/** What a user gives to confirm a step by which value leaves the account. */
export interface Confirmation {
  readonly payPassword: string;
  /** Six digits of the authenticator or a backup code, where the user has an authenticator. */
  readonly code?: string | undefined;
}

type Failure = 'pay_password_wrong' | 'code_wrong';

/**
 * Confirms a sensitive step in the caller's transaction. Refuses with `pay_password_unset`, `code_required`,
 * `pay_password_wrong`, `code_wrong`, or `too_many_attempts`. A failure counts in a transaction of its own, so that it
 * stays when the caller's is undone; of many tries at once only the allowed few are answered. A code that was taken is
 * free again if the caller's transaction is undone, as nothing came of it.
 */
export async function confirm(deps: ResolvedDeps, tx: Tx, user: UserId, given: Confirmation): Promise<void> {
  const key = confirmKey(user);
  const wait = await waitOf(tx, [key], deps.ctx.clock.now());
  if (wait > 0) refuseForNow(wait);
  const account = await store.accountOf(tx, user);
  if (!account || account.payHash === null) return refuse('pay_password_unset');
  const code = given.code ?? '';
  if (account.totpSealed !== null && code === '') refuse('code_required');
  await conclude(deps, key, await judge(deps, tx, user, account.payHash, given.payPassword, code));
}

async function judge(
  deps: ResolvedDeps,
  tx: Tx,
  user: UserId,
  payHash: string,
  payPassword: string,
  code: string,
): Promise<Failure | undefined> {
  const right = await deps.passwords.verify(payHash, payPassword);
  // The code first: it takes the row's lock, where holding the hash only shares it.
  if (!right) return 'pay_password_wrong';
  if (!(await takeCode(deps, tx, user, code))) return 'code_wrong';
  return (await store.holdPayHash(tx, user, payHash)) ? undefined : 'pay_password_wrong';
}

/** Says under the lock of the tries what came of it: whoever must wait by now learns nothing, right or wrong. */
async function conclude(deps: ResolvedDeps, key: string, failure: Failure | undefined): Promise<void> {
  const attempt = { key, allowance: deps.limits.confirm };
  const wait = await deps.ctx.db.apart(async (aside) => {
    const now = deps.ctx.clock.now();
    if (failure) return countAttempts(aside, [attempt], now);
    const waitMs = await lockedWait(aside, [attempt], now);
    if (waitMs <= 0) await clearTries(aside, key);
    return waitMs;
  });
  if (wait > 0) refuseForNow(wait);
  if (failure) refuse(failure);
}
