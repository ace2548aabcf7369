import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { keyedHashes } from '@karat/platform/crypto';
import { resetAttempts, countAttempts, lockedWait, personKey, refuseForNow } from '@karat/domains/identity';
import type { Queries, Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import * as store from './store.ts';
import { stepOf } from './totp.ts';

/** Associated data that binds a sealed authenticator secret to its account. */
export const totpAssociatedData = (user: UserId): string => `totp:${user}`;

/** Key of the confirmation attempts, for every call that confirms. */
export const confirmKey = (user: UserId): string => personKey('confirm', String(user));

const SIX_DIGITS = /^[0-9]{6}$/;

/** Canonical form of a typed backup code, which is hashed: capitals without separators. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '');

/** Returns the hash of a backup code under every accepted key, that of the current one first. */
export const backupHashes = (
  { keys }: ResolvedDeps,
  user: UserId,
  code: string,
): readonly [Buffer, ...Buffer[]] => keyedHashes(keys, 'backup code', String(user), plainCode(code));

export const isSet = async (db: Queries, user: UserId): Promise<boolean> =>
  ((await store.accountOf(db, user))?.totpSealed ?? null) !== null;

/**
 * Verifies a code in its own transaction. Refuses `totp_wrong`, which counts like a wrong confirmation,
 * `too_many_attempts`, and `totp_unset` without an authenticator.
 */
export async function prove(deps: ResolvedDeps, user: UserId, typed: string): Promise<void> {
  const attempt = { key: confirmKey(user), allowance: deps.limits.confirm };
  const outcome = await deps.ctx.db.transact(async (tx) => {
    const now = deps.ctx.clock.now();
    const account = await store.lockAccount(tx, user);
    if (account.totpSealed === null) return 'totp_unset';
    const wait = await lockedWait(tx, [attempt], now);
    if (wait > 0) return wait;
    if (await takeCode(deps, tx, user, typed)) {
      await resetAttempts(tx, attempt.key);
      return 'right';
    }
    await countAttempts(tx, [attempt], now);
    return 'totp_wrong';
  });
  if (typeof outcome === 'number') refuseForNow(outcome);
  else if (outcome !== 'right') refuse(outcome);
}

/**
 * Consumes a code of the authenticator, or a backup code, in the transaction of the action: each is valid once.
 * Returns true if it was right, or if the user has no authenticator.
 */
export async function takeCode(deps: ResolvedDeps, tx: Tx, user: UserId, typed: string): Promise<boolean> {
  const now = deps.ctx.clock.now();
  const account = await store.lockAccount(tx, user);
  if (account.totpSealed === null) return true;
  const code = typed.replace(/\s/g, '');
  if (!SIX_DIGITS.test(code)) return store.useBackupCode(tx, user, backupHashes(deps, user, code), now);
  const secret = deps.seal.open(account.totpSealed, totpAssociatedData(user));
  const step = stepOf(secret, code, now, account.totpStep);
  if (step === undefined) return false;
  await store.setStep(tx, user, step);
  return true;
}
