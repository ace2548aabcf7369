import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { removeApiKeys } from './api-key-store.ts';
import { publishEnded } from './api-keys.ts';
import type { ResolvedDeps } from './deps.ts';

/** Freezes an account: its sessions and API keys end, and whoever pays out finds it frozen. */
export async function freeze(
  parts: ResolvedDeps,
  tx: Tx,
  user: UserId,
  by: 'user' | 'operator',
): Promise<boolean> {
  const now = parts.ctx.clock.now();
  if (!(await parts.identity.operators.freeze(tx, user, by))) return false;
  await removeApiKeys(tx, user, now);
  publishEnded(parts, tx, user);
  await parts.messages.notify(tx, { user, kind: 'identity:frozen', key: `frozen:${user}:${now}` });
  return true;
}

/** Opens an account again; withdrawals wait for a day. */
export async function unfreeze(parts: ResolvedDeps, tx: Tx, user: UserId): Promise<boolean> {
  if (!(await parts.identity.operators.thaw(tx, user))) return false;
  const key = `thawed:${user}:${parts.ctx.clock.now()}`;
  await parts.messages.notify(tx, { user, kind: 'identity:thawed', key });
  return true;
}

/** A contact of before says that a change was not the owner's: freezes the account. Refuses `link_invalid`. */
export const freezeByReport = (parts: ResolvedDeps, token: string): Promise<void> =>
  parts.ctx.db.transact(async (tx) => {
    await freeze(parts, tx, await parts.identity.takeReport(tx, token), 'user');
  });

/** The owner freezes their own account, with the login password. */
export async function freezeOwn(parts: ResolvedDeps, user: UserId, password: string): Promise<void> {
  await parts.identity.proof.password(user, password);
  await parts.ctx.db.transact((tx) => freeze(parts, tx, user, 'user'));
}
