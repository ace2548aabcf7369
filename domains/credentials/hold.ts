import type { UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';

/** Returns the end of the withdrawal hold after the last credential change, unix ms; undefined if there is no hold now. */
export async function holdUntil(deps: ResolvedDeps, db: Queries, user: UserId): Promise<number | undefined> {
  const end = await lastHoldEnd(deps, db, user);
  return end !== undefined && end > deps.ctx.clock.now() ? end : undefined;
}

/**
 * Returns the end of the last hold, past or future, unix ms; undefined if nothing was changed since the account was
 * opened.
 */
export async function lastHoldEnd(
  deps: ResolvedDeps,
  db: Queries,
  user: UserId,
): Promise<number | undefined> {
  const change = await deps.identity.credentialChange(db, user);
  return change && change.atMs + deps.limits.holdMs;
}

/**
 * Returns the end of the hold of a key with withdrawal right, created at `since` (unix ms): a new key is a credential
 * change too.
 */
export function keyHoldUntil({ ctx, limits }: ResolvedDeps, since: number): number | undefined {
  const until = since + limits.holdMs;
  return until > ctx.clock.now() ? until : undefined;
}
