import type { ChangedCredential, NoticesOf, UserId } from '@karat/contract';
import type { Values } from '@karat/i18n';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import { holdsAfterFirst } from './rules.ts';

/** Notifies the owner of a credential change. */
export const notifyChange = (
  deps: ResolvedDeps,
  tx: Tx,
  user: UserId,
  kind: NoticesOf<'credentials'>,
  values: Values = {},
): Promise<void> => {
  // Two changes of a moment differ in their values: each is reported.
  const key = [kind, user, deps.ctx.clock.now(), ...Object.values(values)].join(':');
  return deps.messages.notify(tx, { user, kind, values, key });
};

/** Records a change and starts the withdrawal hold. */
export const recordChange = (
  deps: ResolvedDeps,
  tx: Tx,
  user: UserId,
  what: ChangedCredential,
): Promise<void> => deps.identity.noteCredentialChange(tx, user, what);

/** Records a first lock. In the first day of an account it starts no hold, since there is nothing to take over yet. */
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
