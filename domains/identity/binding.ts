import { Refusal, refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { Caller, RequestInfo } from '@karat/platform/http';
import { checkCode, forgiveCode, ownReceiverAwaiting, useCode } from './codes.ts';
import { letterFor, write } from './letters.ts';
import type { Parts } from './parts.ts';
import { readReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { bindReceiver, noteCredentialChange, userById } from './store.ts';
import type { UserRow } from './store.ts';

/** What comes with a receiver that is to be bound. */
export interface Binding {
  /** Sent to the new receiver. */
  readonly code: string;
  /** Sent to a receiver that is bound already, */
  readonly old_code?: string | undefined;
  /** or a code of the authenticator: in the place of another receiver one of them is needed. */
  readonly totp?: string | undefined;
}

const MASK = '***';

/** A receiver of which only its owner knows the rest: `a***e@example.com`, `+852***67`. */
export function masked(value: string): string {
  const at = value.indexOf('@');
  if (at === -1) return `${value.slice(0, 4)}${MASK}${value.slice(-2)}`;
  const name = value.slice(0, at);
  return `${name.slice(0, 1)}${MASK}${name.length > 2 ? name.slice(-1) : ''}${value.slice(at)}`;
}

/**
 * Binds an e-mail address or phone number to an account. Refuses `receiver_same`, `proof_required`, `old_code_wrong`, `totp_wrong`, and what codes refuse;
 * a receiver of another account answers like a wrong code, as no code was ever sent for it.
 */
export async function bind(
  parts: Parts,
  caller: Caller,
  receiver: Receiver,
  given: Binding,
  request: RequestInfo,
): Promise<void> {
  const user = (await userById(parts.ctx.db, caller.userId)) ?? refuse('unauthenticated');
  const before = user[receiver.kind];
  if (before === receiver.value) refuse('receiver_same');
  const oldCode = before === null ? undefined : await proveOld(parts, user.id, given);
  await checkCode(parts, receiver.value, 'bind', given.code);
  await parts.ctx.db.transact(async (tx) => {
    await useCode(parts, tx, receiver.value, 'bind', given.code);
    if (oldCode) await useCode(parts, tx, oldCode.receiver, 'receiver', oldCode.code);
    // Another account was first since the code was sent: its owner has been told what we are told now.
    if (!(await bindReceiver(tx, user.id, receiver))) refuse('code_expired');
    await noteCredentialChange(tx, user.id, 'receiver', parts.ctx.clock.now());
    await forgiveCode(tx, receiver.value, request.address);
    await tellOfChange(parts, tx, user, receiver, before);
  });
}

/** One's own proof beside the new receiver's: a code that is still to be used up, or an authenticator's, which is. */
async function proveOld(
  parts: Parts,
  user: UserId,
  given: Binding,
): Promise<{ receiver: string; code: string } | undefined> {
  if (given.old_code !== undefined) {
    const old = await ownReceiverAwaiting(parts, user, 'receiver');
    await checkCode(parts, old.value, 'receiver', given.old_code).catch(ofTheOldOne);
    return { receiver: old.value, code: given.old_code };
  }
  if (given.totp === undefined || !(await parts.secondStep.isSet(parts.ctx.db, user)))
    return refuse('proof_required');
  await parts.secondStep.prove(user, given.totp);
  return undefined;
}

/** Two codes are asked for: a wrong one says which. */
function ofTheOldOne(failure: unknown): never {
  if (failure instanceof Refusal && failure.code === 'code_wrong') refuse('old_code_wrong');
  throw failure;
}

/** The owner is told at the account, and where they were reached until now: a thief would have changed both. */
async function tellOfChange(
  parts: Parts,
  tx: Tx,
  user: UserRow,
  receiver: Receiver,
  before: string | null,
): Promise<void> {
  const now = parts.ctx.clock.now();
  const values = { receiver: masked(receiver.value) };
  const key = `receiver:${user.id}:${now}`;
  await parts.messages.tell(tx, { user: user.id, kind: 'identity:receiver_changed', values, key });
  const old = before === null ? undefined : readReceiver(before, '');
  if (!old) return;
  const letter = letterFor('replaced', user.lang, { site: parts.siteName, receiver: values.receiver });
  await write(parts, tx, old, user.lang, { letter, antiPhishing: user.antiPhishing ?? '', deliver: true });
}
