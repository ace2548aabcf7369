import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { Caller, RequestInfo } from '@karat/platform/http';
import { loginName, personKey } from './attempts.ts';
import { clearTries } from './attempt-store.ts';
import { checkCode, forgiveCode, ownReceiverAwaiting, useCode } from './codes.ts';
import type { Parts } from './parts.ts';
import { receiverAwaiting } from './resolve.ts';
import { checkNewPassword } from './rules.ts';
import { endSessions } from './sessions.ts';
import { credentialOf, setPassword } from './store.ts';

const tellChange = (parts: Parts, tx: Tx, user: UserId): Promise<void> =>
  parts.messages.tell(tx, {
    user,
    kind: 'identity:password_changed',
    key: `password:${user}:${parts.ctx.clock.now()}`,
  });

interface NewPassword {
  readonly password: string;
  readonly re_password: string;
  readonly code: string;
}

/**
 * Sets a new password for whoever holds the code of the account's receiver, and ends every session. Without an account no
 * code fits, so that nothing tells whether there is one.
 */
export async function forget(
  parts: Parts,
  input: NewPassword & { readonly user_string: string; readonly area_code?: string | undefined },
  request: RequestInfo,
): Promise<void> {
  const receiver = await receiverAwaiting(parts, input.user_string, input.area_code, 'forget');
  checkNewPassword(input.password, input.re_password, receiver.value);
  await checkCode(parts, receiver.value, 'forget', input.code);
  const hash = await parts.passwords.hash(input.password);
  await parts.ctx.db.transact(async (tx) => {
    await useCode(parts, tx, receiver.value, 'forget', input.code);
    const account = (await credentialOf(tx, receiver, parts.ctx.demo)) ?? refuse('code_expired');
    await setPassword(tx, account.id, hash, parts.ctx.clock.now());
    await endSessions(parts, tx, account.id, null);
    await parts.onPasswordReset(tx, account.id);
    await clearTries(tx, personKey('login', loginName(receiver.value)));
    await forgiveCode(tx, receiver.value, request.address);
    await tellChange(parts, tx, account.id);
  });
}

/** Sets a new password with a code sent to the bound receiver, and ends every other session. */
export async function changePassword(
  parts: Parts,
  caller: Caller,
  input: NewPassword,
  request: RequestInfo,
): Promise<void> {
  const receiver = await ownReceiverAwaiting(parts, caller.userId, 'password');
  checkNewPassword(input.password, input.re_password, receiver.value);
  await checkCode(parts, receiver.value, 'password', input.code);
  const hash = await parts.passwords.hash(input.password);
  await parts.ctx.db.transact(async (tx) => {
    await useCode(parts, tx, receiver.value, 'password', input.code);
    await setPassword(tx, caller.userId, hash, parts.ctx.clock.now());
    await endSessions(parts, tx, caller.userId, caller.sessionId);
    await forgiveCode(tx, receiver.value, request.address);
    await tellChange(parts, tx, caller.userId);
  });
}
