import type { UserId } from '@karat/contract';
import type { ResolvedDeps } from './deps.ts';
import * as store from './store.ts';

/** The pay password of a demo user. It is public, so it exists in demo mode only. */
const DEMO_PAY_PASSWORD = '274951';

/** Sets the pay password of a demo user, once, and returns it. */
export async function seedDemoPayPassword(deps: ResolvedDeps, user: UserId): Promise<string> {
  const { ctx } = deps;
  if (!ctx.demo) throw new Error('demo pay passwords exist in demo mode only');
  if (!(await store.accountOf(ctx.db, user))?.payHash) {
    const hash = await deps.passwords.hash(DEMO_PAY_PASSWORD);
    await ctx.db.transact((tx) => store.setPayHash(tx, user, hash, ctx.clock.now()));
  }
  return DEMO_PAY_PASSWORD;
}
