import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { removeApiKeys } from './api-key-store.ts';
import { publishEnded } from './api-keys.ts';
import type { ResolvedDeps } from './deps.ts';

/** Freezes an account and ends its sessions and API keys. Payouts check the account's state. */
export async function freeze(
  deps: ResolvedDeps,
  tx: Tx,
  user: UserId,
  by: 'user' | 'operator',
): Promise<boolean> {
  const now = deps.ctx.clock.now();
  if (!(await deps.identity.operators.freeze(tx, user, by))) return false;
  await removeApiKeys(tx, user, now);
  await publishEnded(deps, tx, user);
  await deps.messages.notify(tx, { user, kind: 'identity:frozen', key: `frozen:${user}:${now}` });
  return true;
}

/** Unfreezes an account and holds withdrawals for a day. */
export async function unfreeze(deps: ResolvedDeps, tx: Tx, user: UserId): Promise<boolean> {
  if (!(await deps.identity.operators.unfreeze(tx, user))) return false;
  const key = `unfrozen:${user}:${deps.ctx.clock.now()}`;
  await deps.messages.notify(tx, { user, kind: 'identity:thawed', key });
  return true;
}

/** Freezes an account on the report of an earlier contact. Refuses `link_invalid`. */
export const freezeByReport = (deps: ResolvedDeps, token: string): Promise<void> =>
  deps.ctx.db.transact(async (tx) => {
    await freeze(deps, tx, await deps.identity.takeReport(tx, token), 'user');
  });

/** Freezes the caller's account, with the login password. */
export async function freezeOwn(deps: ResolvedDeps, user: UserId, password: string): Promise<void> {
  await deps.identity.proof.password(user, password);
  await deps.ctx.db.transact((tx) => freeze(deps, tx, user, 'user'));
}
