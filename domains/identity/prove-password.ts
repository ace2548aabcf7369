import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { countAttempts, lockedWait, personKey, refuseForNow } from './attempts.ts';
import { resetAttempts, waitOf } from './attempt-store.ts';
import type { ResolvedDeps } from './deps.ts';
import { passwordHashOf } from './store.ts';

/** Compares the login password of a session's owner, with separate attempts. */
export async function provePassword(deps: ResolvedDeps, user: UserId, password: string): Promise<void> {
  const { ctx, limits } = deps;
  const attempt = { key: personKey('password', String(user)), allowance: limits.password };
  const early = await waitOf(ctx.db, [attempt.key], ctx.clock.now());
  if (early > 0) refuseForNow(early);
  const hash = await passwordHashOf(ctx.db, user);
  const right = hash !== undefined && (await deps.passwords.verify(hash, password));
  const wait = await ctx.db.transact(async (tx) => {
    const now = ctx.clock.now();
    if (!right) return countAttempts(tx, [attempt], now);
    const waitMs = await lockedWait(tx, [attempt], now);
    if (waitMs <= 0) await resetAttempts(tx, attempt.key);
    return waitMs;
  });
  if (wait > 0) refuseForNow(wait);
  if (!right) refuse('password_wrong');
}
