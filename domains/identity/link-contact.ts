import { refuse } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { Caller, RequestInfo } from '@karat/platform/http';
import { checkCode, resetCodeLimits, useCode } from './codes.ts';
import { notifyContacts } from './contact-report.ts';
import { insertChange } from './contact-store.ts';
import { deviceText } from './device.ts';
import { masked } from './masked.ts';
import { proveOwner } from './owner-proof.ts';
import type { OwnerProof, ProvenOwner } from './owner-proof.ts';
import type { ResolvedDeps } from './deps.ts';
import type { Contact } from './contact.ts';
import { saveContact, lockActiveUser, noteCredentialChange, userById } from './store.ts';
import type { UserRow } from './store.ts';

/** Input of a contact link. */
export interface ContactLink extends OwnerProof {
  /** Code that was sent to the new contact. */
  readonly code: string;
}

/**
 * Links an email address or phone number to an account and replaces one of the same kind. The owner proves themselves
 * with the login password and a code of a present contact, the authenticator or a passkey. Refuses `receiver_same`,
 * the refusals of `proveOwner` and those of codes. A contact of another account is refused like a wrong code, since no
 * code was sent for it. Notifies every earlier contact. The new contact cannot recover the account for
 * `contactWaitMs`.
 */
export async function linkContact(
  deps: ResolvedDeps,
  caller: Caller,
  contact: Contact,
  proof: ContactLink,
  request: RequestInfo,
): Promise<void> {
  const { ctx } = deps;
  const user = (await userById(ctx.db, caller.userId)) ?? refuse('unauthenticated');
  if (user[contact.kind] === contact.value) refuse('receiver_same');
  const owner = await proveOwner(deps, user.id, 'receiver', proof, request);
  await checkCode(deps, contact.value, 'bind', proof.code);
  await ctx.db.transact(async (tx) => {
    const before = (await lockActiveUser(tx, user.id)) ?? refuse('unauthenticated');
    await useCode(deps, tx, contact.value, 'bind', proof.code);
    await owner.use(tx);
    // Another account linked it after the code was sent; its owner has been notified.
    if (!(await saveContact(tx, user.id, contact))) refuse('code_expired');
    await resetCodeLimits(tx, contact.value, request.address);
    await recordChange(deps, tx, before, contact, owner, request);
  });
}

/** Records the change, starts the withdrawal hold and notifies every earlier contact. */
async function recordChange(
  deps: ResolvedDeps,
  tx: Tx,
  user: UserRow,
  contact: Contact,
  owner: ProvenOwner,
  request: RequestInfo,
): Promise<void> {
  const now = deps.ctx.clock.now();
  const previous = user[contact.kind];
  const change = { contact: contact.value, previous };
  const id = await insertChange(tx, {
    ...change,
    userId: user.id,
    kind: contact.kind,
    proof: owner.method,
    device: deviceText(request.userAgent),
    address: request.address,
    changedMs: now,
  });
  // A first phone starts no withdrawal hold: verification requires one, and it gives no access.
  const isFirstPhone = contact.kind === 'phone' && previous === null;
  if (!isFirstPhone) await noteCredentialChange(tx, user.id, 'receiver', now);
  await notifyContacts(deps, tx, user, { id, ...change });
  await deps.messages.notify(tx, {
    user: user.id,
    kind: isFirstPhone ? 'identity:phone_added' : 'identity:receiver_changed',
    values: { receiver: masked(contact.value) },
    key: `receiver:${user.id}:${id}`,
    // The present email gets its own message, with the link.
    ...(contact.kind === 'phone' ? { mailed: false } : {}),
  });
}
