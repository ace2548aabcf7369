import type { UserId } from '@karat/contract';
import { keyedHash } from '@karat/platform/crypto';
import type { Tx } from '@karat/platform/db';
import type { Parts } from './parts.ts';
import * as store from './store.ts';
import { stepOf } from './totp.ts';

/** Binds a sealed authenticator secret to its account. */
export const totpBinding = (user: UserId): string => `totp:${user}`;

const SIX_DIGITS = /^[0-9]{6}$/;

/** A backup code as typed, in the form whose hash is kept: capitals without separators. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '');

export const backupHash = (parts: Parts, user: UserId, code: string): Buffer =>
  keyedHash(parts.secret, 'backup code', String(user), plainCode(code));

/**
 * Takes a code of the authenticator, or a backup code, in the transaction of what it allows: each is good once. Answers
 * whether it was right; true where the user has no authenticator.
 */
export async function takeCode(parts: Parts, tx: Tx, user: UserId, typed: string): Promise<boolean> {
  const now = parts.ctx.clock.now();
  const account = await store.lockAccount(tx, user);
  if (account.totpSealed === null) return true;
  const code = typed.replace(/\s/g, '');
  if (!SIX_DIGITS.test(code)) return store.useBackupCode(tx, user, backupHash(parts, user, code), now);
  const secret = parts.seal.open(account.totpSealed, totpBinding(user));
  const step = stepOf(secret, code, now, account.totpStep);
  if (step === undefined) return false;
  await store.setStep(tx, user, step);
  return true;
}
