import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { insertChange, lockChange } from './contact-store.ts';
import { masked } from './masked.ts';
import type { ResolvedDeps } from './deps.ts';
import { readContact } from './contact.ts';
import { endSessions } from './sessions.ts';
import { saveContact, noteCredentialChange, unlinkContact, userById } from './store.ts';

/**
 * Undoes a contact change that two operators approved: restores the earlier contact or removes a first one, ends every
 * session and starts the withdrawal hold. The restored contact can recover the account at once. Returns false if the
 * contact has changed again, none would be left, or another account has the earlier one.
 */
export async function restoreContact(
  deps: ResolvedDeps,
  tx: Tx,
  id: UserId,
  changeId: number,
): Promise<boolean> {
  const now = deps.ctx.clock.now();
  const change = await lockChange(tx, id, changeId);
  const user = await userById(tx, id);
  if (!change || !user || change.contact === null || user[change.kind] !== change.contact) return false;
  const { kind, contact, previous } = change;
  const before = previous === null ? undefined : readContact(previous, '');
  const done = before ? await saveContact(tx, id, before) : await unlinkContact(tx, id, kind);
  if (!done) return false;
  const undone = await insertChange(tx, {
    userId: id,
    kind,
    contact: previous,
    previous: contact,
    proof: 'operators',
    device: '',
    address: '',
    changedMs: now,
  });
  await noteCredentialChange(tx, id, 'receiver', now);
  await endSessions(deps, tx, id, null);
  await deps.messages.notify(tx, {
    user: id,
    kind: previous === null ? 'identity:contact_removed' : 'identity:receiver_changed',
    values: { receiver: masked(previous ?? contact) },
    key: `receiver:${id}:${undone}`,
  });
  return true;
}
