import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { resetAttempts, countAttempts, lockedWait, refuseForNow } from '@karat/domains/identity';
import type { OwnerProof } from '@karat/domains/identity';
import type { Tx } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import { recordChange, recordFirst, notifyChange } from './change.ts';
import type { ResolvedDeps } from './deps.ts';
import { BACKUP_CODES, newBackupCode } from './rules.ts';
import { backupHashes, confirmKey, isSet, prove, totpAssociatedData } from './second-step.ts';
import * as store from './store.ts';
import { newSecret, stepOf, uriOf } from './totp.ts';

/** The secret of a new authenticator. */
export interface Setup {
  /** Base32, for typing. */
  readonly secret: string;
  /** `otpauth://`, for a QR code. */
  readonly uri: string;
  /** Unix ms. */
  readonly expiresMs: number;
}

/** Creates a secret that is pending until its first code. Requires the owner's proof. */
export async function setupTotp(
  deps: ResolvedDeps,
  user: UserId,
  proof: OwnerProof,
  request: RequestInfo,
): Promise<Setup> {
  const { ctx, identity, limits } = deps;
  if (await isSet(ctx.db, user)) refuse('totp_exists');
  const owner = await identity.proof.owner(user, 'security', proof, request);
  const [account] = await identity.users(ctx.db, [user]);
  const secret = newSecret(ctx.random);
  const expiresMs = ctx.clock.now() + limits.pendingMs;
  await ctx.db.transact(async (tx) => {
    if ((await store.lockAccount(tx, user)).totpSealed !== null) refuse('totp_exists');
    await owner.use(tx);
    await store.setPending(tx, user, deps.seal.seal(secret, totpAssociatedData(user)), expiresMs);
  });
  const name = account?.email ?? account?.phone ?? String(user);
  return { secret, uri: uriOf(secret, deps.siteName, name), expiresMs };
}

/** Confirms the pending secret by its first code. Returns the backup codes, which are stored only as hashes. */
export async function confirmTotp(deps: ResolvedDeps, user: UserId, code: string): Promise<string[]> {
  const attempt = { key: confirmKey(user), allowance: deps.limits.confirm };
  const outcome = await deps.ctx.db.transact(async (tx) => {
    const now = deps.ctx.clock.now();
    const account = await store.lockAccount(tx, user);
    if (account.totpSealed !== null) return 'totp_exists';
    if (account.pendingSealed === null || (account.pendingUntil ?? 0) <= now) return 'totp_not_begun';
    const wait = await lockedWait(tx, [attempt], now);
    if (wait > 0) return wait;
    const secret = deps.seal.open(account.pendingSealed, totpAssociatedData(user));
    const step = stepOf(secret, code, now, 0);
    if (step === undefined) {
      await countAttempts(tx, [attempt], now);
      return 'code_wrong';
    }
    await resetAttempts(tx, attempt.key);
    await store.setTotp(tx, user, step, now);
    await recordFirst(deps, tx, user, 'authenticator');
    await notifyChange(deps, tx, user, 'credentials:totp_on');
    return newCodes(deps, tx, user);
  });
  if (typeof outcome === 'number') return refuseForNow(outcome);
  return typeof outcome === 'string' ? refuse(outcome) : outcome;
}

/** Removes the authenticator, with the login password and a code of it or a backup code. */
export async function removeTotp(
  deps: ResolvedDeps,
  user: UserId,
  input: { readonly password: string; readonly code: string },
): Promise<void> {
  await deps.identity.proof.password(user, input.password);
  await prove(deps, user, input.code);
  await deps.ctx.db.transact((tx) => dropTotp(deps, tx, user));
}

/** Removes an authenticator in the transaction of the decision. */
export async function dropTotp(deps: ResolvedDeps, tx: Tx, user: UserId): Promise<void> {
  if ((await store.lockAccount(tx, user)).totpSealed === null) refuse('totp_unset');
  await store.dropTotp(tx, user);
  await recordChange(deps, tx, user, 'authenticator');
  await notifyChange(deps, tx, user, 'credentials:totp_off');
}

/** Creates new backup codes, with the login password and a code. Earlier ones become invalid. */
export async function renewBackupCodes(
  deps: ResolvedDeps,
  user: UserId,
  input: { readonly password: string; readonly code: string },
): Promise<string[]> {
  await deps.identity.proof.password(user, input.password);
  await prove(deps, user, input.code);
  return deps.ctx.db.transact(async (tx) => {
    if ((await store.lockAccount(tx, user)).totpSealed === null) refuse('totp_unset');
    await notifyChange(deps, tx, user, 'credentials:backup_codes');
    return newCodes(deps, tx, user);
  });
}

async function newCodes(deps: ResolvedDeps, tx: Tx, user: UserId): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, () =>
    newBackupCode((limit) => deps.ctx.random.below(limit)),
  );
  await store.replaceBackupCodes(
    tx,
    user,
    codes.map((code) => backupHashes(deps, user, code)[0]),
    deps.keys.current.mark,
  );
  return codes;
}
