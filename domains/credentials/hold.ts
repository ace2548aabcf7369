import type { UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import type { Parts } from './parts.ts';

/** Until when withdrawals wait after the last change of credentials, unix ms; undefined where they need not wait. */
export async function holdUntil(parts: Parts, db: Queries, user: UserId): Promise<number | undefined> {
  const change = await parts.identity.credentialChange(db, user);
  const until = change ? change.atMs + parts.limits.holdMs : 0;
  return until > parts.ctx.clock.now() ? until : undefined;
}

/** The same for a key that may withdraw, made at `since` (unix ms): it is a credential like any other, and waits as long. */
export function keyHoldUntil({ ctx, limits }: Parts, since: number): number | undefined {
  const until = since + limits.holdMs;
  return until > ctx.clock.now() ? until : undefined;
}
