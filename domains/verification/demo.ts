import type { UserId } from '@karat/contract';
import type { ResolvedDeps } from './deps.ts';
import type { VerificationLevel } from './rules.ts';
import { grantLevel } from './grant-level.ts';
import { latestRequest, levelOf, lockLevel } from './store.ts';

/**
 * Gives people of a demonstration a level to begin with, once: whoever has a level or has sent something in keeps what they
 * have. No documents are made up for it.
 */
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
