import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import { stepState } from './rules.ts';
import type { VerificationLevel } from './rules.ts';
import { latestRequest, setLevel } from './store.ts';

/** Gives a user with a locked row a level and its rights. */
export async function grantLevel(
  deps: ResolvedDeps,
  tx: Tx,
  user: UserId,
  level: VerificationLevel,
): Promise<void> {
  await setLevel(tx, user, level, deps.ctx.clock.now());
  await notifyAccount(deps, tx, user, level);
}

/** Stores the state of level 1 with the account. */
export async function notifyAccount(
  deps: ResolvedDeps,
  tx: Tx,
  user: UserId,
  level: VerificationLevel,
): Promise<void> {
  const latest = await latestRequest(tx, user, 1);
  await deps.setRealState(tx, user, stepState(level, 1, latest?.state));
}
