import { refuse } from '@karat/contract';
import type { CodePurpose, UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import { countAttempts, lockedWait, personKey, refuseForNow } from './attempts.ts';
import { clearTries, waitOf } from './attempt-store.ts';
import { checkCode, forgiveCode, ownReceiverAwaiting, useCode } from './codes.ts';
import type { Parts } from './parts.ts';
import { passwordHashOf } from './store.ts';

/** What shows that it is still the account's owner who has the session. */
export interface Proof {
  /** Compares the login password. Refuses `password_wrong`, which counts, and `too_many_attempts`. */
  password(user: UserId, password: string): Promise<void>;
  /** Whether a text is the login password; counts nothing, for who has proved themselves already. */
  isPassword(user: UserId, text: string): Promise<boolean>;
  /** Checks a code that was sent to a bound receiver and leaves it usable. Refuses `code_wrong` or `code_expired`. */
  checkCode(user: UserId, purpose: CodePurpose, code: string): Promise<void>;
  /** Uses it up in the transaction of what it allows. */
  useCode(tx: Tx, user: UserId, purpose: CodePurpose, code: string, request: RequestInfo): Promise<void>;
}

export const proofOf = (parts: Parts): Proof => ({
  password: (user, password) => provePassword(parts, user, password),
  async isPassword(user, text) {
    const hash = await passwordHashOf(parts.ctx.db, user);
    return hash !== undefined && parts.passwords.verify(hash, text);
  },
  async checkCode(user, purpose, code) {
    const receiver = await ownReceiverAwaiting(parts, user, purpose);
    await checkCode(parts, receiver.value, purpose, code);
  },
  async useCode(tx, user, purpose, code, request) {
    const receiver = await ownReceiverAwaiting(parts, user, purpose);
    await useCode(parts, tx, receiver.value, purpose, code);
    await forgiveCode(tx, receiver.value, request.address);
  },
});

/** Compares the login password of a session's owner, with tries of their own. */
export async function provePassword(parts: Parts, user: UserId, password: string): Promise<void> {
  const { ctx, limits } = parts;
  const attempt = { key: personKey('password', String(user)), allowance: limits.loginOfAccount };
  const early = await waitOf(ctx.db, [attempt.key], ctx.clock.now());
  if (early > 0) refuseForNow(early);
  const hash = await passwordHashOf(ctx.db, user);
  const right = hash !== undefined && (await parts.passwords.verify(hash, password));
  const wait = await ctx.db.transact(async (tx) => {
    const now = ctx.clock.now();
    if (!right) return countAttempts(tx, [attempt], now);
    const waitMs = await lockedWait(tx, [attempt], now);
    if (waitMs <= 0) await clearTries(tx, attempt.key);
    return waitMs;
  });
  if (wait > 0) refuseForNow(wait);
  if (!right) refuse('password_wrong');
}
