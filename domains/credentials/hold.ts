import type { UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';

/** Until when withdrawals wait after the last change of credentials, unix ms; undefined where they need not wait. */
export async function holdUntil(deps: ResolvedDeps, db: Queries, user: UserId): Promise<number | undefined> {
  const end = await lastHoldEnd(deps, db, user);
  return end !== undefined && end > deps.ctx.clock.now() ? end : undefined;
}

/**
 * When the hold after the last change of credentials ends or has ended, unix ms; undefined where nothing was changed since the
 * account was opened.
 */
export async function lastHoldEnd(
  deps: ResolvedDeps,
  db: Queries,
  user: UserId,
): Promise<number | undefined> {
  const change = await deps.identity.credentialChange(db, user);
  return change && change.atMs + deps.limits.holdMs;
}

/** Until when a key that may withdraw waits, made at `since` (unix ms): it is a credential like any other, and waits as long. */
export function keyHoldUntil({ ctx, limits }: ResolvedDeps, since: number): number | undefined {
  const until = since + limits.holdMs;
  return until > ctx.clock.now() ? until : undefined;
}
