import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { Caller, RequestInfo } from '@karat/platform/http';
import { loginName } from './attempts.ts';
import { checkCode, resetCodeLimits, linkedContactAwaiting, useCode } from './codes.ts';
import { isLinkedSince } from './contact-store.ts';
import { proveFactor } from './owner-proof.ts';
import type { ResolvedDeps } from './deps.ts';
import { contactAwaiting } from './resolve.ts';
import { checkNewPassword } from './rules.ts';
import { endSessions } from './sessions.ts';
import { credentialOf, setPassword } from './store.ts';

const notifyPasswordChange = (deps: ResolvedDeps, tx: Tx, user: UserId): Promise<void> =>
  deps.messages.notify(tx, {
    user,
    kind: 'identity:password_changed',
    key: `password:${user}:${deps.ctx.clock.now()}`,
  });

interface NewPassword {
  readonly password: string;
  readonly re_password: string;
  readonly code: string;
  /** If the account has an authenticator or a passkey: a code of the former, or a signature of the latter. */
  readonly totp?: string | undefined;
  readonly credential?: string | undefined;
}

/**
 * Sets a new password with a code of the account's contact and the second factor of the account, and ends every
 * session. Without an account, or for a contact that is too new, no code matches, so that the reply does not reveal
 * whether an account exists.
 */
export async function forget(
  deps: ResolvedDeps,
  input: NewPassword & { readonly user_string: string; readonly area_code?: string | undefined },
  request: RequestInfo,
): Promise<void> {
  const contact = await contactAwaiting(deps, input.user_string, input.area_code, 'forget');
  checkNewPassword(input.password, input.re_password, contact.value);
  await checkCode(deps, contact.value, 'forget', input.code);
  const { ctx, limits } = deps;
  const found = (await credentialOf(ctx.db, contact, ctx.demo)) ?? refuse('code_expired');
  await proveFactor(deps, found.id, input, request, 'visitor');
  const hash = await deps.passwords.hash(input.password);
  await ctx.db.transact(async (tx) => {
    await useCode(deps, tx, contact.value, 'forget', input.code);
    const account = await credentialOf(tx, contact, ctx.demo);
    const isRecent = await isLinkedSince(tx, contact.value, ctx.clock.now() - limits.contactWaitMs);
    if (account?.id !== found.id || isRecent) return refuse('code_expired');
    await setPassword(tx, account.id, hash, deps.ctx.clock.now());
    await endSessions(deps, tx, account.id, null);
    await deps.onPasswordReset(tx, account.id);
    await deps.throttle.forget(tx, {
      what: 'login',
      name: loginName(contact.value),
      address: request.address,
    });
    await resetCodeLimits(tx, contact.value, request.address);
    await notifyPasswordChange(deps, tx, account.id);
  });
}

/** Sets a new password with a code of a contact and the second factor of the account; ends every other session. */
export async function changePassword(
  deps: ResolvedDeps,
  caller: Caller,
  input: NewPassword,
  request: RequestInfo,
): Promise<void> {
  const contact = await linkedContactAwaiting(deps, caller.userId, 'password');
  checkNewPassword(input.password, input.re_password, contact.value);
  await checkCode(deps, contact.value, 'password', input.code);
  await proveFactor(deps, caller.userId, input, request, 'owner');
  const hash = await deps.passwords.hash(input.password);
  await deps.ctx.db.transact(async (tx) => {
    await useCode(deps, tx, contact.value, 'password', input.code);
    await setPassword(tx, caller.userId, hash, deps.ctx.clock.now());
    await endSessions(deps, tx, caller.userId, caller.sessionId);
    await resetCodeLimits(tx, contact.value, request.address);
    await notifyPasswordChange(deps, tx, caller.userId);
  });
}
