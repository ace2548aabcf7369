import type { ChangedCredential, NoticesOf, UserId } from '@karat/contract';
import type { Values } from '@karat/i18n';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import { holdsAfterFirst } from './rules.ts';

/** Tells the owner what became of their credentials. */
export const notifyChange = (
  deps: ResolvedDeps,
  tx: Tx,
  user: UserId,
  kind: NoticesOf<'credentials'>,
  values: Values = {},
): Promise<void> =>
  deps.messages.notify(tx, { user, kind, values, key: `${kind}:${user}:${deps.ctx.clock.now()}` });

/** Notes a change: withdrawals wait from now on. */
export const recordChange = (
  deps: ResolvedDeps,
  tx: Tx,
  user: UserId,
  what: ChangedCredential,
): Promise<void> => deps.identity.noteCredentialChange(tx, user, what);

/** The same for a lock that is put on for the first time: in an account's first day there is nothing yet to be taken over. */
export async function recordFirst(
  deps: ResolvedDeps,
  tx: Tx,
  user: UserId,
  what: ChangedCredential,
): Promise<void> {
  const [account] = await deps.identity.users(tx, [user]);
  if (!account || holdsAfterFirst(account.createdMs, deps.ctx.clock.now(), deps.limits.holdMs)) {
    await recordChange(deps, tx, user, what);
  }
}
