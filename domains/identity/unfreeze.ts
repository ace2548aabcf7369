import { refuse } from '@karat/contract';
import type { RequestInfo } from '@karat/platform/http';
import { forgiveCode, useCode } from './codes.ts';
import { isLinkedSince } from './contact-store.ts';
import { lockTry, tryPassword } from './login.ts';
import type { LoginForm } from './login.ts';
import type { ResolvedDeps } from './deps.ts';
import { contactAwaiting } from './resolve.ts';
import { askUnfreeze, credentialOf } from './store.ts';

/**
 * The owner of a frozen account proves with password and a code of a linked contact that they want it back; operators
 * decide. The reply is the same if the account is not frozen. Refuses as a login does, and as a code does.
 */
export async function requestUnfreeze(
  deps: ResolvedDeps,
  input: LoginForm & { readonly code: string },
  request: RequestInfo,
): Promise<void> {
  const { ctx, limits } = deps;
  const receiver = await contactAwaiting(deps, input.user_string, input.area_code, 'unfreeze');
  const proof = {
    key: receiver.value,
    receiver: receiver.value,
    purpose: 'unfreeze' as const,
    code: input.code,
  };
  const tried = await tryPassword(deps, input, request, proof);
  const outcome = await ctx.db.transact(async (tx) => {
    const locked = await lockTry(deps, tx, tried);
    if (locked.codeVerdict !== 'right') return locked.codeVerdict;
    if (!tried.right || !tried.account) {
      await locked.fail();
      return 'login_failed';
    }
    await useCode(deps, tx, receiver.value, 'unfreeze', input.code);
    const owner = await credentialOf(tx, receiver, ctx.demo);
    const isRecent = await isLinkedSince(tx, receiver.value, ctx.clock.now() - limits.contactWaitMs);
    if (owner?.id !== tried.account.id || isRecent) refuse('code_expired');
    await askUnfreeze(tx, tried.account.id, ctx.clock.now());
    await forgiveCode(tx, receiver.value, request.address);
    return 'right';
  });
  if (outcome !== 'right') refuse(outcome);
}
