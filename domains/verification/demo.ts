import type { UserId } from '@karat/contract';
import type { ResolvedDeps } from './deps.ts';
import type { VerificationLevel } from './rules.ts';
import { grantLevel } from './grant-level.ts';
import { latestRequest, levelOf, lockLevel } from './store.ts';

/** Gives demo users an initial level, once; users with a level or a request are unchanged. Creates no documents. */
export async function seedDemoLevel(
  deps: ResolvedDeps,
  user: UserId,
  level: VerificationLevel,
): Promise<void> {
  if (!deps.ctx.demo) throw new Error('demo levels exist in demo mode only');
  await deps.ctx.db.transact(async (tx) => {
    if ((await levelOf(tx, user)) > 0 || (await latestRequest(tx, user, 1))) return;
    await lockLevel(tx, user, deps.ctx.clock.now());
    await grantLevel(deps, tx, user, level);
  });
}
