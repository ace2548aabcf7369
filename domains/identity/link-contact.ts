import { refuse } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { Caller, RequestInfo } from '@karat/platform/http';
import { checkCode, forgiveCode, useCode } from './codes.ts';
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

/** What comes with a contact that is to be linked. */
export interface ContactLink extends OwnerProof {
  /** Sent to the new contact. */
  readonly code: string;
}

/**
 * Links an e-mail address or phone number to an account, in the place of one of the same kind where there is one. The owner proves
 * themselves with the login password and a code of a present contact, the authenticator or a passkey. Refuses `receiver_same`, what
 * `proveOwner` refuses, and what codes refuse; a contact of another account answers like a wrong code, as no code was ever sent for it.
 * Every contact of before is notified; the new one recovers nothing at first (`contactWaitMs`).
 */
export async function linkContact(
  deps: ResolvedDeps,
  caller: Caller,
  receiver: Contact,
  given: ContactLink,
  request: RequestInfo,
): Promise<void> {
  const { ctx } = deps;
  const user = (await userById(ctx.db, caller.userId)) ?? refuse('unauthenticated');
  if (user[receiver.kind] === receiver.value) refuse('receiver_same');
  const owner = await proveOwner(deps, user.id, 'receiver', given, request);
  await checkCode(deps, receiver.value, 'bind', given.code);
  await ctx.db.transact(async (tx) => {
    const before = (await lockActiveUser(tx, user.id)) ?? refuse('unauthenticated');
    await useCode(deps, tx, receiver.value, 'bind', given.code);
    await owner.use(tx);
    // Another account was first since the code was sent: its owner has been notified by now.
    if (!(await saveContact(tx, user.id, receiver))) refuse('code_expired');
    await forgiveCode(tx, receiver.value, request.address);
    await recordChange(deps, tx, before, receiver, owner, request);
  });
}

/** The change in the account's history, its wait for withdrawals, and word of it to every contact of before. */
async function recordChange(
  deps: ResolvedDeps,
  tx: Tx,
  user: UserRow,
  receiver: Contact,
  owner: ProvenOwner,
  request: RequestInfo,
): Promise<void> {
  const now = deps.ctx.clock.now();
  const previous = user[receiver.kind];
  const change = { contact: receiver.value, previous };
  const id = await insertChange(tx, {
    ...change,
    userId: user.id,
    kind: receiver.kind,
    proof: owner.method,
    device: deviceText(request.userAgent),
    address: request.address,
    changedMs: now,
  });
  // Verification asks for a phone, and a first one opens nothing: it does not hold withdrawals.
  const isFirstPhone = receiver.kind === 'phone' && previous === null;
  if (!isFirstPhone) await noteCredentialChange(tx, user.id, 'receiver', now);
  await notifyContacts(deps, tx, user, { id, ...change });
  await deps.messages.notify(tx, {
    user: user.id,
    kind: isFirstPhone ? 'identity:phone_added' : 'identity:receiver_changed',
    values: { receiver: masked(receiver.value) },
    key: `receiver:${user.id}:${now}`,
    // The present e-mail has its own letter, with the link.
    ...(receiver.kind === 'phone' ? { mailed: false } : {}),
  });
}
