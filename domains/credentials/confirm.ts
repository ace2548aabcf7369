import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { resetAttempts, countAttempts, lockedWait, refuseForNow, waitOf } from '@karat/domains/identity';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import { confirmKey, takeCode } from './second-step.ts';
import * as store from './store.ts';

/** Input of a user to confirm a sensitive action. */
export interface Confirmation {
  readonly payPassword: string;
  /** Six digits of the authenticator or a backup code, if the user has an authenticator. */
  readonly code?: string | undefined;
}

type Failure = 'pay_password_wrong' | 'code_wrong';

/**
 * Confirms a sensitive action in the caller's transaction. Refuses `pay_password_unset`, `code_required`,
 * `pay_password_wrong`, `code_wrong` and `too_many_attempts`. A failure counts in its own transaction, so that it
 * survives a rollback; of many concurrent attempts only the allowed number get a verdict. A consumed code is valid
 * again if the caller's transaction rolls back.
 */
export async function confirm(deps: ResolvedDeps, tx: Tx, user: UserId, proof: Confirmation): Promise<void> {
  const key = confirmKey(user);
  const wait = await waitOf(tx, [key], deps.ctx.clock.now());
  if (wait > 0) refuseForNow(wait);
  const account = await store.accountOf(tx, user);
  if (!account || account.payHash === null) return refuse('pay_password_unset');
  const code = proof.code ?? '';
  if (account.totpSealed !== null && code === '') refuse('code_required');
  await conclude(deps, key, await judge(deps, tx, user, account.payHash, proof.payPassword, code));
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
  // The code comes first: it takes the row's exclusive lock, and the hash only a shared one.
  if (!right) return 'pay_password_wrong';
  if (!(await takeCode(deps, tx, user, code))) return 'code_wrong';
  return (await store.holdPayHash(tx, user, payHash)) ? undefined : 'pay_password_wrong';
}

/** Returns the verdict with the attempts locked: a caller who must wait by now learns nothing. */
async function conclude(deps: ResolvedDeps, key: string, failure: Failure | undefined): Promise<void> {
  const attempt = { key, allowance: deps.limits.confirm };
  const wait = await deps.ctx.db.apart(async (separate) => {
    const now = deps.ctx.clock.now();
    if (failure) return countAttempts(separate, [attempt], now);
    const waitMs = await lockedWait(separate, [attempt], now);
    if (waitMs <= 0) await resetAttempts(separate, key);
    return waitMs;
  });
  if (wait > 0) refuseForNow(wait);
  if (failure) refuse(failure);
}
